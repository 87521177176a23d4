import { createHash } from 'node:crypto';
import { dialectNamed } from '../dialects.ts';
import type { Naming } from '../schema/names.ts';
import type { Database } from '../port.ts';
import { TransactionDatabase } from '../connection/transaction-database.ts';

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
  const { currentSchema, ownTables } = dialectNamed(transaction.dialect);
  const unlock = await ownTables.lock?.(transaction, await lockKey(transaction, naming, currentSchema), waitSeconds);
  try {
    return await work();
  } finally {
    // The connection returns to a pool, where the lock would outlive a failed migration. If releasing fails, the
    // connection is gone and the lock with it; then the error of the migration is reported.
    if (unlock && transaction instanceof TransactionDatabase) {
      await transaction.executeAfterFailure(...unlock).catch(() => {});
    }
  }
}

/** A 52-bit number that identifies the location of the tables. */
async function lockKey(database: Database, naming: Naming, currentSchema: string): Promise<number> {
  const { rows } = await database.execute<{ here: string | null }>(`select ${currentSchema} as here`);
  const place = JSON.stringify([naming.schema ?? rows[0]?.here ?? '', naming.tablePrefix]);
  return Number.parseInt(createHash('sha256').update(place).digest('hex').slice(0, 13), 16);
}
