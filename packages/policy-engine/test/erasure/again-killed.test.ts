/**
 * Workers that are killed at any call during a later search, and while what it found is erased: the next one continues, the request is
 * reopened once, and the key is destroyed with the last search. `TEST_ROUNDS=long` kills at each call.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from 'policy-engine';
import { rounds } from '../../../../testing/rounds.ts';
import { readAll, writeAll } from '../faults/state.ts';
import { forEachDatabase } from '../support/databases.ts';
import { runProcess } from '../support/processes.ts';
import { eraseAll, searchAgain } from './erasing.ts';
import { addPerson, countOf, makeShop, shopEngine } from './shop.ts';

const ANNA = 'anna-41';
const OWN = ['jobs', 'job_schedules', 'admin_actions', 'erasure_marks', 'erasure_steps', 'erasure_requests'];
const TABLES = ['shop_visits', ...OWN.map((name) => `policy_manager_${name}`)];

interface Receipt {
  readonly repeated: {
    readonly marksUntil: string | null;
    readonly searches: ReadonlyArray<{ readonly found: readonly unknown[]; readonly erased: unknown }>;
  };
}

/** The state afterwards, without what differs between runs. */
async function stateOf(database: Database): Promise<unknown> {
  const { rows } = await database.execute<{ state: string; receipt: string }>(
    'select state, receipt from policy_manager_erasure_requests',
  );
  return {
    requests: rows.map(({ state, receipt }) => {
      const { searches, marksUntil } = (JSON.parse(receipt) as Receipt).repeated;
      return {
        state,
        searches: searches.map(({ found, erased }) => ({ found, erased })),
        isMarked: marksUntil !== null,
      };
    }),
    marks: await countOf(database, 'policy_manager_erasure_marks'),
    reopened: await countOf(database, 'policy_manager_admin_actions', "action = 'erasure_reopened'"),
    visits: await countOf(database, 'shop_visits', `user_id = '${ANNA}'`),
  };
}

forEachDatabase((target) => {
  test('later searches continue after kill -9 at any call', { timeout: 1_200_000 }, async (t) => {
    const database = await target.open();
    const shop = await shopEngine(database, { now: () => new Date(), erasure: { graceDays: 0 } });
    await makeShop(database);
    await addPerson(database, ANNA, { orders: 0, reviews: 0, visits: 2 });
    const { id } = await shop.engine.erasure.create({ id: ANNA });
    await shop.engine.erasure.confirm(id);
    await eraseAll({ url: target.url, journal: '', dieAt: 0 });
    await database.execute(`insert into shop_visits values (9001, '${ANNA}', '/', '2026-03-02')`);
    let kills = 0;

    /** Does what is due, killed at calls and continued. @returns the state afterwards, the same each time */
    async function killedAt(days: number, later: number) {
      const begin = await readAll(database, TABLES);
      const calls = await searchAgain({ url: target.url, dieAt: 0, days, later });
      const expected = await stateOf(database);
      const tried = rounds(2, calls);
      for (let nth = 1; nth <= tried; nth += 1) {
        // The last call is the commit.
        const dieAt = Math.ceil((nth * calls) / tried);
        await writeAll(database, TABLES, begin);
        const given = [target.url, String(dieAt), String(days), String(later)];
        const killed = await runProcess('./processes/search-and-die.ts', import.meta.url, given);
        if (killed.signal === 'SIGKILL') kills += 1;
        await searchAgain({ url: target.url, dieAt: 0, days, later });
        assert.deepEqual(await stateOf(database), expected, `killed at call ${dieAt} of ${calls}: ${killed.output}`);
      }
      t.diagnostic(`${days} days: ${calls} calls, killed at ${tried} of them`);
      return expected;
    }

    const found = { found: [{ table: 'shop_visits', column: 'user_id', rows: 1, isKept: false, isDeclared: true }] };
    const first = { ...found, erased: null };
    assert.deepEqual(await killedAt(2, 2), {
      requests: [{ state: 'reopened', searches: [first], isMarked: true }],
      marks: 1,
      reopened: 1,
      visits: 1,
    });
    await shop.engine.erasure.eraseFound(id);
    const erased = { found: [], erased: 1 };
    assert.deepEqual(await killedAt(2, 2), {
      requests: [{ state: 'completed', searches: [first, erased], isMarked: true }],
      marks: 1,
      reopened: 1,
      visits: 0,
    });
    const nothing = { found: [], erased: null };
    assert.deepEqual(await killedAt(32, 0), {
      requests: [{ state: 'completed', searches: [first, erased, nothing], isMarked: false }],
      marks: 0,
      reopened: 1,
      visits: 0,
    });
    assert.ok(kills > 0);
  });
});
