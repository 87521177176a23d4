/** One piece of work for everyone who asks for the same thing at the same time. */

/** Work that is under way. */
export interface Flight<T> {
  readonly promise: Promise<T>;
  /** Whether the result is there. */
  landed: boolean;
  /** Someone has asked for newer work, or wants no result of this kept. */
  superseded: boolean;
  /** How many wait for it. */
  waiting: number;
  readonly controller: AbortController;
}

/** Work under way, by key. */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** The work under this key that has not been superseded. */
  get(key: string): Flight<T> | undefined {
    return this.#flights.get(key);
  }

  /**
   * Starts work, which others may join from now on.
   *
   * @param work its signal ends when nobody waits for it any more
   * @param keep what has to be done with the result before the work is over; nobody waits for it
   */
  start(
    key: string,
    work: (signal: AbortSignal, flight: Flight<T>) => Promise<T>,
    keep: (value: T, flight: Flight<T>) => Promise<void>,
  ): Flight<T> {
    const controller = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const flight: Flight<T> = { promise, landed: false, superseded: false, waiting: 0, controller };
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
      }
    })();
    return flight;
  }

  /**
   * Waits for work. Whoever gives up harms nobody else: the work ends early only when it is the last one.
   *
   * @param whenGivenUp what to throw when the signal ends first
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

  /** Lets no result of work that is under way be kept, nor anyone else join it. */
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
