import type { RunningBrowser } from '../browser/running.ts';

/** What the service is doing now. */
export interface ServiceLoad {
  /** Number of pages that are being rendered. */
  readonly running: number;
  /** Number of renders that wait for a slot. */
  readonly waiting: number;
  /** Maximum number of pages that are rendered at the same time. */
  readonly slots: number;
  readonly browsers: readonly RunningBrowser[];
}
