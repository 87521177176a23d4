import type { IsolatedPage } from '../browser/isolated-page.ts';
import type { JudgedTarget } from '../guard/policy.ts';
import type { Budgets } from './budgets.ts';
import type { Deadline } from './deadline.ts';
import type { RenderSettings } from './options.ts';
import type { RequestLog } from './requests.ts';
import type { PageTargets } from './targets.ts';

/** One page to be rendered, from its URL to its result. */
export interface RenderJob {
  url: URL;
  /** Host and port of the URL, as they were judged. */
  target: JudgedTarget;
  options: RenderSettings;
  deadline: Deadline;
  /** Takes the work that remains when there is a result: whoever asked does not wait for the page to be closed. */
  cleanUp: (work: PromiseLike<void>) => void;
}

/** A job with the page it runs on. */
export interface PageJob extends RenderJob {
  isolated: IsolatedPage;
  requests: RequestLog;
  /** The page with its frames and workers. */
  targets: PageTargets;
  budgets: Budgets;
  /** Ends when the page gets no more time: with the time budget, or when it uses more of something than it may. */
  signal: AbortSignal;
}

/** One answer of the target to a navigation: the first may redirect to the next. */
export interface Hop {
  url: string;
  status: number;
  headers: Record<string, string>;
}
