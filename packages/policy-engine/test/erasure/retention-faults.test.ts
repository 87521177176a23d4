/**
 * Retention whose calls to the database fail one by one, in each mode, and whose process is killed at any of them: the next run
 * does the rest, and the result is the same as that of an undisturbed run. `npm test` tries some of the calls; with
 * `TEST_ROUNDS=long` each call fails.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, nodeSqliteDatabase } from 'policy-engine';
import { rounds } from '../../../../testing/rounds.ts';
import { Faults, isFault, type Mode, MODES } from '../faults/faults.ts';
import { faultyDatabase } from '../faults/ports.ts';
import { readAll, type Rows, writeAll } from '../faults/state.ts';
import { forEachDatabase } from '../support/databases.ts';
import { runProcess } from '../support/processes.ts';
import { fillShop, LATER, logged, RETAINING, retainAll, stateAfter, TABLES } from './retaining.ts';
import { shopEngine, type ShopEngine } from './shop.ts';

const isWhole = rounds(0, 1) === 1;
/** Short rounds try one call in this many, with a different one for each mode. */
const STRIDE = { sqlite: 12, postgres: 40, mysql: 40 };

/** A process, ten years after the shop was filled. */
async function processOn(database: Database, faults: Faults): Promise<ShopEngine> {
  const shop = await shopEngine(faultyDatabase(database, faults), { dataRules: RETAINING });
  shop.pass(LATER);
  return shop;
}

/** What a caller was told. */
async function told({ engine }: ShopEngine): Promise<{ readonly isSuccess: boolean; readonly isClear: boolean }> {
  try {
    const failed = (await engine.erasure.applyRetention()).flatMap(({ error }) => error ?? []);
    return { isSuccess: failed.length === 0, isClear: failed.every((error) => /fault at|lost to another/.test(error)) };
  } catch (error) {
    return { isSuccess: false, isClear: isFault(error) || /fault at|lost to another/.test(String(error)) };
  }
}

forEachDatabase((target) => {
  let database: Database;
  let begin: Rows;
  before(async () => {
    database = target.dialect === 'sqlite' ? nodeSqliteDatabase(':memory:') : await target.open();
    await fillShop(database);
    begin = await readAll(database, TABLES);
  });
  after(async () => {
    if (target.dialect === 'sqlite') await database.close();
  });

  /** @returns what is wrong after a fault; null if the run did not meet it */
  async function tryOne(mode: Mode, nth: number, expected: unknown): Promise<string | null> {
    await writeAll(database, TABLES, begin);
    const faults = new Faults();
    const shop = await processOn(database, faults);
    faults.arm(mode, nth);
    const { isSuccess, isClear } = await told(shop);
    faults.disarm();
    if (faults.hit === null) return null;
    try {
      assert.ok(isSuccess || isClear, 'an error that does not say what happened');
      if (isSuccess) assert.deepEqual(await stateAfter(database), expected, 'told success');
      const next = mode === 'dead' ? await processOn(database, new Faults()) : shop;
      if (!isSuccess) assert.ok((await told(next)).isSuccess, 'trying again failed');
      assert.deepEqual(await stateAfter(database), expected);
      return '';
    } catch (error) {
      return `${mode} at ${faults.hit}: ${(error as Error).message}`;
    }
  }

  test('retention with a fault at any call has the same result as without', { timeout: 3_600_000 }, async (t) => {
    await writeAll(database, TABLES, begin);
    const faults = new Faults();
    const shop = await processOn(database, faults);
    faults.arm('refused');
    const report = await shop.engine.erasure.applyRetention();
    faults.disarm();
    assert.deepEqual(
      report.map(({ rule, action, rows }) => [rule, action, rows]),
      [
        ['orders', 'kept', 3],
        ['reviews', 'aged', 5],
        ['visits', 'aged', 40],
      ],
    );
    assert.deepEqual(await logged(database), { orders: 3, reviews: 5, visits: 40 });
    const expected = await stateAfter(database);
    const { length } = faults.calls;
    const stride = isWhole ? 1 : STRIDE[target.dialect];
    const problems: string[] = [];
    let tried = 0;
    for (const [index, mode] of MODES.entries()) {
      for (let nth = 1 + (isWhole ? 0 : index * 3); nth <= length; nth += stride) {
        const problem = await tryOne(mode, nth, expected);
        if (problem === null) break;
        tried += 1;
        if (problem !== '') problems.push(problem);
      }
    }
    t.diagnostic(`${tried} faults in ${length} calls`);
    assert.equal(problems.join('\n'), '');
    assert.ok(tried >= MODES.length);
  });
});

forEachDatabase(
  (target) => {
    test('retention continues after kill -9 at any call', { timeout: 1_200_000 }, async (t) => {
      const database = await target.open();
      await fillShop(database);
      const begin = await readAll(database, TABLES);
      await writeAll(database, TABLES, begin);
      const calls = await retainAll({ url: target.url, dieAt: 0 });
      const expected = await stateAfter(database);
      const whole = await logged(database);
      const tried = isWhole ? calls : 1;
      t.diagnostic(`${calls} calls, killed at ${tried} of them`);
      let kills = 0;
      for (let nth = 1; nth <= tried; nth += 1) {
        const dieAt = isWhole ? nth : Math.ceil(calls / 2);
        await writeAll(database, TABLES, begin);
        const { signal } = await runProcess('./processes/retain-and-die.ts', import.meta.url, [
          target.url,
          String(dieAt),
        ]);
        if (signal === 'SIGKILL') kills += 1;
        await retainAll({ url: target.url, dieAt: 0 });
        assert.deepEqual(await stateAfter(database), expected, `killed at call ${dieAt}`);
        // The rows of the batch before the kill may be missing, and nothing is reported twice.
        for (const [rule, rows] of Object.entries(await logged(database))) assert.ok(rows <= (whole[rule] ?? 0), rule);
      }
      assert.ok(kills > 0);
    });
  },
  // Processes are slow: short rounds kill one.
  isWhole ? undefined : 'sqlite',
);
