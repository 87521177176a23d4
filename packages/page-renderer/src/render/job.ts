import type { IsolatedPage } from '../browser/isolated-page.ts';
import type { Session } from '../devtools/connection.ts';
import type { JudgedTarget } from '../guard/policy.ts';
import type { Budgets } from './budgets.ts';
import type { Deadline } from './deadline.ts';
import type { RenderSettings } from './options.ts';
import type { RequestLog } from './requests.ts';
import type { PageTargets } from './targets.ts';
import type { PageWatch } from './watch.ts';

/** One page to be rendered, from its URL to its result. */
export interface RenderJob {
  url: URL;
  /** Host and port of the URL, as they were judged. */
  target: JudgedTarget;
  options: RenderSettings;
  deadline: Deadline;
  answers: AnswerRule;
  /** Told of everything that the page runs in, before it runs: the page itself, its frames and its workers. */
  observe?: (session: Session) => void;
  /** Takes the work that remains when there is a result: whoever asked does not wait for the page to be closed. */
  cleanUp: (work: PromiseLike<void>) => void;
}

/** What is looked at of a page. */
export interface Look {
  /** Whether what is below the window counts. */
  below: boolean;
  /** Whether somebody sees it as it is drawn. */
  isSeen: boolean;
}

/** A job with the page it runs on. */
export interface PageJob extends RenderJob {
  isolated: IsolatedPage;
  look: Look;
  requests: RequestLog;
  /** The page with its frames and workers. */
  targets: PageTargets;
  /** What it waits for beside requests. */
  watch: PageWatch;
  budgets: Budgets;
  /** Bytes that it may load, in all. */
  maxBytes: number;
  /** Ends when the page gets no more time: with the time budget, or when it uses more of something than it may. */
  signal: AbortSignal;
}

/** What becomes of an answer of the target that is no page. */
export interface AnswerRule {
  /** It is passed through; otherwise it is an error, `not-a-page`. */
  readonly passesThrough: boolean;
  /** What has no type is left to the browser. */
  untypedIsPage: boolean;
  /** Whether the target's answer has no type, and is no page as far as is known. */
  hasNoType: boolean;
}

/** One answer of the target to a navigation: the first may redirect to the next. */
export interface Hop {
  url: string;
  status: number;
  headers: Record<string, string>;
}
