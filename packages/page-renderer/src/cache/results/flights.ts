/** Shares work between all requests for the same thing at the same time. */
import type { Urgency } from '../../kernel/priority.ts';

/** Work in progress. */
export interface Flight<T> {
  readonly promise: Promise<T>;
  /** Whether there is a result. */
  landed: boolean;
  /** Newer work was requested, or the result of this work must not be stored. */
  superseded: boolean;
  /** When its result began to be made, in the time of the store; undefined until then. */
  begunAt: number | undefined;
  /** Number of waiting requests. */
  waiting: number;
  /** That of the most urgent of them. */
  readonly urgency: Urgency;
  readonly controller: AbortController;
}

/** Work in progress, by key. */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** The work with this key that has not been superseded. */
  get(key: string): Flight<T> | undefined {
    return this.#flights.get(key);
  }

  /**
   * Starts work, which others may join from now on.
   *
   * @param work its signal ends when no request waits for it any more
   * @param keep what must be done with the result before the work is over; no request waits for it
   * @param onOver called when the work is over, however it ended
   */
  start(
    key: string,
    urgency: Urgency,
    work: (signal: AbortSignal, flight: Flight<T>) => Promise<T>,
    keep: (value: T, flight: Flight<T>) => Promise<void>,
    onOver: () => void,
  ): Flight<T> {
    const controller = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const flight: Flight<T> = {
      promise,
      landed: false,
      superseded: false,
      begunAt: undefined,
      waiting: 0,
      urgency,
      controller,
    };
    const older = this.#flights.get(key);
    if (older) older.superseded = true;
    this.#flights.set(key, flight);
    promise.catch(() => {});
    void (async () => {
      try {
        const value = await work(controller.signal, flight);
        flight.landed = true;
        resolve(value);
        if (!flight.superseded) await keep(value, flight);
      } catch (error) {
        reject(error);
      } finally {
        this.#remove(key, flight);
        onOver();
      }
    })();
    return flight;
  }

  /**
   * Waits for work. A request that gives up does not affect others: the work ends early only after the last one.
   *
   * @param whenGivenUp the error to throw when the signal ends first
   */
  async join(key: string, flight: Flight<T>, signal: AbortSignal | undefined, whenGivenUp: () => Error): Promise<T> {
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(whenGivenUp());
    flight.waiting += 1;
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await Promise.race([flight.promise, givenUp]);
    } finally {
      signal?.removeEventListener('abort', giveUp);
      flight.waiting -= 1;
      if (flight.waiting === 0 && !flight.landed) {
        flight.controller.abort();
        this.#remove(key, flight);
      }
    }
  }

  /** Prevents the results of all work in progress from being stored or shared with further requests. */
  supersede(isMeant: (key: string) => boolean): void {
    for (const [key, flight] of this.#flights) {
      if (!isMeant(key)) continue;
      flight.superseded = true;
      this.#flights.delete(key);
    }
  }

  #remove(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
