import type { CDPSession } from 'puppeteer-core';
import type { IsolatedPage } from '../browser/supervisor.ts';

/** How a page is looked at. */
export interface View {
  /** CSS pixels. */
  width: number;
  /** CSS pixels. */
  height: number;
  /** A phone: its user agent, touch, and a viewport that honours `<meta name="viewport">`. */
  mobile: boolean;
  /** IANA time zone name, for example `Europe/Rome`; the machine's zone by default. */
  timezoneId?: string | undefined;
}

/** One page to be rendered, from its URL to its result. */
export interface RenderJob {
  url: URL;
  view: View;
  /** End of the time budget, on the clock of `performance.now()`. */
  deadline: number;
  /** Ends at the deadline, or earlier when nobody waits for the result any more. */
  signal: AbortSignal;
}

/** A job with the page it runs on. */
export interface PageJob extends RenderJob {
  isolated: IsolatedPage;
  /** DevTools protocol session of the page. */
  session: CDPSession;
}

/**
 * How far a render got. The list is closed:
 *
 * - `complete`: the page had loaded, no request was outstanding and it had had time to render
 * - `budget`: the time budget ended first; the result is what was there
 */
export type Verdict = 'complete' | 'budget';

/** One answer of the target to a navigation: the first may redirect to the next. */
export interface Hop {
  url: string;
  status: number;
  headers: Record<string, string>;
}
