/** An audit: what is asked for, and how far it is. */
import { z } from 'zod';
import type { Severity } from '../judgements/evidence/judgement.ts';
import { SEVERITIES } from './data/kinds.ts';

/** Where the addresses of an audit come from. */
export const AUDIT_SOURCES = ['both', 'links', 'sitemap'] as const;
/** One of {@link AUDIT_SOURCES}. */
export type AuditSource = (typeof AUDIT_SOURCES)[number];

/** The most pages, links from the start, further hosts, and links to other hosts of an audit; and what is not said. */
export const AUDIT_LIMITS = {
  pages: 50_000,
  depth: 100,
  hosts: 20,
  externalLinks: 500,
  defaultPages: 1_000,
  defaultDepth: 20,
} as const;

/** What an audit is asked to do. */
export interface AuditSpec {
  /** Address of the start page. */
  readonly url: string;
  readonly from: AuditSource;
  /** Maximum number of addresses. */
  readonly pages: number;
  /** Maximum number of links from the start. */
  readonly depth: number;
  /** Further hosts, with their ports. */
  readonly hosts: readonly string[];
  /** Whether links to other hosts are requested, too. */
  readonly externalLinks: boolean;
}

/** The states of an audit: it waits for others, reads sitemaps, visits pages, and compares them. */
export const AUDIT_PHASES = ['waiting', 'reading', 'visiting', 'comparing', 'done', 'failed', 'cancelled'] as const;
/** One of {@link AUDIT_PHASES}. */
export type AuditPhase = (typeof AUDIT_PHASES)[number];

/** Findings by severity. */
export type AuditCounts = Record<Severity, number>;

/** An audit as it is stored. Times are milliseconds since 1970. */
export interface Audit {
  readonly id: string;
  readonly spec: AuditSpec;
  phase: AuditPhase;
  readonly createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** Addresses that are known so far, that were visited, and that could not be rendered. */
  known: number;
  visited: number;
  failed: number;
  /** Addresses that `robots.txt` forbids. */
  forbidden: number;
  /** Whether a limit kept it from visiting all pages. */
  isCut: boolean;
  /** What went wrong besides pages: sitemaps that cannot be read. */
  problems: Array<{ readonly url: string; readonly error: string }>;
  /** Why it failed; null if it did not. */
  reason: string | null;
  counts: AuditCounts;
  /** The audit before of the same site, and how many findings are new and how many are gone since; null without one. */
  change: { readonly since: string; readonly added: number; readonly gone: number } | null;
}

const count = z.int().min(0);
/** An {@link Audit} as it is stored. */
export const auditSchema: z.ZodType<Audit> = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  spec: z.strictObject({
    url: z.string().max(2_048),
    from: z.enum(AUDIT_SOURCES),
    pages: count,
    depth: count,
    hosts: z.array(z.string()),
    externalLinks: z.boolean().default(false),
  }),
  phase: z.enum(AUDIT_PHASES),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  known: count,
  visited: count,
  failed: count,
  forbidden: count,
  isCut: z.boolean(),
  problems: z.array(z.strictObject({ url: z.string(), error: z.string() })),
  reason: z.string().nullable(),
  counts: z.strictObject({ error: count, warning: count, note: count }),
  change: z.strictObject({ since: z.string(), added: count, gone: count }).nullable(),
});

/** Whether nothing more happens to an audit. */
export function isAuditOver({ phase }: Pick<Audit, 'phase'>): boolean {
  return phase === 'done' || phase === 'failed' || phase === 'cancelled';
}

/** A new audit. */
export function newAudit(id: string, spec: AuditSpec, createdAt: number): Audit {
  return {
    id,
    spec,
    phase: 'waiting',
    createdAt,
    startedAt: null,
    finishedAt: null,
    known: 0,
    visited: 0,
    failed: 0,
    forbidden: 0,
    isCut: false,
    problems: [],
    reason: null,
    counts: noCounts(),
    change: null,
  };
}

/** No findings. */
export function noCounts(): AuditCounts {
  return { error: 0, warning: 0, note: 0 };
}

/** Findings by severity. */
export function countsOf(findings: ReadonlyArray<{ readonly severity: Severity }>): AuditCounts {
  const counts = noCounts();
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}

/** Whether there is a finding that is at least so severe. */
export function hasSevere(counts: AuditCounts, least: Severity): boolean {
  return SEVERITIES.slice(0, SEVERITIES.indexOf(least) + 1).some((severity) => counts[severity] > 0);
}

/** An audit as clients see it. */
export interface AuditView extends Omit<Audit, 'spec' | 'phase' | 'createdAt' | 'startedAt' | 'finishedAt'>, AuditSpec {
  state: AuditPhase;
  createdAt: string;
  finishedAt: string | null;
  /** Visited addresses per second. */
  perSecond: number;
}

/** See {@link AuditView}. @param now milliseconds since 1970 */
export function auditView(audit: Audit, now: number): AuditView {
  const { spec, phase, createdAt, startedAt, finishedAt, ...others } = audit;
  const seconds = startedAt === null ? 0 : Math.max(1, ((finishedAt ?? now) - startedAt) / 1000);
  return {
    ...others,
    ...spec,
    state: phase,
    createdAt: new Date(createdAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    perSecond: seconds === 0 ? 0 : Math.round((audit.visited / seconds) * 100) / 100,
  };
}
