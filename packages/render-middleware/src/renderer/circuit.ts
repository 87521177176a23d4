import type { CircuitOptions } from '../options/options.ts';

/** Five failures in a row are no coincidence; half a minute is longer than a renderer needs to start a browser. */
const DEFAULTS = { failures: 5, pause: 30_000 };

/** An attempt that the circuit breaker allowed; call exactly one of its methods. */
export interface Attempt {
  /** The renderer responded correctly. */
  success(): void;
  /** The renderer failed. */
  failure(): void;
  /** The visitor left, so nothing is known about the renderer. */
  cancelled(): void;
}

/**
 * Prevents a failing renderer from making every bot wait. Closed: all attempts are allowed. Open, after `failures` in a row:
 * none is, for `pause` milliseconds. Half-open: one attempt is allowed, and its result decides.
 */
export class Circuit {
  readonly #failures: number;
  readonly #pause: number;
  #inRow = 0;
  #openedAt: number | undefined;
  #isProbing = false;

  constructor({ failures = DEFAULTS.failures, pause = DEFAULTS.pause }: CircuitOptions = {}) {
    this.#failures = failures;
    this.#pause = pause;
  }

  /** `undefined` while the renderer is paused. */
  attempt(): Attempt | undefined {
    const isProbe = this.#openedAt !== undefined;
    if (this.#openedAt !== undefined) {
      if (this.#isProbing || performance.now() - this.#openedAt < this.#pause) return undefined;
      this.#isProbing = true;
    }
    return {
      success: () => {
        // A slow response to a request from before the circuit opened says nothing about the present state of the renderer.
        if (this.#openedAt !== undefined && !isProbe) return;
        this.#isProbing = false;
        this.#openedAt = undefined;
        this.#inRow = 0;
      },
      failure: () => {
        if (isProbe) this.#isProbing = false;
        this.#inRow += 1;
        if (isProbe || (this.#openedAt === undefined && this.#inRow >= this.#failures))
          this.#openedAt = performance.now();
      },
      cancelled: () => {
        if (isProbe) this.#isProbing = false;
      },
    };
  }
}
