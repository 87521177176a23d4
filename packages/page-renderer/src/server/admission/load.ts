import type { RunningBrowser } from '../../browser/running.ts';

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

/** @param slots maximum number of pages that are rendered at the same time */
export function loadOf(
  { running, waiting }: Pick<ServiceLoad, 'running' | 'waiting'>,
  slots: number,
  supervisor: { readonly running: readonly RunningBrowser[] },
): ServiceLoad {
  return { running, waiting, slots, browsers: supervisor.running };
}
