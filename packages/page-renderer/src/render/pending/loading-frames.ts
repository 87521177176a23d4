import { monotonic } from '../../kernel/clock.ts';
import type { Session } from '../../devtools/connection.ts';

/** How long to wait for a frame that loads without a request, in milliseconds after its start. */
const LOADING = 2_000;

/**
 * Frames of a page that are loading. Content that is written into them (`srcdoc`) causes no request and
 * no task of the page.
 */
export class LoadingFrames {
  readonly #children = new Set<string>();
  readonly #since = new Map<string, number>();

  /** Observes those of a session whose page events are enabled. */
  follow(session: Session): void {
    const end = ({ frameId }: { frameId: string }) => void this.#since.delete(frameId);
    const own = new Set<string>();
    session.on('Page.frameAttached', ({ frameId }) => void this.#children.add(frameId));
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      if (!this.#children.has(frameId)) return;
      own.add(frameId);
      this.#since.set(frameId, monotonic());
    });
    session.on('Page.frameStoppedLoading', end);
    // The frames of a page that was left do not load any more, which is not always reported.
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#since.clear();
    });
    session.on('Page.frameDetached', end);
    void session.ended.then(() => own.forEach((frameId) => this.#since.delete(frameId)));
  }

  /** How many are waited for, and how many have been loading for too long. */
  count(now: number): { within: number; beyond: number } {
    const since = [...this.#since.values()];
    const within = since.filter((at) => now - at < LOADING).length;
    return { within, beyond: since.length - within };
  }
}
