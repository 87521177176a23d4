/** Names of the host's tables and columns in SQL text. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { dialectNamed } from '../dialects.ts';
import type { Dialect } from '../port.ts';

/**
 * A name, quoted as the dialect requires, with any characters except those below.
 *
 * @throws {PolicyEngineError} `database_name_refused` for U+0000, an unpaired surrogate, and on MySQL a question mark,
 * which its driver replaces by a parameter anywhere
 */
export function identifier(dialect: Dialect, name: string): string {
  const { quote, refusedInNames } = dialectNamed(dialect);
  if (name === '' || !name.isWellFormed() || refusedInNames.test(name)) {
    throw new PolicyEngineError('database_name_refused', `${JSON.stringify(name)} cannot be part of a statement.`);
  }
  return quote(name);
}

/** A table as SQL text, with its schema if there is one. */
export function tableIdentifier(
  dialect: Dialect,
  { schema, table }: { readonly schema: string | undefined; readonly table: string },
): string {
  const name = identifier(dialect, table);
  return schema === undefined ? name : `${identifier(dialect, schema)}.${name}`;
}
