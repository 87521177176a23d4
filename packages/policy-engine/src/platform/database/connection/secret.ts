/** Keys that the engine generates and stores in its database, shared by all processes. */
import { randomHex } from '../../random.ts';
import type { Naming } from '../schema/names.ts';
import type { Database } from '../port.ts';
import { createQueries } from '../statements/queries.ts';
import { isUniqueViolation } from './sql-errors.ts';

/** Reads a key of the database; the first process creates it. @returns 64 hexadecimal digits */
export async function storedSecret(database: Database, naming: Naming, name: string, now: Date): Promise<string> {
  const queries = createQueries(database, naming);
  const read = () => queries.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  const known = await read();
  if (known !== undefined) return known.value;
  try {
    const value = randomHex(32);
    await queries.insertInto('secrets').values({ name, value, created_at: now }).execute();
    return value;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  const made = await read();
  if (made === undefined) throw new Error(`The key ${name} disappeared while it was read.`);
  return made.value;
}
