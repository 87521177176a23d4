import { PolicyEngineError, reasonOf } from '../../errors.ts';
import type { Database, Row, StatementResult } from './port.ts';
import { isMissingTable } from './sql-errors.ts';

/**
 * Executes a statement over the engine's own tables. The host's statements go to `database.execute` itself, since a table
 * that they miss is the host's to make.
 *
 * @throws {PolicyEngineError} `not_migrated` where the tables are not there, or as an earlier version left them
 */
export async function executeOnOwnTables<R = Row>(
  database: Database,
  sql: string,
  parameters: readonly unknown[],
): Promise<StatementResult<R>> {
  try {
    return await database.execute<R>(sql, parameters);
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    throw new PolicyEngineError(
      'not_migrated',
      `The tables of the engine are missing or of an earlier version (${reasonOf(error)}): run \`await engine.migrate()\` at ` +
        'start or `npx policy-engine migrate --database URL`.',
      { cause: error },
    );
  }
}
