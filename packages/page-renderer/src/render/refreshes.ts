import { monotonic } from '../clock.ts';
import type { Session } from '../devtools/connection.ts';

/** One that is later than this by so many milliseconds does not come any more. */
const LOST = 3_000;

/** Where a page, or a frame of it, goes on to by itself (`<meta http-equiv="refresh">` and the header), and when. */
export class Refreshes {
  readonly #due = new Map<string, number>();

  /** Follows those of a session whose page events are on. */
  follow(session: Session): void {
    session.on('Page.frameScheduledNavigation', ({ frameId, reason, delay }) => {
      const isRefresh = reason === 'metaTagRefresh' || reason === 'httpHeaderRefresh';
      if (isRefresh) this.#due.set(frameId, monotonic() + delay * 1_000);
    });
    const forget = (frameId: string) => void this.#due.delete(frameId);
    session.on('Page.frameClearedScheduledNavigation', ({ frameId }) => forget(frameId));
    session.on('Page.frameNavigated', ({ frame }) => forget(frame.id));
    session.on('Page.frameDetached', ({ frameId }) => forget(frameId));
  }

  /** How many come by then, and how many later. */
  count(now: number, bound: number): { within: number; beyond: number } {
    const due = [...this.#due.values()].filter((at) => at > now - LOST);
    const within = due.filter((at) => at <= bound).length;
    return { within, beyond: due.length - within };
  }
}
