/** What needs the attention of administrators: requests by deadline, failed jobs, texts, the ledger, and what the check finds. */
import type { Found } from '../../module.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { CheckService } from '../checks/service.ts';
import type { LedgerService } from '../proof/service.ts';
import type { RequestDesk } from '../requests/desk.ts';
import type { KindRequest } from '../requests/kind.ts';
import type { OpenCounts } from '../requests/lists.ts';

/** Requests that are named. */
const NAMED = 5;

/** What the overview is read from. */
export interface OverviewSources {
  readonly desk: RequestDesk;
  readonly jobs: Pick<Jobs, 'health'>;
  readonly ledger: LedgerService;
  readonly checks: CheckService;
}

/** How the ledger stands, as far as a look of a moment tells. */
export interface LedgerState {
  /** Entries that the last checkpoint covers; null before the first. */
  readonly sealed: number | null;
  /** Entries that nobody has judged which were sealed under a mark. */
  readonly doubts: number;
  /** Decisions that differ from what was sealed, in the last comparison; null before the first. */
  readonly differences: number | null;
  /** When everything was compared last, ISO 8601; null before the first time. */
  readonly comparedAt: string | null;
  /** Whether it can be sealed and is. */
  readonly isWell: boolean;
  readonly witnesses: { readonly all: number; readonly fresh: number; readonly quorum: number };
}

/** What administrators have to look at. */
export interface Overview {
  readonly requests: OpenCounts;
  /** The requests that are due first, the longest overdue before all. */
  readonly next: readonly KindRequest[];
  readonly failedJobs: number;
  /** Since when work waits that should have begun; null while it is begun in time. */
  readonly lateSince: string | null;
  readonly missingTexts: number;
  readonly missingLanguages: number;
  readonly ledger: LedgerState;
  /** What the check finds beside all that. */
  readonly findings: readonly Found[];
}

/** Findings that the overview tells with numbers of its own. */
const TOLD: ReadonlySet<string> = new Set([
  'requests_overdue',
  'work_failed',
  'work_waiting',
  'missing_text',
  'missing_language',
  'ledger_suspected',
]);

/** Reads it. */
export async function overviewOf({ desk, jobs, ledger, checks }: OverviewSources): Promise<Overview> {
  const [requests, next, work, found, state] = await Promise.all([
    desk.openCounts(),
    desk.dueFirst(NAMED),
    jobs.health(),
    checks.run(),
    ledgerState(ledger),
  ]);
  const count = (code: string) => found.filter((one) => one.code === code).length;
  return {
    requests,
    next,
    failedJobs: work.failed,
    lateSince: work.lateSince,
    missingTexts: count('missing_text'),
    missingLanguages: count('missing_language'),
    ledger: state,
    findings: found.filter(({ code }) => !TOLD.has(code)),
  };
}

async function ledgerState(ledger: LedgerService): Promise<LedgerState> {
  const { broken, misnamed, overdueMinutes } = await ledger.health();
  const { witnesses, quorum } = await ledger.witnesses.report();
  return {
    sealed: (await ledger.checkpoint())?.size ?? null,
    doubts: await ledger.unjudged(),
    differences: await ledger.watch.differences(),
    comparedAt: await ledger.watch.comparedAt(),
    isWell: broken === null && misnamed === null && overdueMinutes === null,
    witnesses: { all: witnesses.length, fresh: witnesses.filter(({ isLate }) => !isLate).length, quorum },
  };
}
