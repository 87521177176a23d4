/** Puts a statement over the host's tables together: each value becomes a parameter where it stands. */
import type { Dialect } from '../../platform/database/port.ts';

/** The parameters of one statement. Values are asked for in the order in which they stand in its text. */
export class StatementText {
  readonly #dialect: Dialect;
  readonly parameters: unknown[] = [];

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** The placeholder of a value. */
  value(value: unknown): string {
    this.parameters.push(value);
    return this.#dialect === 'postgres' ? `$${this.parameters.length}` : '?';
  }
}
