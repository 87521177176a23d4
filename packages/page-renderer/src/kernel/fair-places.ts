import { monotonic } from './clock.ts';

/** A place that is taken. */
interface Place {
  readonly client: string;
  readonly taken: number;
  readonly giveUp: () => void;
}

/**
 * A fixed number of places that clients hold for as long as they read. When all are taken, a client that holds at least two more
 * than the one that asks gives up its newest: no client can keep the others out, and one alone may have all. A client that holds none
 * gets the oldest place that is no longer protected: many clients with one place each cannot keep it out, either.
 */
export class FairPlaces {
  readonly #limit: number;
  readonly #protectedFor: number;
  /** In the order in which they were taken. */
  readonly #taken = new Set<Place>();

  /** @param protectedFor milliseconds for which a place is not taken from a client that holds one only */
  constructor(limit: number, protectedFor: number = Infinity) {
    this.#limit = limit;
    this.#protectedFor = protectedFor;
  }

  /** Number of places that are taken. */
  get taken(): number {
    return this.#taken.size;
  }

  /**
   * Takes a place.
   *
   * @param giveUp called when the place is needed for another client; it is no longer taken then
   * @returns what releases it; undefined if there is none for this client
   */
  take(client: string, giveUp: () => void): (() => void) | undefined {
    if (this.#taken.size >= this.#limit) {
      const free = this.#surplus(client) ?? this.#unprotected(client);
      if (!free) return undefined;
      this.#taken.delete(free);
      free.giveUp();
    }
    const place: Place = { client, taken: monotonic(), giveUp };
    this.#taken.add(place);
    return () => void this.#taken.delete(place);
  }

  /** The newest place of the client that holds most. */
  #surplus(client: string): Place | undefined {
    const held = new Map<string, Place[]>();
    for (const place of this.#taken) held.set(place.client, [...(held.get(place.client) ?? []), place]);
    const own = held.get(client)?.length ?? 0;
    const most = [...held.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
    return most.length > own + 1 ? most.at(-1) : undefined;
  }

  /** The oldest place, for a client that holds none. */
  #unprotected(client: string): Place | undefined {
    const [oldest] = this.#taken;
    if (!oldest || monotonic() - oldest.taken < this.#protectedFor) return undefined;
    return [...this.#taken].some((place) => place.client === client) ? undefined : oldest;
  }
}
