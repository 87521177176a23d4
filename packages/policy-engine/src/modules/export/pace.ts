/** Lets the host's other requests in between: an export works in short slices of the one thread they share. */
import { setImmediate } from 'node:timers/promises';

/** Milliseconds a slice may take before it yields to others; one step more can follow it. */
const SLICE = 5;

/** How long this export has had the thread. */
export class Pace {
  readonly signal: AbortSignal;
  #since = performance.now();

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /** Call between steps. @returns a promise where it is time to yield. @throws the reason of an abort */
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
