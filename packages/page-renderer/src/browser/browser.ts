import type { Protocol } from 'devtools-protocol';
import type { Session } from '../devtools/connection.ts';
import type { RunningBrowser } from './launch.ts';

/** A page, worker or window that the browser has made; it waits until it is told to run. */
export interface Target {
  readonly session: Session;
  readonly info: Protocol.Target.TargetInfo;
}

/** A running browser that gives each page a context of its own: cookies, storage, cache and a way out. */
export class Browser {
  readonly running: RunningBrowser;
  /** Resolves when it tells of its pages: from then on it can be used. @throws {DevToolsError} */
  readonly ready: Promise<unknown>;
  readonly #root: Session;
  /** What is told of new targets, by context. */
  readonly #contexts = new Map<string, (target: Target) => void>();

  constructor(running: RunningBrowser) {
    this.running = running;
    this.#root = running.connection.root;
    this.#root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const target = { session: this.#root.child(sessionId), info: targetInfo };
      const onTarget = this.#contexts.get(targetInfo.browserContextId ?? '');
      if (onTarget) onTarget(target);
      else void target.session.send('Runtime.runIfWaitingForDebugger');
    });
    // Nothing that a page opens runs before it was looked at.
    this.ready = this.#root.send('Target.setAutoAttach', AUTO_ATTACH);
  }

  get isGone(): boolean {
    return this.running.connection.isClosed;
  }

  /** Resolves when the browser is gone. */
  get gone(): Promise<void> {
    return this.running.connection.closed;
  }

  /** A round trip through the process that all others depend on. @throws {DevToolsError} */
  async ping(): Promise<void> {
    await this.#root.send('Browser.getVersion');
  }

  /**
   * Makes a context, whose pages may not download.
   *
   * @param onTarget told of each page, window, shared worker and service worker in it
   * @throws {DevToolsError}
   */
  async openContext(proxyServer: string, onTarget: (target: Target) => void): Promise<string> {
    const { browserContextId } = await this.#root.send('Target.createBrowserContext', {
      proxyServer,
      proxyBypassList: '<-loopback>',
    });
    this.#contexts.set(browserContextId, onTarget);
    void this.#root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    return browserContextId;
  }

  /** Opens an empty page; the context is told of it before this resolves. @returns the page's target @throws {DevToolsError} */
  async openPage(browserContextId: string): Promise<string> {
    const { targetId } = await this.#root.send('Target.createTarget', { url: 'about:blank', browserContextId });
    return targetId;
  }

  closeTarget(targetId: string): void {
    void this.#root.send('Target.closeTarget', { targetId });
  }

  /** Closes all pages of a context, and forgets it. @throws {DevToolsError} */
  async closeContext(browserContextId: string): Promise<void> {
    try {
      await this.#root.send('Target.disposeBrowserContext', { browserContextId });
    } finally {
      this.#contexts.delete(browserContextId);
    }
  }
}

/** How the browser, and every page and frame, is asked to tell of what belongs to it. */
export const AUTO_ATTACH: Protocol.Target.SetAutoAttachRequest = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: 'browser', exclude: true }, { type: 'tab', exclude: true }, {}],
};
