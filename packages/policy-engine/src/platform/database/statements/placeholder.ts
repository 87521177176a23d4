/** A placeholder for a parameter while a statement is compiled. */
export class Placeholder {
  readonly #row: number;
  readonly #name: string;
  readonly #encode: ((value: unknown) => unknown) | undefined;

  /** @param row which of the given rows has the value, and under which name */
  constructor(row: number, name: string, encode?: (value: unknown) => unknown) {
    this.#row = row;
    this.#name = name;
    this.#encode = encode;
  }

  /** The same parameter, encoded as a column requires. */
  encodedBy(encode: (value: unknown) => unknown): Placeholder {
    return new Placeholder(this.#row, this.#name, encode);
  }

  /** The value in the given rows. */
  valueIn(rows: readonly object[]): unknown {
    const value = (rows[this.#row] as Readonly<Record<string, unknown>> | undefined)?.[this.#name];
    return this.#encode === undefined ? value : this.#encode(value);
  }
}
