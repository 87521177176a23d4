import { createHash } from 'node:crypto';
import { PolicyEngineError } from '../../errors.ts';
import type { Naming } from './names.ts';
import type { Database } from './port.ts';
import { TransactionDatabase } from './transaction-database.ts';

/** How long to wait for another process that is migrating. */
const waitSeconds = 60;

/**
 * Runs `work` while no other process migrates the same tables. The lock ends with the transaction or the connection, so
 * a killed process leaves none behind. SQLite needs none: its write transactions are exclusive.
 *
 * @param transaction Read committed on PostgreSQL: a snapshot from before the wait would not contain the other's
 * changes.
 */
export async function withMigrationLock<T>(transaction: Database, naming: Naming, work: () => Promise<T>): Promise<T> {
  switch (transaction.dialect) {
    case 'sqlite':
      return await work();
    case 'postgres':
      await transaction.execute(`set local lock_timeout = '${waitSeconds}s'`);
      // Not as a column: its type is `void`, which Prisma cannot read.
      await transaction.execute('select 1 as locked from pg_advisory_xact_lock($1)', [
        await lockKey(transaction, naming, 'select current_schema() as here'),
      ]);
      return await work();
    case 'mysql': {
      const name = `policy_engine_${await lockKey(transaction, naming, 'select database() as here')}`;
      return await withNamedLock(transaction, name, work);
    }
  }
}

/** MySQL commits at each `create table`, so its lock must outlive the transaction. */
async function withNamedLock<T>(connection: Database, name: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await connection.execute<{ got: number | null }>('select get_lock(?, ?) as got', [
    name,
    waitSeconds,
  ]);
  if (rows[0]?.got !== 1) {
    throw new PolicyEngineError('database_busy', `Another process has been migrating for ${waitSeconds} seconds.`);
  }
  try {
    return await work();
  } finally {
    // The connection returns to a pool, where the lock would outlive a failed migration. If releasing fails, the
    // connection is gone and the lock with it; then the error of the migration is reported.
    if (connection instanceof TransactionDatabase) {
      await connection.executeAfterFailure('do release_lock(?)', [name]).catch(() => {});
    }
  }
}

/** A 52-bit number that identifies the location of the tables. */
async function lockKey(database: Database, naming: Naming, hereSql: string): Promise<number> {
  const { rows } = await database.execute<{ here: string | null }>(hereSql);
  const place = JSON.stringify([naming.schema ?? rows[0]?.here ?? '', naming.tablePrefix]);
  return Number.parseInt(createHash('sha256').update(place).digest('hex').slice(0, 13), 16);
}
