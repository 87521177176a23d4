import type { Database } from 'policy-engine';
import { isUniqueViolation, timeText } from 'policy-engine/database';
import { run } from 'storefront/database/statements';

/** Creates the table of the steps that are done. */
export async function createSetup(database: Database): Promise<void> {
  const text = (length: number) => (database.dialect === 'sqlite' ? 'text' : `varchar(${length})`);
  const table = `create table if not exists storefront_setup (
    step ${text(64)} not null primary key,
    done_at ${text(24)} not null
  )`;
  try {
    await database.execute(table);
  } catch {
    // PostgreSQL's `if not exists` checks first and then creates: of two at once, one fails.
    await database.execute(table);
  }
}

/** Whether a step was done once for a database. */
export async function isDone(database: Database, step: string): Promise<boolean> {
  const { rows } = await run(database, 'select step from storefront_setup where step = ?', [step]);
  return rows.length > 0;
}

/**
 * Does a step once for a database, regardless of how many processes start and how often. If its result is removed later, it
 * is not done again: a deleted account does not come back.
 *
 * @param work runs in the transaction that records the step
 * @returns whether this call did it
 */
export async function once(
  database: Database,
  step: string,
  work: (transaction: Database) => Promise<void>,
): Promise<boolean> {
  if (await isDone(database, step)) return false;
  try {
    return await database.transaction(async (transaction) => {
      if (await isDone(transaction, step)) return false;
      await run(transaction, 'insert into storefront_setup (step, done_at) values (?, ?)', [
        step,
        timeText(new Date()),
      ]);
      await work(transaction);
      return true;
    });
  } catch (error) {
    if (isUniqueViolation(error) && (await isDone(database, step))) return false;
    throw error;
  }
}

/** Allows a step again after its work failed outside of the transaction. */
export async function forget(database: Database, step: string): Promise<void> {
  await run(database, 'delete from storefront_setup where step = ?', [step]);
}
