import { monotonic } from '../clock.ts';
import { untilAborted } from './abort.ts';

/** After the time budget: how long reading what is there may take, in milliseconds. */
const GRACE = 800;
/** The same for a page that was stopped with time left. */
const STOPPED = 3_000;
/** Part of the time budget that is kept for reading, and the most of it, in milliseconds. */
const RESERVE = { share: 0.1, most: 1_000 };
/** Part of the time budget for what is good to have but not needed, and the most of it once time is up, in milliseconds. */
const EXTRA = { share: 0.03, late: 300 };

/** The end of a render's time. Nothing that a page does can put it off. */
export class Deadline implements Disposable {
  /** When the render was asked for, on the clock of {@link monotonic}. */
  readonly received: number = monotonic();
  /**
   * Ends shortly before the time budget, or earlier when nobody waits for the result any more. What is there can still be
   * read.
   */
  readonly signal: AbortSignal;
  readonly #soft = new AbortController();
  readonly #final = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #extra: number;

  /**
   * @param budget milliseconds
   * @param caller ends when nobody waits any more
   */
  constructor(budget: number, caller?: AbortSignal) {
    const reserve = Math.min(RESERVE.most, budget * RESERVE.share);
    this.#extra = Math.ceil(budget * EXTRA.share);
    this.#after(budget - reserve, () => this.#soft.abort());
    this.#after(budget + GRACE, () => this.#final.abort());
    this.signal = caller ? AbortSignal.any([this.#soft.signal, caller]) : this.#soft.signal;
    const onEnd = () => {
      if (caller?.aborted) this.hurry(GRACE);
    };
    if (this.signal.aborted) onEnd();
    else this.signal.addEventListener('abort', onEnd, { once: true });
  }

  /** Leaves no more time than reading takes. @param grace milliseconds, where the time budget leaves as many */
  hurry(grace: number = STOPPED): void {
    this.#after(grace, () => this.#final.abort());
  }

  /** Leaves it as much time as it takes, as long as somebody waits: other limits hold from now on. */
  lift(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }

  /** Ends shortly after: the answer is sent now, whatever the page is busy with. */
  get final(): AbortSignal {
    return this.#final.signal;
  }

  /** Whether the time budget has ended, and not only the patience of who waited. */
  get isOver(): boolean {
    return this.#soft.signal.aborted;
  }

  /** How long reading may wait for what is good to have, in milliseconds. */
  get extra(): number {
    return this.signal.aborted ? Math.min(EXTRA.late, this.#extra) : this.#extra;
  }

  /** The promise's value, or `aborted` when the time is over for good. The promise is left to itself then. */
  race<T>(work: Promise<T>): Promise<T | 'aborted'> {
    return untilAborted(work, this.final);
  }

  #after(milliseconds: number, end: () => void): void {
    if (!this.#final.signal.aborted) this.#timers.push(setTimeout(end, milliseconds));
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearTimeout(timer);
    // What is left of the render learns that it is over.
    this.#final.abort();
    this.#soft.abort();
  }
}
