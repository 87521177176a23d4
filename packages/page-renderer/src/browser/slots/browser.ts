import type { Protocol } from 'devtools-protocol';
import type { Session } from '../../devtools/connection.ts';
import { startsDownloads } from '../start/downloads.ts';
import type { RunningBrowser } from '../start/launch.ts';
import { RequestGate } from './request-gate.ts';

/** A page, worker or window that the browser has created; it waits until it is told to run. */
export interface Target {
  readonly session: Session;
  readonly info: Protocol.Target.TargetInfo;
}

/**
 * An address of a scheme that Chromium neither opens nor passes to another program: a new tab stays at its initial empty document,
 * which is no entry of its history. `about:blank` would be one, and `history.back()` would lead to it.
 */
const NOWHERE = 'disk:nowhere';

/** A running browser that gives each page a browser context of its own: cookies, storage, cache and network access. */
export class Browser {
  readonly running: RunningBrowser;
  /** Resolves when it reports its pages and can be used. @throws {DevToolsError} */
  readonly ready: Promise<unknown>;
  /** Holds the requests of pages; undefined if nothing has to be decided about each of them. */
  readonly gate: RequestGate | undefined;
  readonly #root: Session;
  /** Listeners for new targets, by browser context. */
  readonly #contexts = new Map<string, (target: Target) => void>();

  /** @param isGated whether each request of a page waits for a decision, which costs a round trip */
  constructor(running: RunningBrowser, isGated: boolean) {
    this.running = running;
    this.#root = running.connection.root;
    this.#root.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const target = { session: this.#root.child(sessionId), info: targetInfo };
      const onTarget = this.#contexts.get(targetInfo.browserContextId ?? '');
      if (onTarget) onTarget(target);
      else void target.session.send('Runtime.runIfWaitingForDebugger');
    });
    this.gate = isGated ? new RequestGate(this.#root, (context = '') => this.#contexts.has(context)) : undefined;
    // Nothing that a page opens runs before it was checked.
    this.ready = Promise.all([this.#root.send('Target.setAutoAttach', AUTO_ATTACH), this.gate?.start()]);
  }

  /** Whether scripts of its pages may start a download. */
  get startsDownloads(): boolean {
    return startsDownloads(this.running.version);
  }

  get isGone(): boolean {
    return this.running.connection.isClosed;
  }

  /** Resolves when the browser has ended. */
  get gone(): Promise<void> {
    return this.running.connection.closed;
  }

  /** A round trip through the process that all others depend on. @throws {DevToolsError} */
  async ping(): Promise<void> {
    await this.#root.send('Browser.getVersion');
  }

  /**
   * Creates a browser context whose pages keep no downloads.
   *
   * @param onTarget called with each page, window, shared worker and service worker in it
   * @throws {DevToolsError}
   */
  async openContext(proxyServer: string | undefined, onTarget: (target: Target) => void): Promise<string> {
    const { browserContextId } = await this.#root.send('Target.createBrowserContext', {
      ...(proxyServer !== undefined && { proxyServer, proxyBypassList: '<-loopback>' }),
      // A browser that runs elsewhere outlives this process.
      disposeOnDetach: true,
    });
    this.#contexts.set(browserContextId, onTarget);
    // One that was started by others may keep files. Where requests are held, this would let downloads pass.
    if (this.startsDownloads && this.running.pid === undefined && !this.gate) {
      void this.#root.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    }
    return browserContextId;
  }

  /** Opens a page, by default an empty one, after a call of its listener. @returns the page's target @throws {DevToolsError} */
  async openPage(browserContextId: string, url: string = NOWHERE): Promise<string> {
    const { targetId } = await this.#root.send('Target.createTarget', { url, browserContextId });
    return targetId;
  }

  closeTarget(targetId: string): void {
    void this.#root.send('Target.closeTarget', { targetId });
  }

  /** Closes all pages of a browser context, and disposes of it. @throws {DevToolsError} */
  async closeContext(browserContextId: string): Promise<void> {
    try {
      await this.#root.send('Target.disposeBrowserContext', { browserContextId });
    } finally {
      this.#contexts.delete(browserContextId);
    }
  }
}

/** Makes the browser report its targets. */
export const AUTO_ATTACH: Protocol.Target.SetAutoAttachRequest = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
  filter: [{ type: 'browser', exclude: true }, { type: 'tab', exclude: true }, {}],
};

/** Makes a page, a frame or a worker report what belongs to it. A service worker would be reported by each page in its scope, too. */
export const AUTO_ATTACH_PARTS: Protocol.Target.SetAutoAttachRequest = {
  ...AUTO_ATTACH,
  filter: [{ type: 'service_worker', exclude: true }, ...(AUTO_ATTACH.filter ?? [])],
};
