import type { CircuitOptions } from './options.ts';

/** Five failures in a row are no accident; half a minute is longer than a renderer takes to start a browser. */
const DEFAULTS = { failures: 5, pause: 30_000 };

/** One attempt that the circuit let through; exactly one of its ends has to be told. */
export interface Attempt {
  /** The renderer answered as it should. */
  success(): void;
  /** The renderer failed. */
  failure(): void;
  /** Nothing was learned about the renderer: the visitor left. */
  cancelled(): void;
}

/**
 * Keeps a renderer that fails from making every bot wait. Closed: all attempts pass. Open, after `failures` in a row:
 * none does, for `pause` milliseconds. Half-open: one attempt passes, and decides between the two.
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

  /** `undefined` while the renderer is to be left alone. */
  attempt(): Attempt | undefined {
    const isProbe = this.#openedAt !== undefined;
    if (this.#openedAt !== undefined) {
      if (this.#isProbing || performance.now() - this.#openedAt < this.#pause) return undefined;
      this.#isProbing = true;
    }
    return {
      success: () => {
        // A slow answer to a question from before the circuit opened says nothing of the renderer as it is now.
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
