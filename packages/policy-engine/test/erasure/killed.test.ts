/**
 * Workers that are killed at any call to the database: the next one continues, every row is processed once, and the receipt has
 * the same numbers as without a kill. `TEST_ROUNDS=long` kills at each call.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from 'policy-engine';
import { rounds } from '../../../../testing/rounds.ts';
import { forEachDatabase, type TestDatabase } from '../support/databases.ts';
import { runProcess } from '../support/processes.ts';
import { eraseAll } from './erasing.ts';
import { addPerson, makeShop, shopEngine } from './shop.ts';

const ERASE = './processes/erase-and-die.ts';
const TABLES = ['shop_users', 'shop_orders', 'shop_items', 'shop_reviews', 'shop_visits'];
const STEPS = 'select rule, state, rows_done, rows_kept, last_key from policy_manager_erasure_steps order by position';

/** The state afterwards, without what differs between runs. */
async function stateOf(database: Database): Promise<unknown> {
  const tables: Record<string, number> = {};
  for (const table of TABLES) tables[table] = (await database.execute(`select * from ${table}`)).rows.length;
  const { rows: requests } = await database.execute(
    'select state, user_id, open_user, identifiers from policy_manager_erasure_requests',
  );
  const receipts = await database.execute<{ receipt: string }>('select receipt from policy_manager_erasure_requests');
  const entries = receipts.rows.map(({ receipt }) => (JSON.parse(receipt) as { entries: unknown }).entries);
  const kept = (await database.execute('select rule, kept_until from policy_manager_erasure_kept')).rows;
  const steps = (await database.execute(STEPS)).rows;
  const left = await database.execute("select author from shop_reviews where user_id is null and author <> ''");
  return { tables, requests, entries, kept, steps, left: left.rows };
}

/** A person with a confirmed request, and another one without a request. */
async function confirmed(database: Database): Promise<void> {
  const shop = await shopEngine(database, { now: () => new Date(), erasure: { graceDays: 0 } });
  for (const table of ['steps', 'kept', 'requests'])
    await database.execute(`delete from policy_manager_erasure_${table}`);
  await database.execute('delete from policy_manager_jobs');
  await makeShop(database);
  await addPerson(database, 'anna', { visits: 60 });
  await addPerson(database, 'otto', { visits: 3 });
  const { id } = await shop.engine.erasure.create({ id: 'anna' });
  await shop.engine.erasure.confirm(id);
}

/** Erases, in this process. @returns the number of calls */
const erase = ({ url }: TestDatabase): Promise<number> => eraseAll({ url, journal: '', dieAt: 0 });

forEachDatabase((target) => {
  test('an erasure continues after kill -9 at any call', { timeout: 1_200_000 }, async (t) => {
    const database = await target.open();
    await confirmed(database);
    const calls = await erase(target);
    const expected = await stateOf(database);
    const tried = rounds(2, calls);
    let kills = 0;
    t.diagnostic(`${calls} calls, killed at ${tried} of them`);
    for (let nth = 1; nth <= tried; nth += 1) {
      const dieAt = Math.ceil((nth * calls) / tried - (tried === calls ? 0 : calls / tried / 2));
      await confirmed(database);
      const killed = await runProcess(ERASE, import.meta.url, [target.url, '', String(dieAt)]);
      // The number of calls depends on the batch sizes, and so on the load of the machine.
      if (killed.signal === 'SIGKILL') kills += 1;
      else assert.ok(Number(killed.output) < dieAt, `call ${dieAt} of ${calls}: ${killed.output}`);
      await erase(target);
      assert.deepEqual(await stateOf(database), expected, `killed at call ${dieAt}`);
    }
    assert.ok(kills > 0);
  });
});
