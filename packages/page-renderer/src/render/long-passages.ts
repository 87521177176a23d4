import { monotonic } from '../clock.ts';
import type { Deadline } from './deadline.ts';

/** What passes through, as far as its time is concerned. */
export interface Timed {
  /** Resolves when nothing more of it comes. */
  readonly ended: Promise<void>;
  /** Calls the listener whenever something has come from the target, or was taken by whoever asked. */
  onMoved(listener: () => void): void;
  /** Ends it, whatever of it is still to come. */
  cutOff(): void;
}

/** How many times as long as a render it may take. */
const MOST = 30;

/**
 * Bounds the time of what passes through: it is cut off when nothing of it has moved for as long as a render may take, and
 * at thirty times that in any case. What takes longer than a render gives its place to the next one, so that slow targets
 * and slow clients hold up no render; only as many may do so as there are places, and the others are cut off then.
 */
export class LongPassages {
  readonly #limit: number;
  readonly #time: number;
  readonly #long = new Set<Timed>();
  #isClosed = false;

  /**
   * @param limit how many may take longer than a render
   * @param time milliseconds that a render may take
   */
  constructor(limit: number, time: number) {
    this.#limit = limit;
    this.#time = time;
  }

  /** Takes over from the deadline of the render. @returns when it gives up its place; while it lasts, maybe never */
  watch(passage: Timed, deadline: Pick<Deadline, 'received' | 'lift'>): Promise<void> {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const cutOff = () => passage.cutOff();
    deadline.lift();
    const onLong = () => {
      if (this.#isClosed || this.#long.size >= this.#limit) return cutOff();
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
    };
    void passage.ended.then(onEnd);
    return left;
  }

  /** Ends what takes longer than a render. */
  close(): void {
    this.#isClosed = true;
    for (const passage of this.#long) passage.cutOff();
  }
}
