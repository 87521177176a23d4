/** What becomes of a page of warming, as it is counted. */

/** The end of a page: see `JobCounts`. */
export const WARM_RESULTS = ['done', 'fresh', 'failed', 'refused'] as const;
/** One of {@link WARM_RESULTS}. */
export type WarmResult = (typeof WARM_RESULTS)[number];

/** Why a page is put off. */
export const WAIT_REASONS = [
  /** The rate of its site (`rendersPerMinute`). */
  'rate',
  /** As many pages of its site are being rendered as may be (`concurrency`). */
  'concurrency',
  /** The hours of its site (`hours`). */
  'hours',
  /** The server of its site has asked for a pause. */
  'retry-after',
  /** This service has no slot or no browser for it, its cache did not store it, or it is shutting down. */
  'service',
] as const;
/** One of {@link WAIT_REASONS}. */
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Where warming counts its results and its waits. */
export interface WarmingMetrics {
  count(name: 'page_renderer_warming_pages_total', labels: { result: WarmResult }): void;
  count(name: 'page_renderer_warming_wait_seconds_total', labels: { reason: WaitReason }, seconds: number): void;
}
