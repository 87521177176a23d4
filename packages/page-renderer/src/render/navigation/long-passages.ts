import { monotonic } from '../../kernel/clock.ts';
import { FairPlaces } from '../../kernel/fair-places.ts';
import type { Deadline } from '../job/deadline.ts';

/** Who is waited for: the target, which sends, or the client, which reads. */
export type Side = 'target' | 'client';

/** Timing of a response that is passed through. */
export interface Timed {
  /** Resolves when no more of it arrives. */
  readonly ended: Promise<void>;
  /** Calls the listener whenever data has moved, with the side that is waited for now. */
  onMoved(listener: (awaited: Side) => void): void;
  /** Ends it, even if it is incomplete. */
  cutOff(): void;
}

/**
 * For how long the target may be waited for altogether, and a client may certainly keep a place, as a multiple of the time budget.
 */
const MOST = 30;

/**
 * Limits the time that targets take for responses that are passed through: a response is cut off when its target is waited for and
 * sends nothing for the time of the time budget, or was waited for thirty times as long altogether. The time in which the client is
 * behind does not count: the pace at which it has to read is checked where the response is sent. A response that takes longer than
 * the time budget releases its slot, so that slow targets and slow clients block no render; at most `concurrency` responses may
 * continue in this way, shared fairly between clients (see {@link FairPlaces}), and the others are cut off.
 */
export class LongPassages {
  readonly #places: FairPlaces;
  readonly #time: number;
  readonly #long = new Set<Timed>();
  #isClosed = false;

  /**
   * @param limit how many may take longer than the time budget
   * @param time the time budget in milliseconds
   */
  constructor(limit: number, time: number) {
    this.#places = new FairPlaces(limit, time * MOST);
    this.#time = time;
  }

  /**
   * Takes over from the deadline of the render.
   *
   * @param client who reads it
   * @returns a promise that resolves when it releases its slot, maybe never
   */
  watch(passage: Timed, deadline: Pick<Deadline, 'received' | 'lift'>, client: string): Promise<void> {
    const { promise: hasLeft, resolve: leave } = Promise.withResolvers<void>();
    const cutOff = () => passage.cutOff();
    deadline.lift();
    let release: (() => void) | undefined;
    const onLong = () => {
      release = this.#isClosed ? undefined : this.#places.take(client, cutOff);
      if (!release) return cutOff();
      this.#long.add(passage);
      leave();
    };
    const place = setTimeout(onLong, Math.max(0, this.#time - (monotonic() - deadline.received)));
    /** Milliseconds for which the target may still be waited for, and since when it is. */
    let left = this.#time * MOST;
    let since: number | undefined;
    let silence: NodeJS.Timeout | undefined;
    const onMoved = (awaited: Side) => {
      const now = monotonic();
      if (since !== undefined) left -= now - since;
      clearTimeout(silence);
      since = awaited === 'target' ? now : undefined;
      if (awaited === 'target') silence = setTimeout(cutOff, Math.min(this.#time, Math.max(0, left)));
    };
    onMoved('target');
    passage.onMoved(onMoved);
    const onEnd = () => {
      passage.onMoved(() => {});
      for (const timer of [place, silence]) clearTimeout(timer);
      this.#long.delete(passage);
      release?.();
    };
    void passage.ended.then(onEnd);
    return hasLeft;
  }

  /** Ends all that take longer than the time budget. */
  close(): void {
    this.#isClosed = true;
    for (const passage of this.#long) passage.cutOff();
  }
}
