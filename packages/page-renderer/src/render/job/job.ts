import type { IsolatedPage } from '../../browser/slots/isolated-page.ts';
import type { Session } from '../../devtools/connection.ts';
import type { JudgedTarget } from '../../guard/policy.ts';
import type { Budgets } from './budgets.ts';
import type { Deadline } from './deadline.ts';
import type { RenderSettings, Supplied } from './options.ts';
import type { RequestLog } from '../requests/requests.ts';
import type { StageListener } from './stages.ts';
import type { PageTargets } from './targets.ts';
import type { PageWatch } from '../pending/watch.ts';

/** One page to render, from its URL to its result. */
export interface RenderJob {
  url: URL;
  /** Host and port of the URL, as they were checked. */
  target: JudgedTarget;
  options: RenderSettings;
  /** The document, if the target is not asked for it. */
  supplied?: Supplied | undefined;
  deadline: Deadline;
  answers: AnswerRule;
  /** Milliseconds that the job waited for a slot. */
  queued: number;
  /** Whether the page has ended in an earlier attempt: maybe it has closed its own window. */
  hasCrashed?: boolean;
  onStage?: StageListener | undefined;
  /** Called with everything that scripts of the page run in, before they run: the page itself, its frames and its web workers. */
  observe?: (session: Session) => void;
  /** Reads more of the page after its HTML, without failing; `isSeen` as in {@link Look}. */
  readMore?: { readonly isSeen: boolean; readonly read: (page: PageJob, signal: AbortSignal) => Promise<void> };
  /** Accepts work that remains after the result: the client does not wait until the page is closed. */
  cleanUp: (work: PromiseLike<void>) => void;
}

/** Which parts of a page are needed. */
export interface Look {
  /** Whether content below the viewport is needed. */
  below: boolean;
  /** Whether the page is shown as it is drawn, as in a screenshot. */
  isSeen: boolean;
  /** Whether the meta tags of the page decide about the answer. */
  isAnswer: boolean;
}

/** A job with the page that it runs on. */
export interface PageJob extends RenderJob {
  isolated: IsolatedPage;
  look: Look;
  requests: RequestLog;
  /** The page with its frames and web workers. */
  targets: PageTargets;
  /** What is pending apart from requests. */
  watch: PageWatch;
  budgets: Budgets;
  /** Number of bytes that it may load in total. */
  maxBytes: number;
  /** Ends when the page is stopped: with the time budget, or when it exceeds a limit. */
  signal: AbortSignal;
}

/** What to do with a response of the target that is not a page. */
export interface AnswerRule {
  /** Whether it is passed through; otherwise it is the error `not-a-page`. */
  readonly passesThrough: boolean;
  /** Whether the browser decides about a response without a type. */
  untypedIsPage: boolean;
  /** Whether the response of the target has no type, and is not a page as far as is known. */
  hasNoType: boolean;
}

/** One response of the target to a navigation; the first may redirect to the next. */
export interface Hop {
  url: string;
  status: number;
  headers: Record<string, string>;
}
