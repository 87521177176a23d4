import type { CDPSession } from 'puppeteer-core';
import type { JudgedTarget } from '../guard/policy.ts';
import type { IsolatedPage } from '../browser/supervisor.ts';
import type { RenderSettings } from './options.ts';

/** One page to be rendered, from its URL to its result. */
export interface RenderJob {
  url: URL;
  /** Host and port of the URL, as they were judged. */
  target: JudgedTarget;
  options: RenderSettings;
  /** When the job was taken on, on the clock of {@link monotonic}. */
  received: number;
  /** End of the time budget, on the clock of {@link monotonic}. */
  deadline: number;
  /** Ends at the deadline, or earlier when nobody waits for the result any more. */
  signal: AbortSignal;
  /** Takes the work that remains when there is a result: whoever asked does not wait for the page to be closed. */
  cleanUp: (work: PromiseLike<void>) => void;
}

/** A job with the page it runs on. */
export interface PageJob extends RenderJob {
  isolated: IsolatedPage;
  /** DevTools protocol session of the page. */
  session: CDPSession;
}

/**
 * How a render ended; sent as `X-Render-Verdict`. The list is closed:
 *
 * - `complete`: the page had loaded, no request was outstanding and it had had time to render
 * - `ready-signal`: the page said itself that it was ready (`window.prerenderReady`)
 * - `client-redirect`: like `complete`, but a script or a meta refresh had led to another address, which was rendered
 * - `redirect`: the target redirects; nothing was rendered, the answer passes the redirect on
 * - `blank`: the page is complete and shows neither text nor pictures
 * - `budget`: the time budget ended first; the result is what was there
 * - `crashed`: the browser went away, twice; there is no result
 */
export type Verdict = 'complete' | 'ready-signal' | 'client-redirect' | 'redirect' | 'blank' | 'budget' | 'crashed';

/** One answer of the target to a navigation: the first may redirect to the next. */
export interface Hop {
  url: string;
  status: number;
  headers: Record<string, string>;
}
