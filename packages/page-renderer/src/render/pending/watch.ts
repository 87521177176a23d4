import type { Session } from '../../devtools/connection.ts';
import type { WaitingWorker } from '../../devtools/waiting-worker.ts';
import { FirstMessages } from './first-messages.ts';
import { LoadingFrames } from './loading-frames.ts';
import { PendingWork } from './pending-work.ts';
import { Refreshes } from './refreshes.ts';

/** What is known of a page's work beside its requests. */
export class PageWatch {
  readonly work: PendingWork;
  readonly messages: FirstMessages = new FirstMessages();
  readonly refreshes: Refreshes = new Refreshes();
  readonly frames: LoadingFrames = new LoadingFrames();

  constructor(earlyTimers: boolean, selector?: string) {
    this.work = new PendingWork(earlyTimers, selector);
  }

  /** Begins with the page itself or a frame that has a process of its own, before it runs. @throws {DevToolsError} */
  async frame(session: Session): Promise<void> {
    this.messages.follow(session);
    this.refreshes.follow(session);
    this.frames.follow(session);
    await this.work.frame(session);
  }

  /** Begins with a worker, before it runs. @throws {DevToolsError} */
  async worker(worker: WaitingWorker): Promise<void> {
    this.messages.follow(worker.session);
    await this.work.worker(worker);
  }
}
