import type { Session } from '../../devtools/connection.ts';
import { DevToolsError } from '../../devtools/errors.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { Egress } from '../../guard/egress-proxy.ts';
import type { Browser, Target } from './browser.ts';
import type { RequestJudge } from './request-gate.ts';

/** A page for one render: empty cookies, storage and cache, and network access of its own. */
export interface IsolatedPage {
  readonly session: Session;
  /** Id of the page's target and of its main frame. */
  readonly id: string;
  readonly egress: Egress;
  /** User agent string of the page's browser, as it would be sent. */
  readonly userAgent: string;
  /** Rejects with `browser-unavailable` when the browser ends, with `page-crashed` when the process of the page crashes. */
  readonly gone: Promise<never>;
  /** Windows, shared workers and service workers that the page creates; they wait until they are told to run. */
  onTarget(listener: (target: Target) => void): void;
  closeTarget(targetId: string): void;
  /** Whether each request of the page waits for the judge. */
  readonly isGated: boolean;
  /** Whether its scripts may start a download. */
  readonly startsDownloads: boolean;
  /** Decides about the requests of the page and of its parts; without a judge they are refused. */
  onRequest(judge: RequestJudge): void;
  /** Tells of a frame or worker that belongs to the page. */
  addPart(id: string): void;
  /** Resolves after a round trip to the browser: what it had to tell before has arrived. @throws {DevToolsError} */
  roundTrip(): Promise<void>;
  /** Reserves everything that belongs to this page; no other page can use it. */
  retire(): void;
  /** Ends the process of the page, even if it is busy. */
  crash(): void;
}

/** Rejects with the page of the session, see {@link IsolatedPage.gone}. */
export function endOf(browser: Browser, session: Session): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const onCrash = () => {
    const cause = new DevToolsError('detached', 'The process of the page is gone');
    reject(new RendererError('page-crashed', 'The process of the page ended', { cause, retryAfter: 1 }));
  };
  session.on('Inspector.targetCrashed', onCrash);
  void session.ended.then(() => {
    if (!browser.isGone) return onCrash();
    const cause = new DevToolsError('disconnected', 'The browser has ended');
    return reject(unavailable('The browser went away during the render', cause));
  });
  return promise;
}

/** No page could be opened, or it ended with its browser. */
export function unavailable(message: string, cause: unknown): RendererError {
  return new RendererError('browser-unavailable', message, { cause, retryAfter: 1 });
}

/** A process of the page was ended because of its memory. */
export function tooMuchMemory(cause: unknown): RendererError {
  return new RendererError('page-too-large', 'The page used more memory than allowed', {
    cause,
    verdict: 'over-memory',
  });
}
