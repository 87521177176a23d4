/** The tables of the first version, before the modules had migrations of their own. */
import { readFile } from 'node:fs/promises';
import type { Database } from 'policy-engine';

/** The statements of a script. */
export const statementsOf = (script: string): string[] =>
  script.split(/;\n/).filter((statement) => statement.trim() !== '');

/** Tables as the first version created them, with rows. */
export async function makeEarlier(database: Database): Promise<void> {
  const read = (file: string) => readFile(new URL(`fixtures/${file}`, import.meta.url), 'utf8');
  const before = await read(`before-modules.${database.dialect}.sql`);
  const rows = await read('before-modules.rows.sql');
  // One write to the disk instead of one for each.
  await database.transaction(async (transaction) => {
    for (const statement of statementsOf(before)) await transaction.execute(statement);
    for (const statement of statementsOf(database.dialect === 'mysql' ? rows.replaceAll('"', '`') : rows)) {
      await transaction.execute(statement);
    }
  });
}
