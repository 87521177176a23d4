import type { Session } from '../devtools/connection.ts';
import { DevToolsError } from '../devtools/errors.ts';
import { RendererError } from '../errors.ts';
import type { Egress } from '../guard/egress-proxy.ts';
import type { Browser, Target } from './browser.ts';

/** A page for one render: fresh cookies, storage and cache, and a way out of its own. */
export interface IsolatedPage {
  readonly session: Session;
  /** Id of the page's target and of its main frame. */
  readonly id: string;
  readonly egress: Egress;
  /** User agent string of the page's browser, as it would send it. */
  readonly userAgent: string;
  /** Rejects with `browser-unavailable` when the browser goes away, with `page-crashed` when the page's process does. */
  readonly gone: Promise<never>;
  /** Windows, shared workers and service workers that the page makes; they wait until they are told to run. */
  onTarget(listener: (target: Target) => void): void;
  closeTarget(targetId: string): void;
  /** Lets no other page have what belongs to this one. */
  spoil(): void;
  /** Ends the page's process, whatever it is busy with. */
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

/** No page could be had, or it went with its browser. */
export function unavailable(message: string, cause: unknown): RendererError {
  return new RendererError('browser-unavailable', message, { cause, retryAfter: 1 });
}
