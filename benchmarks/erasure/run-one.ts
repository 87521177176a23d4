/** Erases the person of one file in a separate process: `node run-one.ts engine|bare <file>`; prints seconds and memory. */
import { DatabaseSync } from 'node:sqlite';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { PERSON, TABLES, tableName } from './data.ts';

/** Number of rows of a bare statement, which blocks the writer for some milliseconds. */
const BARE_BATCH = 200;
const [, , how = '', file = ''] = process.argv;

async function withEngine(): Promise<number> {
  const engine = createPolicyEngine({
    database: nodeSqliteDatabase(file),
    rules: [{ name: 'age' }],
    currentUser: () => null,
    userResource: { find: (id) => ({ id, email: 'f@shop.test' }) },
    erasure: { graceDays: 0 },
    erasureRules: [
      { name: 'account', table: { table: 'users', key: 'id', person: 'id' } },
      ...Array.from({ length: TABLES }, (_, index) => {
        return { name: `data-${index}`, table: { table: tableName(index), person: 'user_id' } };
      }),
    ],
  });
  await engine.migrate();
  const request = await engine.erasure.create({ id: PERSON });
  await engine.erasure.confirm(request.id);
  const begun = performance.now();
  await engine.jobs.runDue();
  const seconds = (performance.now() - begun) / 1000;
  const { state, error } = await engine.erasure.find(request.id);
  if (state !== 'completed') throw new Error(`${state}: ${error}`);
  return seconds;
}

/** The statements of a careful administrator: batches, with a pause for other writers between them. */
async function bare(): Promise<number> {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  const begun = performance.now();
  for (let index = 0; index < TABLES; index += 1) {
    const table = tableName(index);
    const batch = database.prepare(
      `delete from ${table} where id in (select id from ${table} where user_id = ? limit ${BARE_BATCH})`,
    );
    while (Number(batch.run(PERSON).changes) > 0) await new Promise(setImmediate);
  }
  return (performance.now() - begun) / 1000;
}

const seconds = await (how === 'engine' ? withEngine() : bare());
process.stdout.write(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1000 }));
process.exit(0);
