import { monotonic } from '../clock.ts';
import type { Session } from '../devtools/connection.ts';

/** How long a frame is waited for that loads without a request, in milliseconds after it began. */
const LOADING = 2_000;

/**
 * Frames of a page that load. What is written into them (`srcdoc`) takes a way through the browser that no request tells of,
 * and no task of the page's either.
 */
export class LoadingFrames {
  readonly #children = new Set<string>();
  readonly #since = new Map<string, number>();

  /** Follows those of a session whose page events are on. */
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
    // The frames of a page that is left load no more, which is not always told.
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#since.clear();
    });
    session.on('Page.frameDetached', end);
    void session.ended.then(() => own.forEach((frameId) => this.#since.delete(frameId)));
  }

  /** How many are waited for, and how many have been for too long. */
  count(now: number): { within: number; beyond: number } {
    const since = [...this.#since.values()];
    const within = since.filter((at) => now - at < LOADING).length;
    return { within, beyond: since.length - within };
  }
}
