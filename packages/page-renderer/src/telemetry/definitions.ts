/** Every metric of the service: the single description for Prometheus, OpenTelemetry and the documentation. */
import type { ReplacementReason } from '../browser/slots/member.ts';
import { REPLACEMENT_REASONS } from '../browser/slots/member.ts';
import type { Source } from '../cache/result-cache.ts';
import type { StoreFailures } from '../cache/stores/failsafe-store.ts';
import { FAILURES } from '../cache/stores/failsafe-store.ts';
import { SELECTED_BY } from '../cache/stores/store.ts';
import type { Selection } from '../cache/stores/store.ts';
import type { RendererErrorCode } from '../kernel/errors.ts';
import { RENDERER_ERROR_CODES } from '../kernel/errors.ts';
import type { Limit, Verdict } from '../kernel/verdicts.ts';
import { LIMITS, VERDICTS } from '../kernel/verdicts.ts';
import type { RenewalOutcome } from '../cache/renewals/renewals.ts';
import { OUTCOMES } from '../cache/renewals/renewals.ts';
import type { RenderKind } from '../grammar/dialects/request.ts';
import { tableRow } from '../kernel/table-row.ts';
import { AUDIT_PHASES } from '../audit/state.ts';
import type { CheckedLink } from '../crawl/link-check.ts';
import type { AuditPhase } from '../audit/state.ts';
import { JOB_PHASES } from '../warming/jobs/job.ts';
import type { JobPhase } from '../warming/jobs/job.ts';
import { WAIT_REASONS, WARM_RESULTS } from '../crawl/pace/results.ts';
import type { WaitReason, WarmResult } from '../crawl/pace/results.ts';
import type { BotClass } from '../traffic/bots.ts';
import { BOT_CLASSES } from '../traffic/bots.ts';

/** Where the response to a request came from: a {@link Source}, a hit of a short-lived result, or not from the cache at all. */
export type CacheLabel = Source | 'negative' | 'none';
/** The class of a status. */
export type StatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';
/** The steps of a request that are measured. */
export type MeasuredStage =
  | 'lookup'
  | 'renewal'
  | 'queue'
  | 'open'
  | 'navigate'
  | 'wait'
  | 'serialize'
  | 'picture'
  | 'print'
  | 'record';
/** A limit of a page that can be exceeded. */
export type Budget = 'time' | Limit | 'memory' | 'size' | 'pixels';
/** Why something was refused: the code of the error, or a connection of a page that the address policy refused. */
export type Refusal = RendererErrorCode | 'page-connection';

/** What a request adds to its page, or supplies in place of it; `network`: HTML with a network. */
export type Addition = 'header' | 'cookie' | 'html' | 'network';

/** How a client is identified. */
export type ClientKind = 'token' | 'key' | 'address';

/** The labels of a metric that is one time series. */
export type NoLabels = Readonly<Record<string, never>>;

/** The labels of each counter. */
export interface CounterLabels {
  page_renderer_requests_total: { bot: BotClass; cache: CacheLabel; status: StatusClass };
  page_renderer_renders_total: { kind: RenderKind; verdict: Verdict | 'failed'; status: StatusClass; bot: BotClass };
  page_renderer_errors_total: { code: RendererErrorCode };
  page_renderer_refusals_total: { reason: Refusal };
  page_renderer_additions_total: { what: Addition };
  page_renderer_limited_total: { client: ClientKind };
  page_renderer_budgets_exceeded_total: { budget: Budget };
  page_renderer_bytes_total: { direction: 'from-sites' | 'to-sites' | 'to-clients' };
  page_renderer_browser_replacements_total: { reason: ReplacementReason };
  page_renderer_cache_answers_total: { source: Source };
  page_renderer_cache_failures_total: { operation: keyof StoreFailures };
  page_renderer_renewals_total: { outcome: RenewalOutcome };
  page_renderer_cache_changes_total: NoLabels;
  page_renderer_cache_removed_total: { selection: Selection['by'] };
  page_renderer_warming_pages_total: { result: WarmResult };
  page_renderer_warming_wait_seconds_total: { reason: WaitReason };
  page_renderer_audit_pages_total: { result: 'done' | 'failed' };
  page_renderer_link_checks_total: { outcome: CheckedLink['outcome'] };
}
/** The labels of each histogram. */
export interface HistogramLabels {
  page_renderer_request_duration_seconds: { cache: CacheLabel };
  page_renderer_queue_wait_seconds: NoLabels;
  page_renderer_stage_duration_seconds: { stage: MeasuredStage };
}
/** The labels of each gauge. */
export interface GaugeLabels {
  page_renderer_queue_length: NoLabels;
  page_renderer_queue_limit: NoLabels;
  page_renderer_renders_running: NoLabels;
  page_renderer_renders_limit: NoLabels;
  page_renderer_browsers: { state: 'running' | 'spare' | 'starting' | 'retiring' };
  page_renderer_browser_info: { version: string; released: string };
  page_renderer_browser_age_days: { version: string };
  page_renderer_cache_up: NoLabels;
  page_renderer_cache_writable: NoLabels;
  page_renderer_ready: NoLabels;
  page_renderer_workers: NoLabels;
  page_renderer_warming_jobs: { state: JobPhase };
  page_renderer_warming_oldest_job_age_seconds: NoLabels;
  page_renderer_audits: { state: AuditPhase };
}
/** The labels of each metric. */
export type MetricLabels = CounterLabels & HistogramLabels & GaugeLabels;
/** The name of a metric in Prometheus. */
export type MetricName = keyof MetricLabels;

/** A metric. */
export interface Definition<Labels> {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  /** What is counted or measured, in the notation of UCUM that OpenTelemetry uses. */
  readonly unit: string;
  /** The values of each label; a text says what the values are if there is no list. */
  readonly labels: { readonly [Label in keyof Labels]: ReadonlyArray<Labels[Label]> | string };
  /** Upper limits of the buckets of a histogram. */
  readonly buckets?: readonly number[];
}

const STATUSES: readonly StatusClass[] = ['1xx', '2xx', '3xx', '4xx', '5xx'];
const SOURCES: readonly Source[] = ['hit', 'stale', 'miss', 'renewed', 'collapsed', 'refresh'];
const CACHE_LABELS: readonly CacheLabel[] = [...SOURCES, 'negative', 'none'];
/** Errors with which the service refuses a request, because of who asks, for what, or how busy it is. */
export const REFUSALS: readonly RendererErrorCode[] = [
  'unauthorized',
  'invalid-signature',
  'restricted',
  'unsupported-scheme',
  'refused-address',
  'too-many-requests',
  'overloaded',
  'closing',
];
const NEVER_ANSWERED: ReadonlySet<RendererErrorCode> = new Set([
  'invalid-configuration',
  'no-browser',
  'cannot-write-token',
  'cannot-listen',
]);

/** Each metric, in the order of the documentation. */
export const METRICS: { readonly [Name in MetricName]: Definition<MetricLabels[Name]> } = {
  page_renderer_requests_total: {
    kind: 'counter',
    help: 'Requests for rendered pages, screenshots, PDF and HAR files, by bot, by where the response came from, and by status',
    unit: '{request}',
    labels: { bot: BOT_CLASSES, cache: CACHE_LABELS, status: STATUSES },
  },
  page_renderer_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time from a request for a page until its response begins',
    unit: 's',
    labels: { cache: CACHE_LABELS },
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  page_renderer_renders_total: {
    kind: 'counter',
    help: 'Renders, by kind of result, verdict, status and bot; the verdict is "failed" if the target could not be loaded',
    unit: '{render}',
    labels: {
      kind: ['render', 'screenshot', 'pdf', 'har', 'pair'],
      verdict: [...VERDICTS, 'failed'],
      status: STATUSES,
      bot: BOT_CLASSES,
    },
  },
  page_renderer_stage_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of the steps of requests and renders',
    unit: 's',
    labels: {
      stage: ['lookup', 'renewal', 'queue', 'open', 'navigate', 'wait', 'serialize', 'picture', 'print', 'record'],
    },
    buckets: [0.001, 0.005, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  page_renderer_queue_length: { kind: 'gauge', help: 'Renders that wait for a slot', unit: '{render}', labels: {} },
  page_renderer_queue_limit: {
    kind: 'gauge',
    help: 'Maximum number of renders that wait (maxQueue)',
    unit: '{render}',
    labels: {},
  },
  page_renderer_queue_wait_seconds: {
    kind: 'histogram',
    help: 'Time that renders waited for a slot, including those that gave up',
    unit: 's',
    labels: {},
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  page_renderer_renders_running: { kind: 'gauge', help: 'Occupied slots', unit: '{render}', labels: {} },
  page_renderer_renders_limit: { kind: 'gauge', help: 'Slots (concurrency)', unit: '{render}', labels: {} },
  page_renderer_errors_total: {
    kind: 'counter',
    help: 'Error responses, by code',
    unit: '{error}',
    labels: { code: RENDERER_ERROR_CODES.filter((code) => !NEVER_ANSWERED.has(code)) },
  },
  page_renderer_refusals_total: {
    kind: 'counter',
    help: 'Refused requests, by the code of the error, and refused connections of pages (page-connection)',
    unit: '{refusal}',
    labels: { reason: [...REFUSALS, 'page-connection'] },
  },
  page_renderer_additions_total: {
    kind: 'counter',
    help: 'Accepted requests that add headers or cookies to their page, or supply its HTML (network: with a network)',
    unit: '{request}',
    labels: { what: ['header', 'cookie', 'html', 'network'] },
  },
  page_renderer_limited_total: {
    kind: 'counter',
    help: 'Renders refused because of the limit per minute, by how the client was identified',
    unit: '{render}',
    labels: { client: ['token', 'key', 'address'] },
  },
  page_renderer_budgets_exceeded_total: {
    kind: 'counter',
    help: 'Renders that were stopped or cut off because the page exceeded a limit, by limit',
    unit: '{render}',
    labels: { budget: ['time', ...LIMITS, 'memory', 'size', 'pixels'] },
  },
  page_renderer_bytes_total: {
    kind: 'counter',
    help: 'Bytes that pages received from and sent to servers, and bytes of rendered pages sent to clients',
    unit: 'By',
    labels: { direction: ['from-sites', 'to-sites', 'to-clients'] },
  },
  page_renderer_cache_answers_total: {
    kind: 'counter',
    help: 'Responses of the cache, by where they came from',
    unit: '{response}',
    labels: { source: SOURCES },
  },
  page_renderer_renewals_total: {
    kind: 'counter',
    help: 'Expired results, by outcome: renewed without a render, or the reason for a render',
    unit: '{result}',
    labels: { outcome: OUTCOMES },
  },
  page_renderer_cache_failures_total: {
    kind: 'counter',
    help: 'Failures of the cache, by operation',
    unit: '{failure}',
    labels: { operation: FAILURES },
  },
  page_renderer_cache_changes_total: {
    kind: 'counter',
    help: 'Stored results whose content differs from the result before: true changes of pages',
    unit: '{result}',
    labels: {},
  },
  page_renderer_cache_removed_total: {
    kind: 'counter',
    help: 'Results removed on request (invalidation, purge, webhook, page for operators), by what selected them',
    unit: '{result}',
    labels: { selection: SELECTED_BY },
  },
  page_renderer_cache_up: {
    kind: 'gauge',
    help: 'Whether the cache responds; 0 while it is not used because lookups failed',
    unit: '1',
    labels: {},
  },
  page_renderer_cache_writable: {
    kind: 'gauge',
    help: 'Whether the cache stores results; 0 after three failed writes in a row, until one succeeds, and while it does not respond',
    unit: '1',
    labels: {},
  },
  page_renderer_ready: {
    kind: 'gauge',
    help: 'Whether a browser responds (and the cache, with requiredForReady), as /readyz says',
    unit: '1',
    labels: {},
  },
  page_renderer_browsers: {
    kind: 'gauge',
    help: 'Browsers, by state',
    unit: '{browser}',
    labels: { state: ['running', 'spare', 'starting', 'retiring'] },
  },
  page_renderer_browser_replacements_total: {
    kind: 'counter',
    help: 'Browsers that were replaced, by reason',
    unit: '{browser}',
    labels: { reason: REPLACEMENT_REASONS },
  },
  page_renderer_browser_info: {
    kind: 'gauge',
    help: 'The browser that was started last: its version and the release date of its milestone',
    unit: '1',
    labels: { version: 'the version', released: 'a date, or `unknown`' },
  },
  page_renderer_browser_age_days: {
    kind: 'gauge',
    help: 'Days since the milestone of the browser was released, if known',
    unit: 'd',
    labels: { version: 'the version' },
  },
  page_renderer_workers: { kind: 'gauge', help: 'Running worker processes', unit: '{process}', labels: {} },
  page_renderer_warming_jobs: {
    kind: 'gauge',
    help: 'Warming jobs, by state: those in progress, and the last ones that ended; nodes that share a Redis all report the same jobs',
    unit: '{job}',
    labels: { state: JOB_PHASES },
  },
  page_renderer_warming_oldest_job_age_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest warming job in progress; 0 without one',
    unit: 's',
    labels: {},
  },
  page_renderer_warming_pages_total: {
    kind: 'counter',
    help: 'Results that warming has finished: rendered or renewed (done), already fresh, or failed; and unusable entries of sitemaps (refused)',
    unit: '{result}',
    labels: { result: WARM_RESULTS },
  },
  page_renderer_warming_wait_seconds_total: {
    kind: 'counter',
    help: 'Time for which pages of warming and of audits were put off: rate, concurrency or hours of their site, a Retry-After of its server, or because this service was busy or its cache did not store',
    unit: 's',
    labels: { reason: WAIT_REASONS },
  },
  page_renderer_audits: {
    kind: 'gauge',
    help: 'Audits of sites, by state: those in progress, and the last ones that ended',
    unit: '{audit}',
    labels: { state: AUDIT_PHASES },
  },
  page_renderer_audit_pages_total: {
    kind: 'counter',
    help: 'Pages that audits have visited: rendered (done), or not (failed)',
    unit: '{page}',
    labels: { result: ['done', 'failed'] },
  },
  page_renderer_link_checks_total: {
    kind: 'counter',
    help: 'Links of inspected and audited pages that were requested to see whether they lead anywhere',
    unit: '{link}',
    labels: { outcome: ['works', 'broken', 'not-checked'] },
  },
};

/** Names of all metrics, in the order of the documentation. */
export const METRIC_NAMES: readonly MetricName[] = Object.keys(METRICS) as MetricName[];

/** Values that the documentation lists elsewhere. */
const LISTED: Readonly<Record<string, string>> = {
  code: '[error codes](reference.md#errors)',
  verdict: '[verdicts](reference.md#verdicts), `failed`',
};

/** The table of metrics for the documentation, as Markdown. */
export function metricsTable(): string {
  const rows = METRIC_NAMES.map((name) => {
    const { kind, help, labels }: Definition<Readonly<Record<string, string>>> = METRICS[name];
    const told = Object.entries(labels).map(([label, values]) => {
      const list = typeof values === 'string' ? values : values.map((value) => `\`${value}\``).join(', ');
      return `\`${label}\`: ${LISTED[label] ?? list}`;
    });
    return tableRow([`\`${name}\``, kind, help, told.join('; ')]);
  });
  return ['| Metric | Type | Meaning | Labels |', '|---|---|---|---|', ...rows].join('\n');
}
