/** Yields to the host's other requests: an export works in short slices of the shared thread. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds of a slice before it yields; one more step can follow it. */
const SLICE = 5;

/** Measures how long an export has used the thread without yielding. */
export class Pace {
  readonly signal: AbortSignal;
  #since = performance.now();

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** Call between steps. @returns a promise if it is time to yield. @throws the reason of an abort */
  yieldIfDue(): Promise<void> | undefined {
    if (performance.now() - this.#since < SLICE) return undefined;
    return this.#yield();
  }

  async #yield(): Promise<void> {
    this.signal.throwIfAborted();
    await setImmediate();
    this.signal.throwIfAborted();
    this.#since = performance.now();
  }
}
