import type { Database } from 'policy-engine';
import { isUniqueViolation, timeText } from 'policy-engine/database';
import { run } from './statements.ts';

/** Whether something was done once in the life of a database. */
export async function isDone(database: Database, step: string): Promise<boolean> {
  const { rows } = await run(database, 'select step from storefront_setup where step = ?', [step]);
  return rows.length > 0;
}

/**
 * Does something once in the life of a database, whoever starts and however often. What it did stays undone if it is
 * undone later: an account that was deleted does not come back.
 *
 * @param work in the transaction that notes the step
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

/** Lets a step be done again, after its work failed outside of the transaction. */
export async function forget(database: Database, step: string): Promise<void> {
  await run(database, 'delete from storefront_setup where step = ?', [step]);
}
