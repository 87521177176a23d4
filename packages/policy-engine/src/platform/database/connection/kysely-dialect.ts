import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import { dialectNamed } from '../dialects.ts';
import type { Naming } from '../schema/names.ts';
import type { Database, Row, StatementResult } from '../port.ts';
import { isMissingTable } from './sql-errors.ts';

/** Kysely compiles for the port's dialect and executes on the port. */
export function kyselyDialect(database: Database, naming: Naming): Dialect {
  const { Adapter, Introspector, QueryCompiler } = dialectNamed(database.dialect).kysely;
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => new PortDriver(database, naming),
    createIntrospector: (db) => new Introspector(db),
    createQueryCompiler: () => new QueryCompiler(),
  };
}

/** The port manages connections and transactions, so here there is only one "connection" and no transaction. */
class PortDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(database: Database, naming: Naming) {
    this.#connection = new PortConnection(database, naming);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  /**
   * Kysely's own transaction would hold no connection on this port, and would begin on SQLite without the write lock.
   */
  async beginTransaction(): Promise<void> {
    throw new PolicyEngineError(
      'database_misuse',
      'Use database.transaction(async (transaction) => createQueries(transaction) …) instead of the transaction of Kysely.',
    );
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  /** The caller closes the database. */
  async destroy(): Promise<void> {}
}

class PortConnection implements DatabaseConnection {
  readonly #database: Database;
  readonly #naming: Naming;

  constructor(database: Database, naming: Naming) {
    this.#database = database;
    this.#naming = naming;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await executeOnOwnTables<R>(
      this.#database,
      this.#naming,
      query.sql,
      query.parameters,
    );
    return { rows, numAffectedRows: BigInt(affectedRows) };
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new PolicyEngineError(
      'database_misuse',
      'Queries on this port do not stream; page with where, order by and limit.',
    );
  }
}

/**
 * Executes a statement on the engine's own tables. The host's statements go to `database.execute` itself, since the
 * host creates its own tables. No unique index of the engine's has a condition, so that no value changes what a statement means.
 *
 * @throws {PolicyEngineError} `not_migrated` if the tables are missing or those of an earlier version
 */
export async function executeOnOwnTables<R = Row>(
  database: Database,
  naming: Naming,
  sql: string,
  parameters: readonly unknown[],
): Promise<StatementResult<R>> {
  try {
    const result = await database.execute<R>(sql, parameters, { isRepeated: true });
    if (naming.decoders.size > 0) decode(result.rows as Row[], naming);
    return result;
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    throw new PolicyEngineError(
      'not_migrated',
      `The tables of the engine are missing or of an earlier version (${reasonOf(error)}): run \`await engine.migrate()\` at ` +
        'start or `npx --offline policy-engine migrate --database URL`.',
      { cause: error },
    );
  }
}

/** The port returns new row objects, so they may be changed. */
function decode(rows: readonly Row[], { decoders }: Naming): void {
  const [first] = rows;
  if (first === undefined) return;
  for (const name of Object.keys(first)) {
    const decoder = decoders.get(name);
    if (decoder !== undefined) for (const row of rows) row[name] = decoder(row[name]);
  }
}
