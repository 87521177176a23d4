/**
 * Statements that are compiled once. Kysely takes longer to compile a small query than SQLite takes to answer it; in
 * statements that run for every request only the parameters change.
 */
import type { Compilable } from 'kysely';
import { executeOnOwnTables } from '../connection/kysely-dialect.ts';
import type { Naming } from '../schema/names.ts';
import { Placeholder } from './placeholder.ts';
import type { Database, StatementResult } from '../port.ts';
import { createQueries, type Queries } from './queries.ts';

/** Rows with a placeholder for each value, used in place of the value. */
export type Placeholders<Given extends readonly object[]> = {
  readonly [index in keyof Given]: { readonly [name in keyof Given[index]]: never };
};

interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A statement whose text is the same for each set of columns: a new column in a row is never silently omitted. */
export class Statement<Row, Given extends readonly object[]> {
  readonly #naming: Naming;
  readonly #build: (queries: Queries, ...given: Placeholders<Given>) => Compilable<Row>;
  readonly #compiled: Map<string, Compiled> = new Map();

  /**
   * @example
   * ```ts
   * const ofUser = new Statement<{ id: string }, [{ userId: string }]>(naming, (queries, { userId }) =>
   *   queries.selectFrom('user_terms').select('id').where('user_id', '=', userId),
   * );
   * const { rows } = await ofUser.execute(database, { userId });
   * ```
   */
  constructor(naming: Naming, build: (queries: Queries, ...given: Placeholders<Given>) => Compilable<Row>) {
    this.#naming = naming;
    this.#build = build;
  }

  /** @throws what `database.execute` throws, and `not_migrated` */
  async execute(database: Database, ...given: Given): Promise<StatementResult<Row>> {
    const { sql, parameters } = this.#compiledFor(database, given);
    const values = parameters.map((value) => (value instanceof Placeholder ? value.valueIn(given) : value));
    return executeOnOwnTables<Row>(database, this.#naming, sql, values);
  }

  #compiledFor(database: Database, given: Given): Compiled {
    let key: string = database.dialect;
    for (const row of given) key += `|${Object.keys(row).join(' ')}`;
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const queries = createQueries(database, this.#naming);
    const { sql, parameters } = this.#build(queries, ...(given.map(placeholdersOf) as Placeholders<Given>)).compile();
    const compiled = { sql, parameters };
    this.#compiled.set(key, compiled);
    return compiled;
  }
}

function placeholdersOf(row: object, index: number): object {
  return Object.fromEntries(Object.keys(row).map((name) => [name, new Placeholder(index, name)]));
}
