/** Statements about tables of the host: identifiers are quoted, values are always parameters. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier, tableIdentifier } from '../../../platform/database/schema/identifiers.ts';
import type { Database, StatementResult } from '../../../platform/database/port.ts';
import { StatementText, type TableAddress } from '../../data-map/index.ts';

/** Part of a statement that depends on the database: it requests a placeholder for each value. */
type Written = (text: StatementText) => string;

/** A statement, or part of one, independent of the database. */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

/**
 * Writes a statement. Inserted values are parameters, unless they are names or parts of a statement.
 *
 * @example
 * ```ts
 * sql`select ${column('id')} from ${table(rule.table)} where ${column('user_id')} = ${userId}`
 * ```
 */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  return new Sql([...strings], values);
}

/** The name of a column. */
export function column(name: string): Written {
  return ({ dialect }) => identifier(dialect, name);
}

/** The name of a table. */
export function table({ schema, table: name }: TableAddress): Written {
  return ({ dialect }) => tableIdentifier(dialect, { schema, table: name });
}

/** Joins parts of statements with a separator. */
export function joined(parts: readonly unknown[], separator: string): Sql {
  const between = parts.slice(1).map(() => separator);
  return new Sql(parts.length === 0 ? [''] : ['', ...between, ''], parts);
}

/** `(?, ?, ?)` */
export function list(values: readonly unknown[]): Sql {
  return sql`(${joined(values, ', ')})`;
}

/** The condition that columns have one of some combinations of values: `a in (1, 2)`, `(a, b) in ((1, 2), (3, 4))`. */
export function among(names: readonly string[], values: ReadonlyArray<readonly unknown[]>): Sql {
  const [single = '', ...more] = names;
  if (more.length === 0) return sql`${column(single)} in ${list(values.map(([one]) => one))}`;
  const rows = joined(values.map(list), ', ');
  const several: Written = (text) => {
    const { supportsRowLists } = dialectNamed(text.dialect);
    return textOf(supportsRowLists ? sql`(${rows})` : sql`(values ${rows})`, text);
  };
  return sql`(${joined(names.map(column), ', ')}) in ${several}`;
}

/** Runs a statement. @throws the driver's error, for example for a missing column */
export async function run(database: Database, statement: Sql): Promise<StatementResult> {
  const text = new StatementText(database.dialect);
  return database.execute(textOf(statement, text), text.parameters);
}

function textOf({ strings, values }: Sql, text: StatementText): string {
  return values.reduce<string>(
    (written, value, index) => written + wordOf(value, text) + (strings[index + 1] ?? ''),
    strings[0] ?? '',
  );
}

function wordOf(value: unknown, text: StatementText): string {
  if (value instanceof Sql) return textOf(value, text);
  return typeof value === 'function' ? (value as Written)(text) : text.value(value);
}
