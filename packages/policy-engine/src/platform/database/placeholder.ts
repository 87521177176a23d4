/** Stands for a parameter while a statement is compiled. */
export class Placeholder {
  readonly #row: number;
  readonly #name: string;
  readonly #encode: ((value: unknown) => unknown) | undefined;

  /** @param row which of the rows that are given has the value, under a name */
  constructor(row: number, name: string, encode?: (value: unknown) => unknown) {
    this.#row = row;
    this.#name = name;
    this.#encode = encode;
  }

  /** The same parameter, to be written as a column wants it. */
  encodedBy(encode: (value: unknown) => unknown): Placeholder {
    return new Placeholder(this.#row, this.#name, encode);
  }

  /** The value in rows that are given. */
  valueIn(rows: readonly object[]): unknown {
    const value = (rows[this.#row] as Readonly<Record<string, unknown>> | undefined)?.[this.#name];
    return this.#encode === undefined ? value : this.#encode(value);
  }
}
