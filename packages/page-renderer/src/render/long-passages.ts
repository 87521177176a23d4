import { monotonic } from '../clock.ts';
import { FairPlaces } from '../fair-places.ts';
import type { Deadline } from './deadline.ts';

/** A response that is passed through, as far as its time is concerned. */
export interface Timed {
  /** Resolves when no more of it arrives. */
  readonly ended: Promise<void>;
  /** Calls the listener whenever data has arrived from the target, or was read by the client. */
  onMoved(listener: () => void): void;
  /** Ends it, even if it is incomplete. */
  cutOff(): void;
}

/** Its maximum duration, as a multiple of the time budget. */
const MOST = 30;

/**
 * Limits the time of responses that are passed through: they are cut off when no data has moved for the time of the time budget,
 * and at thirty times that in any case. A response that takes longer than the time budget releases its slot, so that slow targets
 * and slow clients block no render; at most `concurrency` responses may continue in this way, shared fairly between clients (see
 * {@link FairPlaces}), and the others are cut off.
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
    this.#places = new FairPlaces(limit);
    this.#time = time;
  }

  /**
   * Takes over from the deadline of the render.
   *
   * @param client who reads it
   * @returns a promise that resolves when it releases its slot, maybe never
   */
  watch(passage: Timed, deadline: Pick<Deadline, 'received' | 'lift'>, client: string): Promise<void> {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
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
    let silence = setTimeout(cutOff, this.#time);
    const end = setTimeout(cutOff, this.#time * MOST);
    passage.onMoved(() => {
      clearTimeout(silence);
      silence = setTimeout(cutOff, this.#time);
    });
    const onEnd = () => {
      passage.onMoved(() => {});
      for (const timer of [place, silence, end]) clearTimeout(timer);
      this.#long.delete(passage);
      release?.();
    };
    void passage.ended.then(onEnd);
    return left;
  }

  /** Ends all that take longer than the time budget. */
  close(): void {
    this.#isClosed = true;
    for (const passage of this.#long) passage.cutOff();
  }
}
