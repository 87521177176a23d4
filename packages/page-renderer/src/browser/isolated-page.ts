import type { Session } from '../devtools/connection.ts';
import { DevToolsError } from '../devtools/errors.ts';
import { RendererError } from '../errors.ts';
import type { EgressListener } from '../guard/egress-proxy.ts';
import { openEgress } from '../guard/egress-proxy.ts';
import type { AddressPolicy } from '../guard/policy.ts';
import { inTime } from '../in-time.ts';
import type { Browser, Target } from './browser.ts';

/** A page of its own for one render: fresh cookies, storage and cache, and a way out that is closed until it is assigned. */
export interface IsolatedPage {
  readonly session: Session;
  /** Id of the page's target and of its main frame. */
  readonly id: string;
  readonly egress: EgressListener;
  /** User agent string of the page's browser, as it would send it. */
  readonly userAgent: string;
  /** Rejects with `browser-unavailable` when the browser goes away, with `page-crashed` when the page's process does. */
  readonly gone: Promise<never>;
  /** Windows, shared workers and service workers that the page makes; they wait until they are told to run. */
  onTarget(listener: (target: Target) => void): void;
  closeTarget(targetId: string): void;
  /** Ends the page's process, whatever it is busy with. */
  crash(): void;
  /** Closes the page and all that belongs to it. @returns `stuck` when the browser did not do it in time */
  close(): Promise<'closed' | 'stuck'>;
}

/** How long a browser may take to open a page, in milliseconds. */
const OPEN_TIMEOUT = 5_000;
/** How long the parts of a page may take to go away, in milliseconds. */
const CLOSE_TIMEOUT = 5_000;

/**
 * Opens a page in a context of its own, whose every connection goes through a guard of its own.
 *
 * @throws {RendererError} `browser-unavailable`
 */
export async function openIsolatedPage(browser: Browser, policy: AddressPolicy): Promise<IsolatedPage> {
  const egress = await openEgress(policy);
  const opened = Promise.withResolvers<Target>();
  let onTarget: (target: Target) => void = ({ info }) => browser.closeTarget(info.targetId);
  let page: Target | undefined;
  let context: string | undefined;
  const open = async () => {
    context = await browser.openContext(egress.proxyServer, (made) => {
      if (page) return onTarget(made);
      page = made;
      opened.resolve(made);
    });
    await browser.openPage(context);
    return opened.promise;
  };
  try {
    const { session, info } = await inTime(open(), OPEN_TIMEOUT);
    return {
      session,
      id: info.targetId,
      egress,
      userAgent: browser.running.userAgent,
      gone: endOf(browser, session),
      onTarget: (listener) => {
        onTarget = listener;
      },
      closeTarget: (targetId) => browser.closeTarget(targetId),
      crash: () => void session.send('Page.crash'),
      close: () => close(browser, context ?? '', egress),
    };
  } catch (error) {
    await egress.close();
    if (context !== undefined) void browser.closeContext(context).catch(() => {});
    throw unavailable('The browser could not open a page', error);
  }
}

async function close(browser: Browser, context: string, egress: EgressListener): Promise<'closed' | 'stuck'> {
  await egress.close();
  const closing = browser.closeContext(context).catch(() => {});
  return inTime(closing, CLOSE_TIMEOUT).then(
    () => 'closed',
    () => (browser.isGone ? 'closed' : 'stuck'),
  );
}

function endOf(browser: Browser, session: Session): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const onCrash = () => {
    const cause = new DevToolsError('detached', 'The process of the page is gone');
    reject(new RendererError('page-crashed', 'The process of the page ended', { cause, retryAfter: 1 }));
  };
  session.on('Inspector.targetCrashed', onCrash);
  void session.ended.then(() => {
    if (!browser.isGone) return onCrash();
    const cause = new DevToolsError('disconnected', 'The browser is gone');
    return reject(unavailable('The browser went away during the render', cause));
  });
  return promise;
}

function unavailable(message: string, cause: unknown): RendererError {
  return new RendererError('browser-unavailable', message, { cause, retryAfter: 1 });
}
