/**
 * Statements that are compiled once. Kysely takes longer to compile a small query than SQLite to answer it; on the paths
 * that run for every request of a host only the parameters change.
 */
import type { Compilable } from 'kysely';
import type { Naming } from './names.ts';
import { executeOnOwnTables } from './own-tables.ts';
import type { Database, Dialect, StatementResult } from './port.ts';
import { createQueries, type Queries } from './queries.ts';

/** Stands for a parameter while a statement is compiled. */
class Place {
  readonly name: string;
  /** Which of several rows it is a column of. */
  readonly row: number;

  constructor(name: string, row = 0) {
    this.name = name;
    this.row = row;
  }
}

/** Takes the place of a value that each execution gives under this name. */
export type PlaceOf = (name: string) => never;

const placeOf: PlaceOf = (name) => new Place(name) as never;

interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A statement whose text is the same each time. */
export class Statement<Row, Names extends string> {
  readonly #naming: Naming;
  readonly #build: (queries: Queries, place: PlaceOf, dialect: Dialect) => Compilable<Row>;
  readonly #compiled: Map<Dialect, Compiled> = new Map();

  /**
   * @example
   * ```ts
   * const ofUser = new Statement<{ id: string }, 'userId'>(naming, (queries, place) =>
   *   queries.selectFrom('user_terms').select('id').where('user_id', '=', place('userId')),
   * );
   * const { rows } = await ofUser.execute(database, { userId });
   * ```
   */
  constructor(naming: Naming, build: (queries: Queries, place: PlaceOf, dialect: Dialect) => Compilable<Row>) {
    this.#naming = naming;
    this.#build = build;
  }

  /** @throws what `database.execute` throws, and `not_migrated`; a value that is missing is refused as undefined */
  execute(database: Database, values: Readonly<Record<Names, unknown>>): Promise<StatementResult<Row>> {
    return this.executeRows(database, [values]);
  }

  /** Like `execute`, with places in several rows. */
  executeRows(database: Database, rows: readonly object[]): Promise<StatementResult<Row>> {
    const { sql, parameters } = this.#compiledFor(database);
    const given = rows as readonly Readonly<Record<string, unknown>>[];
    return executeOnOwnTables<Row>(
      database,
      sql,
      parameters.map((parameter) => (parameter instanceof Place ? given[parameter.row]?.[parameter.name] : parameter)),
    );
  }

  #compiledFor(database: Database): Compiled {
    const known = this.#compiled.get(database.dialect);
    if (known !== undefined) return known;
    const { sql, parameters } = this.#build(createQueries(database, this.#naming), placeOf, database.dialect).compile();
    const compiled = { sql, parameters };
    this.#compiled.set(database.dialect, compiled);
    return compiled;
  }
}

/**
 * Statements that write rows, one for each set of columns: a column that is new in a row is never left out in silence.
 */
export class RowStatement<Row> {
  readonly #naming: Naming;
  readonly #build: (queries: Queries, rows: readonly RowPlaces[]) => Compilable<Row>;
  readonly #statements: Map<string, Statement<Row, string>> = new Map();

  /** @param build makes the statement from rows of places, in the order in which rows will be given */
  constructor(naming: Naming, build: (queries: Queries, rows: readonly RowPlaces[]) => Compilable<Row>) {
    this.#naming = naming;
    this.#build = build;
  }

  execute(database: Database, ...rows: readonly object[]): Promise<StatementResult<Row>> {
    let key = '';
    for (const row of rows) key += `${Object.keys(row).join(' ')}|`;
    let statement = this.#statements.get(key);
    if (statement === undefined) {
      statement = new Statement(this.#naming, (queries) => this.#build(queries, rows.map(placesOf)));
      this.#statements.set(key, statement);
    }
    return statement.executeRows(database, rows);
  }
}

/** A row with a place for each value. */
export type RowPlaces = Readonly<Record<string, never>>;

function placesOf(row: object, index: number): RowPlaces {
  return Object.fromEntries(Object.keys(row).map((name) => [name, new Place(name, index) as never]));
}
