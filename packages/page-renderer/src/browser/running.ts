import { monotonic } from '../clock.ts';
import type { Browser } from './browser.ts';
import { familyOf, privateBytes } from './processes.ts';

/** A running browser, for operators. */
export interface RunningBrowser {
  /** Milliseconds since its start. */
  readonly age: number;
  /** Number of pages that it has rendered or is rendering. */
  readonly renders: number;
  /** Number of open pages. */
  readonly pages: number;
  /** Whether it gets no more pages and ends after its last one. */
  readonly isRetired: boolean;
  /** Bytes of memory that its processes share with no others; null if the system does not say. */
  readonly bytes: number | null;
}

interface Supervised {
  readonly browser: Browser;
  readonly started: number;
  readonly open: readonly string[];
  readonly renders: number;
  readonly isRetired: boolean;
}

/** The browsers that have not ended. */
export function runningOf(members: Iterable<Supervised>): RunningBrowser[] {
  return [...members].flatMap(({ browser, started, open, renders, isRetired }) => {
    if (browser.isGone) return [];
    // A remote browser has no process here.
    const { pid } = browser.running;
    const bytes = (pid === undefined ? [] : familyOf(pid)).reduce((sum, one) => sum + privateBytes(one), 0);
    return [{ age: monotonic() - started, renders, pages: open.length, isRetired, bytes: bytes > 0 ? bytes : null }];
  });
}
