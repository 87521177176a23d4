/** A search after an erasure that loses its connection says nothing until it has searched everything. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectDatabase, type Database } from 'policy-engine';
import { cuttable } from '../support/cuttable.ts';
import { forEachDatabase } from '../support/databases.ts';
import { addPerson, makeShop, shopEngine } from './shop.ts';

type Execute = Database['execute'];

/** Calls `before` ahead of each statement that reads the tables of the shop for a search. */
function watched(database: Database, before: (sql: string) => void): Database {
  const within = (target: Database): Database =>
    new Proxy(target, {
      get(of, name) {
        if (name === 'execute') {
          const execute = (sql: string, parameters?: readonly unknown[]) => {
            before(sql);
            return target.execute(sql, parameters);
          };
          return execute as Execute;
        }
        if (name === 'transaction') {
          const transaction: Database['transaction'] = (work, options) =>
            target.transaction((inner) => work(within(inner)), options);
          return transaction;
        }
        const value: unknown = Reflect.get(of, name);
        return typeof value === 'function' ? (value.bind(of) as unknown) : value;
      },
    });
  return within(database);
}

forEachDatabase((target) => {
  test('a search that loses its connection is repeated, and only the whole one is told', async () => {
    await using server = target.dialect === 'sqlite' ? null : await cuttable(target.url);
    const direct = await target.open();
    await makeShop(direct);
    const real = server === null ? direct : await connectDatabase(server.url);
    let isArmed = false;
    let lost = 0;
    const database = watched(real, (sql) => {
      if (!isArmed || !/\bas c0\b.*shop_visits/s.test(sql)) return;
      lost += 1;
      // A file has no connection to lose, but a disk that fails.
      if (server === null) throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 });
      server.cut(true);
    });
    const shop = await shopEngine(database);
    await addPerson(direct, 'anna-41');
    await addPerson(direct, 'otto-42');
    await direct.execute("update shop_visits set page = '/anna-41' where user_id = 'otto-42'");
    const { id } = await shop.engine.erasure.create({ id: 'anna-41' });
    await shop.engine.erasure.confirm(id);

    isArmed = true;
    await shop.work().catch(() => {});
    isArmed = false;
    server?.cut(false);
    assert.ok(lost > 0);
    const during = await shop.engine.erasure.find(id);
    assert.equal(during.state, 'running');
    assert.equal(during.receipt, null);

    shop.pass(3_600_000);
    await shop.work();
    const { state, receipt } = await shop.engine.erasure.find(id);
    assert.equal(state, 'completed');
    assert.deepEqual(receipt?.absence?.notSearched, []);
    assert.deepEqual(
      receipt.absence.found.map(({ table, column, rows }) => [table.replace(/^.*\./, ''), column, rows]),
      [['shop_visits', 'page', 30]],
    );
    if (server !== null) await real.close();
  });
});
