/** Deletes and sets rows of the host whose retention period has ended, in batches, each a short transaction. */
import type { Database } from '../../../platform/database/port.ts';
import type { TableAction, TableRule } from '../../data-map/index.ts';
import type { Key } from '../host/key.ts';
import { type FoundRow, type HostRows, type SetValues, valuesFor } from '../host/rows.ts';
import type { Sql } from '../host/sql.ts';
import type { BatchSize } from '../../../platform/database/statements/batch-size.ts';

/** What it needs. */
export interface Applying {
  readonly database: Database;
  readonly rows: HostRows;
  readonly size: BatchSize;
  readonly signal: AbortSignal;
  /** The condition that a row must still match when it is erased; default: none. */
  readonly fits?: Sql;
  /** Prepares their deletion. */
  readonly before?: (transaction: Database, going: Sql) => Promise<void>;
}

/** A row for an action. */
export interface DueRow extends FoundRow {
  /** The new values of its columns, if they are already known. */
  readonly set?: SetValues;
}

/**
 * Executes an action on rows.
 *
 * @param beside what else is written in the same transaction, given the keys
 * @returns the number of rows
 */
export async function apply(
  rule: TableRule,
  action: TableAction,
  found: readonly DueRow[],
  { database, rows, size, signal, fits, before }: Applying,
  beside: (transaction: Database) => Promise<void> = async () => {},
): Promise<number> {
  signal.throwIfAborted();
  const keys = found.map(({ key }) => key);
  const changes: { keys: readonly Key[]; values: SetValues }[] = [];
  if (action.action === 'set') {
    // Functions of the host are called before the transaction starts.
    for (const { key, values, set } of found) {
      changes.push({ keys: [key], values: set ?? (await valuesFor(action.columns, values)) });
    }
  }
  return size.inTransaction(database, found.length, async (transaction) => {
    let touched = 0;
    if (action.action === 'delete') {
      if (keys.length > 0) await before?.(transaction, rows.among(rule, keys));
      touched = await rows.delete(transaction, rule, keys, fits ?? null);
    }
    for (const change of changes) touched += await rows.set(transaction, rule, change, fits ?? null);
    await beside(transaction);
    return touched;
  });
}
