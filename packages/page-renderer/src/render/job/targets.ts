import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../../browser/slots/browser.ts';
import { AUTO_ATTACH_PARTS } from '../../browser/slots/browser.ts';
import type { IsolatedPage } from '../../browser/slots/isolated-page.ts';
import { monotonic } from '../../kernel/clock.ts';
import type { Session } from '../../devtools/connection.ts';
import type { Budgets } from './budgets.ts';
import type { WaitingWorker } from '../../devtools/waiting-worker.ts';
import { tellOfScript, WaitingServiceWorker, waitingWorker } from '../../devtools/waiting-worker.ts';

/** What is done with everything that a page runs in, before it runs. */
export interface Preparation {
  /** The page itself, and each frame that has a process of its own. */
  frame(session: Session): Promise<unknown>;
  worker(worker: WaitingWorker): Promise<unknown>;
}

/** Characters that may arrive from all parts of a page; no page that is read has so much to tell. */
const MAX_RECEIVED = 512 * 1024 * 1024;
/** Milliseconds within which the browser tells that a part is gone, after it has refused a command for that reason. */
const END_NOTICE = 500;

/**
 * Follows a page into its frames and workers, however deeply nested. Each waits until the browser has confirmed that it is
 * prepared. A window that the page opens is closed before it loads anything.
 */
export class PageTargets {
  /** Resolves when the page itself is prepared: before that it may be sent nowhere. @throws {DevToolsError} */
  readonly prepared: Promise<void>;
  readonly #page: IsolatedPage;
  readonly #prepare: Preparation;
  readonly #budgets: Budgets;
  readonly #refused = Promise.withResolvers<never>();
  #waiting = 0;
  #changedAt = monotonic();

  constructor(page: IsolatedPage, prepare: Preparation, budgets: Budgets) {
    this.#page = page;
    this.#prepare = prepare;
    this.#budgets = budgets;
    this.#refused.promise.catch(() => {});
    page.onTarget((target) => this.#onTarget(target));
    this.prepared = this.#ready(page.session, prepare.frame(page.session));
    // Callers that wait for it get the error.
    this.prepared.catch(() => {});
  }

  /** Rejects when the browser refuses to prepare a frame or a worker: what it does would be neither judged nor seen. */
  get refused(): Promise<never> {
    return this.#refused.promise;
  }

  /** When the last frame or worker began to run, on the clock of {@link monotonic}; undefined while one waits for it. */
  get allRunSince(): number | undefined {
    return this.#waiting === 0 ? this.#changedAt : undefined;
  }

  #onTarget({ session, info: { type, targetId, url } }: Target): void {
    if (type === 'page') {
      this.#budgets.add('popups');
      // A window that waits holds up its opener. This one goes on, but nothing answers what it requests.
      void session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
      void session.send('Runtime.runIfWaitingForDebugger');
      return this.#page.closeTarget(targetId);
    }
    this.#page.addPart(targetId);
    if (/work(?:er|let)$/.test(type)) this.#budgets.add('workers');
    if (type === 'service_worker') return void this.#runServiceWorker(session, targetId, url);
    this.#waiting += 1;
    const ready = this.#ready(session, this.#preparationOf(session, type));
    void this.#unlessGone(session, ready).finally(() => {
      this.#waiting -= 1;
      this.#changedAt = monotonic();
    });
  }

  #preparationOf(session: Session, type: string): Promise<unknown> | undefined {
    if (type === 'iframe') return this.#prepare.frame(session);
    return type.endsWith('worker') ? this.#prepare.worker(waitingWorker(session, type === 'worker')) : undefined;
  }

  /** Nothing is waited for here: its script may never arrive. */
  async #runServiceWorker(session: Session, targetId: string, url: string): Promise<void> {
    const worker = new WaitingServiceWorker(session);
    const prepared = Promise.all([this.#prepare.worker(worker), worker.stopFirst()]);
    tellOfScript(session, targetId, url);
    await this.#unlessGone(session, this.#ready(session, prepared));
  }

  /** One that is gone does not run. */
  async #unlessGone(session: Session, ready: Promise<void>): Promise<void> {
    try {
      await ready;
    } catch (error) {
      const isGone = session.ended.then(() => true);
      if (!(await Promise.race([isGone, sleep(END_NOTICE, false, { ref: false })]))) this.#refused.reject(error);
    }
  }

  /**
   * Lets it run once it is prepared and its own targets are reported.
   *
   * @param work undefined for a worklet: it requests nothing itself, nothing belongs to it, and it has no command for that
   */
  async #ready(session: Session, work: Promise<unknown> | undefined): Promise<void> {
    if (work) await Promise.all([work, this.#follow(session)]);
    await session.send('Runtime.runIfWaitingForDebugger');
  }

  async #follow(session: Session): Promise<void> {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      this.#onTarget({ session: session.child(sessionId), info: targetInfo });
    });
    session.on('Page.frameAttached', ({ frameId }) => this.#page.addPart(frameId));
    // What is larger than is taken would be held in memory many times.
    session.onOverflow(() => this.#budgets.exceed('bytes'));
    session.onFlood(MAX_RECEIVED, () => this.#budgets.exceed('bytes'));
    await session.send('Target.setAutoAttach', AUTO_ATTACH_PARTS);
  }
}
