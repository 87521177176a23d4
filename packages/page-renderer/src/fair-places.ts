/** A place that is taken. */
interface Place {
  readonly client: string;
  readonly giveUp: () => void;
}

/**
 * A fixed number of places that clients hold for as long as they read. When all are taken, a client that holds at least two more
 * than the one that asks gives up its newest: no client can keep the others out, and one alone may have all.
 */
export class FairPlaces {
  readonly #limit: number;
  /** In the order in which they were taken. */
  readonly #taken = new Set<Place>();

  constructor(limit: number) {
    this.#limit = limit;
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
      const surplus = this.#surplus(client);
      if (!surplus) return undefined;
      this.#taken.delete(surplus);
      surplus.giveUp();
    }
    const place: Place = { client, giveUp };
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
}
