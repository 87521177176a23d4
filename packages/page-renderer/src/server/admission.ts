import { RendererError } from '../errors.ts';

interface Waiting {
  admit: () => void;
}

/**
 * Lets a fixed number of renders run at once and a fixed number wait, first come first served. A render that is not
 * admitted before its signal ends leaves the queue.
 */
export class Admission {
  readonly #limit: number;
  readonly #maxQueue: number;
  readonly #queue: Waiting[] = [];
  #running = 0;
  /** How many of those have their result, and keep their place until they have tidied up. */
  #leaving = 0;

  constructor(limit: number, maxQueue: number) {
    this.#limit = limit;
    this.#maxQueue = maxQueue;
  }

  /**
   * Runs `work` as soon as there is a place.
   *
   * @param tidyUp what remains to be done when there is a result; nobody waits for it, but the place is taken until then
   * @throws {RendererError} `overloaded` when the queue is full, or the signal ended while waiting
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
    // The place goes to the next one as it is: were it given back first, someone else could take it in between.
    const next = this.#queue.shift();
    if (next) next.admit();
    else this.#running -= 1;
  }

  async #enter(signal: AbortSignal): Promise<void> {
    if (this.#running < this.#limit) {
      this.#running += 1;
      return;
    }
    // A place that is about to be free is none to queue for.
    if (this.#queue.length >= this.#maxQueue + this.#leaving) throw overloaded('The queue of renders is full');
    await this.#wait(signal);
  }

  /** Resolves with a place that is this render's already. */
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
