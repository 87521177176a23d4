/** The metrics that are read from the parts of a service. */
import type { BrowserAge } from './browser/find/age.ts';
import type { BrowserSupervisor } from './browser/supervisor.ts';
import type { ResultCache } from './cache/result-cache.ts';
import type { Admission } from './server/admission/admission.ts';
import type { Workers } from './workers/workers.ts';
import { isOver, JOB_PHASES } from './warming/jobs/job.ts';
import type { Audits } from './audit/audits.ts';
import { AUDIT_PHASES } from './audit/state.ts';
import type { Warming } from './warming/warming.ts';
import type { Metrics, Reading } from './telemetry/metrics.ts';

/** The parts. */
export interface MeasuredParts {
  readonly admission: Pick<Admission, 'running' | 'waiting'>;
  readonly concurrency: number;
  readonly maxQueue: number;
  readonly supervisor: Pick<BrowserSupervisor, 'counts'>;
  /** The browser that was started last. */
  readonly browser: { readonly age: BrowserAge | undefined };
  readonly cache: Pick<ResultCache, 'state'> | undefined;
  readonly workers: Pick<Workers, 'count' | 'counts'> | undefined;
  readonly warming: Pick<Warming, 'knownJobs' | 'now'>;
  readonly audits: Pick<Audits, 'all'>;
  /** Whether `/readyz` would be 200; undefined if there is no server. */
  readonly isReady: () => Promise<boolean | undefined>;
}

/** Has the metrics of a service read when they are requested. */
export function watchService(metrics: Metrics, parts: MeasuredParts): void {
  const { admission, concurrency, maxQueue, supervisor, workers, cache } = parts;
  metrics.watch('page_renderer_queue_length', () => [[admission.waiting, {}]]);
  metrics.watch('page_renderer_queue_limit', () => [[maxQueue, {}]]);
  metrics.watch('page_renderer_renders_running', () => [[admission.running, {}]]);
  metrics.watch('page_renderer_renders_limit', () => [[concurrency, {}]]);
  metrics.watch('page_renderer_browsers', () => readings('state', supervisor.counts));
  metrics.watch('page_renderer_workers', () => [[workers?.count ?? 0, {}]]);
  metrics.watch('page_renderer_ready', async () => {
    const isReady = await parts.isReady();
    return isReady === undefined ? [] : [[isReady ? 1 : 0, {}]];
  });
  if (workers) metrics.addOthers(() => workers.counts);
  metrics.watch('page_renderer_audits', () => {
    const all = parts.audits.all();
    return AUDIT_PHASES.map((state) => [all.filter(({ phase }) => phase === state).length, { state }]);
  });
  watchBrowser(metrics, parts.browser);
  if (cache) watchCache(metrics, cache);
  if (cache) watchWarming(metrics, parts.warming);
}

function watchBrowser(metrics: Metrics, browser: MeasuredParts['browser']): void {
  metrics.watch('page_renderer_browser_info', () => {
    const { age } = browser;
    return age ? [[1, { version: age.version, released: age.released ?? 'unknown' }]] : [];
  });
  metrics.watch('page_renderer_browser_age_days', () => {
    const { version, days } = browser.age ?? { version: '', days: null };
    return days === null ? [] : [[days, { version }]];
  });
}

/** Has the metrics of a cache read. */
export function watchCache(metrics: Metrics, cache: Pick<ResultCache, 'state'>): void {
  const state = shared(() => cache.state());
  metrics.watch('page_renderer_cache_answers_total', async () => readings('source', (await state()).answers));
  metrics.watch('page_renderer_renewals_total', async () => readings('outcome', (await state()).renewals));
  metrics.watch('page_renderer_cache_failures_total', async () =>
    readings('operation', { ...(await state()).failures }),
  );
  metrics.watch('page_renderer_cache_changes_total', async () => [[(await state()).changed, {}]]);
  metrics.watch('page_renderer_cache_removed_total', async () => readings('selection', (await state()).removed));
  metrics.watch('page_renderer_cache_writable', async () => [[(await state()).writable ? 1 : 0, {}]]);
  metrics.watch('page_renderer_cache_up', async () => [[(await state()).state === 'ok' ? 1 : 0, {}]]);
}

/** Has the metrics of the jobs of warming read. */
export function watchWarming(metrics: Metrics, warming: MeasuredParts['warming']): void {
  const jobs = shared(() => warming.knownJobs());
  metrics.watch('page_renderer_warming_jobs', async () => {
    const all = await jobs().catch(() => undefined);
    // While Redis or the disk is away, it is not known.
    return all ? JOB_PHASES.map((state) => [all.filter(({ phase }) => phase === state).length, { state }]) : [];
  });
  metrics.watch('page_renderer_warming_oldest_job_age_seconds', async () => {
    const open = (await jobs().catch(() => undefined))?.filter((job) => !isOver(job));
    const now = warming.now();
    return open ? [[Math.max(0, ...open.map(({ createdAt }) => (now - createdAt) / 1000)), {}]] : [];
  });
}

/** Reads once for all metrics of a request, which are read at the same time. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  return () => (reading ??= read().finally(() => (reading = undefined)));
}

/** One reading for each value of a label. */
function readings<Label extends string, Value extends string>(
  label: Label,
  counts: Readonly<Record<Value, number>>,
): Array<Reading<Record<Label, Value>>> {
  const entries = Object.entries(counts) as Array<[Value, number]>;
  return entries.map(([value, count]) => [count, { [label]: value } as Record<Label, Value>]);
}
