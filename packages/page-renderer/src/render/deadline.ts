import { monotonic } from '../clock.ts';
import { untilAborted } from './abort.ts';

/** After the time budget: how long reading what is there may take, in milliseconds. */
const GRACE = 800;

/** The end of a render's time. Nothing that a page does can put it off. */
export class Deadline implements Disposable {
  /** When the render was asked for, on the clock of {@link monotonic}. */
  readonly received: number = monotonic();
  /** Ends with the time budget, or earlier when nobody waits for the result any more. What is there can still be read. */
  readonly signal: AbortSignal;
  readonly #final = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];

  /**
   * @param budget milliseconds
   * @param caller ends when nobody waits any more
   */
  constructor(budget: number, caller?: AbortSignal) {
    const soft = new AbortController();
    this.#timers.push(setTimeout(() => soft.abort(), budget));
    this.signal = caller ? AbortSignal.any([soft.signal, caller]) : soft.signal;
    const onSoft = () => void this.#timers.push(setTimeout(() => this.#final.abort(), GRACE));
    if (this.signal.aborted) onSoft();
    else this.signal.addEventListener('abort', onSoft, { once: true });
  }

  /** Ends shortly after: the answer is sent now, whatever the page is busy with. */
  get final(): AbortSignal {
    return this.#final.signal;
  }

  /** The promise's value, or `aborted` when the time is over for good. The promise is left to itself then. */
  race<T>(work: Promise<T>): Promise<T | 'aborted'> {
    return untilAborted(work, this.final);
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearTimeout(timer);
    // A caller's signal may end later than the render.
    this.#final.abort();
  }
}
