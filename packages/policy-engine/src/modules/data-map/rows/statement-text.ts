/** Composes a statement over the host's tables: each value becomes a parameter in place. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Dialect } from '../../../platform/database/port.ts';

/** The parameters of one statement. Values are requested in the order of its text. */
export class StatementText {
  readonly dialect: Dialect;
  readonly parameters: unknown[] = [];

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** The placeholder of a value. */
  value(value: unknown): string {
    this.parameters.push(value);
    return dialectNamed(this.dialect).placeholder(this.parameters.length);
  }
}
