/** A map whose entries expire, and which removes the oldest ones when there are too many. */
export class ExpiringMap<Value> {
  readonly #limit: number;
  readonly #entries = new Map<string, { readonly value: Value; until: number }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.until > performance.now()) return entry?.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** @param time lifetime in milliseconds */
  set(key: string, value: Value, time: number): void {
    this.#entries.delete(key);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size < this.#limit) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(key, { value, until: performance.now() + time });
  }
}
