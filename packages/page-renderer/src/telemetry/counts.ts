/** What is counted at the end of a render, and for an error. */
import type { RendererErrorCode } from '../kernel/errors.ts';
import { RendererError } from '../kernel/errors.ts';
import type { TrafficKind } from '../guard/network.ts';
import type { Verdict } from '../kernel/verdicts.ts';
import type { RenderKind } from '../grammar/dialects/request.ts';
import type { BotClass } from '../traffic/bots.ts';
import type { Budget, StatusClass } from './definitions.ts';
import { REFUSALS } from './definitions.ts';
import type { Metrics } from './metrics.ts';

/** Errors of a render that had begun, and has no verdict. */
const FAILED: ReadonlySet<RendererErrorCode> = new Set(['connection-failed', 'tls-failed', 'not-a-page', 'internal']);

/** Counts an error response. */
export function countError(metrics: Metrics, code: RendererErrorCode): void {
  metrics.count('page_renderer_errors_total', { code });
  if (REFUSALS.includes(code)) metrics.count('page_renderer_refusals_total', { reason: code });
}

/** Counts what the connections of pages transfer, and the connections that were refused. */
export function countTraffic(metrics: Metrics, kind: TrafficKind, amount: number): void {
  if (kind === 'refused') metrics.count('page_renderer_refusals_total', { reason: 'page-connection' }, amount);
  else metrics.count('page_renderer_bytes_total', { direction: kind }, amount);
}

/** Counts a render that has a result. */
export function countRender(
  metrics: Metrics,
  { kind, bot, verdict, status }: { kind: RenderKind; bot: BotClass; verdict: Verdict | 'failed'; status: number },
): void {
  metrics.count('page_renderer_renders_total', { kind, verdict, status: classOf(status), bot });
  const budget = verdict === 'failed' ? undefined : budgetOf(verdict);
  if (budget) metrics.count('page_renderer_budgets_exceeded_total', { budget });
}

/** How a render has failed; undefined for an error that prevented it. */
export function verdictOf(error: unknown): Verdict | 'failed' | undefined {
  if (!(error instanceof RendererError)) return 'failed';
  return error.verdict ?? (FAILED.has(error.code) ? 'failed' : undefined);
}

/** The class of a status, such as `4xx`. */
export function classOf(status: number): StatusClass {
  if (status < 200) return '1xx';
  if (status < 300) return '2xx';
  if (status < 400) return '3xx';
  return status < 500 ? '4xx' : '5xx';
}

function budgetOf(verdict: Verdict): Budget | undefined {
  if (verdict === 'budget') return 'time';
  return verdict.startsWith('over-') ? (verdict.slice('over-'.length) as Budget) : undefined;
}
