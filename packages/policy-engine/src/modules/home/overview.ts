/** What needs attention of administrators: requests by deadline, failed jobs, texts, the ledger, and findings of the check. */
import type { Found } from '../../kernel/module.ts';
import { Reading } from '../../kernel/reading.ts';
import type { CheckService } from '../checks/index.ts';
import type { LedgerService } from '../proof/index.ts';
import type { KindRequest, OpenCounts, RequestDesk } from '../requests/index.ts';
import { deliveryPaths } from '../webhooks/index.ts';
import { type Agenda, agendaOf, type AgendaSources } from './agenda.ts';
import { type Failures, type FailureSources, failuresOf } from './failures.ts';

/** Requests that are listed. */
const NAMED = 5;

/** What reading the overview needs. */
export interface OverviewSources extends FailureSources, AgendaSources {
  readonly desk: RequestDesk;
  readonly ledger: LedgerService;
  readonly checks: CheckService;
}

/** The status of the ledger, from a quick check. */
export interface LedgerState {
  /** Entries that the last checkpoint covers; null before the first. */
  readonly sealed: number | null;
  /** Entries of unknown origin that were sealed as flagged and not reviewed yet. */
  readonly doubts: number;
  /** How much differed from the ledger in the last comparison; null before the first. */
  readonly differences: number | null;
  /** Time of the last full comparison, ISO 8601; null before the first. */
  readonly comparedAt: string | null;
  /** Whether sealing is possible and works. */
  readonly isWell: boolean;
  readonly witnesses: { readonly all: number; readonly fresh: number; readonly quorum: number };
}

/** What needs attention of administrators. */
export interface Overview {
  readonly requests: OpenCounts;
  /** The requests with the earliest deadlines, overdue ones first. */
  readonly next: readonly KindRequest[];
  readonly agenda: Agenda;
  readonly failures: readonly Failures[];
  readonly failedJobs: number;
  /** Messages to webhooks that are not sent again by themselves; counted up to 10,000. */
  readonly failedDeliveries: number;
  /** Since when jobs that should have started have been waiting; null if they start in time. */
  readonly lateSince: string | null;
  readonly missingTexts: number;
  readonly missingLanguages: number;
  readonly ledger: LedgerState;
  /** All findings of the check. */
  readonly found: readonly Found[];
  /** Those without a number of their own here. */
  readonly findings: readonly Found[];
}

/** Findings that the overview shows with its own numbers. */
const TOLD: ReadonlySet<string> = new Set([
  'requests_overdue',
  'work_failed',
  'work_waiting',
  'missing_text',
  'missing_language',
  'ledger_suspected',
]);

/** Reads the overview. */
export async function overviewOf(sources: OverviewSources): Promise<Overview> {
  const { desk, jobs, ledger, checks } = sources;
  const reading = new Reading();
  const [requests, agenda, work, failures, found, state] = await Promise.all([
    reading.of(desk, 'openWeek'),
    agendaOf(sources, reading),
    reading.of(jobs, 'health'),
    failuresOf(sources, reading),
    checks.recent(reading),
    ledgerState(ledger, reading),
  ]);
  const { overdue, days, later } = agenda;
  const next = [...overdue, ...days.flatMap((day) => day.requests), ...later].slice(0, NAMED);
  const count = (code: string) => found.filter((one) => one.code === code).length;
  return {
    requests,
    next,
    agenda,
    failures,
    failedJobs: work.failed,
    failedDeliveries: failures.find(({ list }) => list === deliveryPaths.failed)?.total.count ?? 0,
    lateSince: work.lateSince,
    missingTexts: count('missing_text'),
    missingLanguages: count('missing_language'),
    ledger: state,
    found,
    findings: found.filter(({ code }) => !TOLD.has(code)),
  };
}

async function ledgerState(ledger: LedgerService, reading: Reading): Promise<LedgerState> {
  const [health, report, checkpoint, doubts, differences, comparedAt] = await Promise.all([
    reading.of(ledger, 'health'),
    reading.of(ledger.witnesses, 'report'),
    ledger.checkpoint(),
    reading.of(ledger, 'unjudged'),
    reading.of(ledger.watch, 'differences'),
    ledger.watch.comparedAt(),
  ]);
  const { broken, misnamed, overdueMinutes } = health;
  const { witnesses, quorum } = report;
  return {
    sealed: checkpoint?.size ?? null,
    doubts,
    differences,
    comparedAt,
    isWell: broken === null && misnamed === null && overdueMinutes === null,
    witnesses: { all: witnesses.length, fresh: witnesses.filter(({ isLate }) => !isLate).length, quorum },
  };
}
