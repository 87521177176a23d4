import { monotonic } from '../../kernel/clock.ts';
import { withoutFragment } from '../../kernel/url.ts';
import type { Session } from '../../devtools/connection.ts';

/** One that is later than this by so many milliseconds does not come any more. */
const LOST = 3_000;

/** How often a frame has shown an address before a refresh that leads there is a loop. Once may be to set a cookie. */
const LOOP = 2;

/** One with no longer a delay, in seconds, is always waited for: what is shown until then is not meant to stay. */
const SOON = 1;

interface Refresh {
  /** On the clock of {@link monotonic}. */
  readonly at: number;
  readonly isSoon: boolean;
  /** It leads to where the frame was again and again, though not at once: what is shown is all that comes. */
  readonly isLoop: boolean;
}

/** Where a page, or a frame of it, goes on to by itself (`<meta http-equiv="refresh">` and the header), and when. */
export class Refreshes {
  readonly #due = new Map<string, Refresh>();
  /** How often each frame has shown each address. */
  readonly #shown = new Map<string, Map<string, number>>();

  /** Follows those of a session whose page events are on. */
  follow(session: Session): void {
    session.on('Page.frameScheduledNavigation', ({ frameId, reason, delay, url }) => {
      if (reason !== 'metaTagRefresh' && reason !== 'httpHeaderRefresh') return;
      const isLoop = delay > 0 && (this.#shown.get(frameId)?.get(withoutFragment(url)) ?? 0) >= LOOP;
      this.#due.set(frameId, { at: monotonic() + delay * 1_000, isSoon: delay <= SOON, isLoop });
    });
    const forget = (frameId: string) => void this.#due.delete(frameId);
    session.on('Page.frameClearedScheduledNavigation', ({ frameId }) => forget(frameId));
    session.on('Page.frameNavigated', ({ frame: { id, url } }) => {
      forget(id);
      const shown = this.#shown.get(id) ?? new Map<string, number>();
      this.#shown.set(id, shown.set(withoutFragment(url), (shown.get(withoutFragment(url)) ?? 0) + 1));
    });
    session.on('Page.frameDetached', ({ frameId }) => forget(frameId));
  }

  /** How many come by then, and how many later, or in a loop. */
  count(now: number, bound: number): { within: number; beyond: number } {
    const due = [...this.#due.values()].filter(({ at }) => at > now - LOST);
    const within = due.filter(({ at, isSoon, isLoop }) => !isLoop && (isSoon || at <= bound)).length;
    return { within, beyond: due.length - within };
  }
}
