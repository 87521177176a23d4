/** The rate of renders in the background per site: gentle to the servers of the site, and without bursts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { monotonic, wallClock } from '../../kernel/clock.ts';
import type { SiteRules } from './sites.ts';
import type { WaitReason } from './results.ts';
import { waitForHours } from './sites.ts';

/** What happens to a render: it may start after some milliseconds, or must be tried again later. */
export type Turn =
  | {
      readonly kind: 'go';
      readonly after: number;
      /** Must be called when the render has ended. */ leave(): Promise<void>;
    }
  | { readonly kind: 'later'; readonly wait: number; readonly reason: WaitReason };

/** See the head of the file. */
export interface Pace {
  /** Asks for a turn, and reserves it. */
  enter(site: SiteRules): Promise<Turn>;
  /** Nothing of the site is rendered in the background for some milliseconds, because its server has asked for that. */
  backOff(site: SiteRules, milliseconds: number): Promise<void>;
}

/** How far ahead turns are reserved, in milliseconds. */
export const AHEAD = 5_000;
/** How soon to ask again while the site has as many renders as it may, in milliseconds. */
export const BUSY = 200;
/** Number of sites that are remembered; one that is forgotten was not used for a long time. */
const REMEMBERED = 1_000;

interface SiteState {
  /** When the next render may start, on the monotonic clock. */
  next: number;
  running: number;
  /** Until when the site is left alone, on the monotonic clock. */
  until: number;
}

/**
 * Waits for a turn.
 *
 * @param onWait called when the render is put off, with milliseconds
 * @returns ends the turn
 * @throws the reason of the signal
 */
export async function waitForTurn(
  pace: Pace,
  site: SiteRules,
  signal: AbortSignal,
  onWait: (reason: WaitReason, milliseconds: number) => void,
): Promise<() => Promise<void>> {
  for (;;) {
    signal.throwIfAborted();
    const turn = await pace.enter(site);
    if (turn.kind === 'go') {
      if (turn.after > 0) {
        onWait('rate', turn.after);
        await sleep(turn.after, undefined, { signal }).catch(async (error: unknown) => {
          await turn.leave();
          throw error;
        });
      }
      return () => turn.leave();
    }
    onWait(turn.reason, turn.wait);
    await sleep(turn.wait, undefined, { signal });
  }
}

/** The rates of one process. They are measured with the monotonic clock, so that a change of the time causes no burst. */
export class LocalPace implements Pace {
  readonly #sites = new LRUCache<string, SiteState>({ max: REMEMBERED });
  readonly #now: () => number;
  readonly #wallNow: () => number;

  constructor(now: () => number = monotonic, wallNow: () => number = wallClock) {
    this.#now = now;
    this.#wallNow = wallNow;
  }

  async enter(site: SiteRules): Promise<Turn> {
    const state = this.#stateOf(site);
    const now = this.#now();
    const closed = waitForHours(site.hours, this.#wallNow());
    if (closed > 0) return { kind: 'later', wait: closed, reason: 'hours' };
    if (state.until > now) return { kind: 'later', wait: state.until - now, reason: 'retry-after' };
    if (state.running >= site.concurrency) return { kind: 'later', wait: BUSY, reason: 'concurrency' };
    const start = Math.max(state.next, now);
    if (start - now > AHEAD) return { kind: 'later', wait: start - now, reason: 'rate' };
    state.next = start + site.interval;
    state.running += 1;
    let isOver = false;
    const leave = async () => {
      if (!isOver) state.running -= 1;
      isOver = true;
    };
    return { kind: 'go', after: start - now, leave };
  }

  async backOff(site: SiteRules, milliseconds: number): Promise<void> {
    const state = this.#stateOf(site);
    state.until = Math.max(state.until, this.#now() + milliseconds);
  }

  #stateOf({ name }: SiteRules): SiteState {
    let state = this.#sites.get(name);
    if (!state) this.#sites.set(name, (state = { next: -Infinity, running: 0, until: -Infinity }));
    return state;
  }
}
