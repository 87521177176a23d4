import { monotonic } from '../../kernel/clock.ts';
import { untilAborted } from './abort.ts';

/** Time for reading the page after the time budget, in milliseconds. */
const GRACE = 800;
/** The same for a page that was stopped before the end of its time budget. */
const STOPPED = 3_000;
/** Part of the time budget that is reserved for reading, and its maximum in milliseconds. */
const RESERVE = { share: 0.1, most: 2_000 };
/** Part of the time budget for optional results, and its maximum in milliseconds after the time budget. */
const EXTRA = { share: 0.03, late: 300 };

/** The end of a render's time. A page cannot delay it. */
export class Deadline implements Disposable {
  /** When the render was requested, on the clock of {@link monotonic}. */
  readonly received: number = monotonic();
  /** Milliseconds that the render had when it was requested. */
  readonly budget: number;
  /**
   * Ends shortly before the time budget, or earlier when no client waits for the result any more. The page can still be
   * read.
   */
  readonly signal: AbortSignal;
  readonly #soft = new AbortController();
  readonly #final = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #extra: number;

  /**
   * @param budget milliseconds
   * @param caller ends when no client waits any more
   */
  constructor(budget: number, caller?: AbortSignal) {
    this.budget = budget;
    const reserve = Math.min(RESERVE.most, budget * RESERVE.share);
    this.#extra = Math.ceil(budget * EXTRA.share);
    this.#after(budget - reserve, () => this.#soft.abort());
    this.#after(budget + GRACE, () => this.#final.abort());
    this.signal = caller ? AbortSignal.any([this.#soft.signal, caller]) : this.#soft.signal;
    const onEnd = () => {
      if (caller?.aborted) this.hurry();
    };
    if (this.signal.aborted) onEnd();
    else this.signal.addEventListener('abort', onEnd, { once: true });
  }

  /** Leaves only the time that reading takes, if the time budget leaves as much. */
  hurry(): void {
    this.#after(STOPPED, () => this.#final.abort());
  }

  /** Removes the time limit while a client waits: other limits apply from now on. */
  lift(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }

  /** Ends shortly after: the response is sent now, even if the page is busy. */
  get final(): AbortSignal {
    return this.#final.signal;
  }

  /** Whether the time budget has ended, and not only the wait of the client. */
  get isOver(): boolean {
    return this.#soft.signal.aborted;
  }

  /** How long reading may wait for optional results, in milliseconds. */
  get extra(): number {
    return this.signal.aborted ? Math.min(EXTRA.late, this.#extra) : this.#extra;
  }

  /** The promise's value, or `aborted` when the time is over. The promise is then ignored. */
  race<T>(work: Promise<T>): Promise<T | 'aborted'> {
    return untilAborted(work, this.final);
  }

  #after(milliseconds: number, end: () => void): void {
    if (!this.#final.signal.aborted) this.#timers.push(setTimeout(end, milliseconds));
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearTimeout(timer);
    // Notifies the rest of the render that its time is over.
    this.#final.abort();
    this.#soft.abort();
  }
}
