import { monotonic } from '../kernel/clock.ts';
import type { Browser } from './slots/browser.ts';
import { familyOf, privateBytes } from './memory/processes.ts';

/** Whether a browser gets pages, waits to replace another one, or ends after its last page. */
export type BrowserState = 'running' | 'spare' | 'retiring';

/** A browser that has not ended, for operators. */
export interface RunningBrowser {
  /** Milliseconds since its start. */
  readonly age: number;
  /** Number of pages that it has rendered or is rendering. */
  readonly renders: number;
  /** Number of open pages. */
  readonly pages: number;
  readonly state: BrowserState;
  /** Bytes of memory that its processes share with no others; null if the system does not say. */
  readonly bytes: number | null;
}

interface Supervised {
  readonly browser: Browser;
  readonly started: number;
  readonly open: readonly string[];
  readonly renders: number;
}

/** The browsers that have not ended. */
export function runningOf<T extends Supervised>(
  members: Iterable<T>,
  stateOf: (member: T) => BrowserState,
): RunningBrowser[] {
  return [...members].flatMap((member) => {
    const { browser, started, open, renders } = member;
    if (browser.isGone) return [];
    // A remote browser has no process here.
    const { pid } = browser.running;
    const bytes = (pid === undefined ? [] : familyOf(pid)).reduce((sum, one) => sum + privateBytes(one), 0);
    const state = stateOf(member);
    return [{ age: monotonic() - started, renders, pages: open.length, state, bytes: bytes > 0 ? bytes : null }];
  });
}
