import { monotonic } from '../clock.ts';
import { RendererError } from '../errors.ts';

interface Waiting {
  admit: () => void;
}

/**
 * Runs a fixed number of renders at the same time, and lets a fixed number wait in a queue, first come first served. A render
 * whose signal ends while it waits leaves the queue.
 */
export class Admission {
  readonly #limit: number;
  readonly #maxQueue: number;
  readonly #onWaited: (milliseconds: number) => void;
  readonly #queue: Waiting[] = [];
  #running = 0;
  /** Number of running renders that have their result, and occupy their slot until they have cleaned up. */
  #leaving = 0;

  /** @param onWaited called with the time that a render has waited, when it gets its slot or gives up */
  constructor(limit: number, maxQueue: number, onWaited: (milliseconds: number) => void = () => {}) {
    this.#limit = limit;
    this.#maxQueue = maxQueue;
    this.#onWaited = onWaited;
  }

  /** Number of occupied slots. */
  get running(): number {
    return this.#running;
  }

  /** Number of waiting renders. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Runs `work` as soon as there is a slot.
   *
   * @param tidyUp the work that remains after the result; no client waits for it, but the slot is occupied until then
   * @throws {RendererError} `overloaded` if the queue is full, or the signal ended while waiting
   */
  async run<T>(work: () => Promise<T>, signal: AbortSignal, tidyUp?: () => Promise<unknown>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      void this.#leave(tidyUp);
    }
  }

  async #leave(tidyUp: (() => Promise<unknown>) | undefined): Promise<void> {
    this.#leaving += 1;
    await tidyUp?.().catch(() => {});
    this.#leaving -= 1;
    // The slot is passed to the next one directly: if it were released first, another render could take it.
    const next = this.#queue.shift();
    if (next) next.admit();
    else this.#running -= 1;
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (this.#running < this.#limit) {
      this.#running += 1;
      this.#onWaited(0);
      return;
    }
    // Do not queue when a slot is about to be released.
    if (this.#queue.length >= this.#maxQueue + this.#leaving) throw overloaded('The queue of renders is full');
    const begun = monotonic();
    await this.#wait(signal).finally(() => this.#onWaited(monotonic() - begun));
  }

  /** Resolves when this render has its slot. */
  async #wait(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(overloaded('No slot for this render became free in time'));
      };
      const waiting: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      this.#queue.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}

function overloaded(message: string): RendererError {
  return new RendererError('overloaded', message, { retryAfter: 2 });
}
