/** What goes by itself: rows that were kept for a legal reason until their day, and rows that are older than allowed. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';
import { addPerson, countOf, DAY, makeShop, RULES, shopEngine } from './shop.ts';

const VISITS = RULES.find(({ name }) => name === 'visits')!;
const REVIEWS = RULES.find(({ name }) => name === 'reviews')!;

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(() => makeShop(database));

  test('erases what was kept when its day has come', async () => {
    const shop = await shopEngine(database);
    await addPerson(database, 'anna');
    const { id } = await shop.engine.erasure.create({ id: 'anna' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    assert.equal(await countOf(database, 'shop_orders'), 2);
    shop.pass(9 * 365 * DAY);
    await shop.work();
    assert.equal(await countOf(database, 'shop_orders'), 2, 'until 2035-05-01');
    shop.pass(100 * DAY);
    await shop.work();
    assert.equal(await countOf(database, 'shop_orders'), 0);
    assert.equal(await countOf(database, 'policy_manager_erasure_kept'), 0);
    const { rows } = await database.execute(
      "select rule, subject from policy_manager_admin_actions where action = 'retention_applied'",
    );
    assert.deepEqual(rows, [{ rule: 'orders', subject: '2' }]);
  });

  test('reports what can not go, and lets the rest go', async () => {
    const shop = await shopEngine(database);
    await addPerson(database, 'bea');
    const { id } = await shop.engine.erasure.create({ id: 'bea' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    const later = await shopEngine(database, {
      dataRules: RULES.filter(({ name }) => !['orders', 'items'].includes(name)),
    });
    later.pass(10 * 365 * DAY);
    const report = await later.engine.erasure.applyRetention();
    assert.deepEqual(
      report.map(({ rule, rows, error }) => [rule, rows, error]),
      [['orders', 0, 'no rule orders with a table is declared']],
    );
    assert.equal(await countOf(database, 'policy_manager_erasure_kept'), 2, 'it is tried again');
    shop.pass(10 * 365 * DAY);
    await shop.engine.erasure.applyRetention();
    assert.equal(await countOf(database, 'policy_manager_erasure_kept'), 0);
  });

  test('lets go what is older than its rule allows, by age and condition', async () => {
    const shop = await shopEngine(database, {
      dataRules: [
        ...RULES.filter((rule) => rule !== VISITS && rule !== REVIEWS),
        { ...VISITS, retention: { after: { days: 30 }, from: 'seen_at', where: { page: '/' } } },
        REVIEWS,
      ],
    });
    await addPerson(database, 'cleo', { visits: 70 });
    await database.execute(
      "update shop_visits set page = '/kept' where id = (select max(id) from (select id from shop_visits) v)",
    );
    await database.execute(
      "insert into shop_visits values (-1, 'cleo', '/', '2026-02-20'), (-2, null, '/', '2026-01-02T10:00:00.000Z'), (-3, 'cleo', '/', null)",
    );
    const expected = [{ rule: 'visits', action: 'aged', rows: 1 }];
    assert.deepEqual(await shop.engine.erasure.applyRetention({ dryRun: true }), expected);
    assert.equal(await countOf(database, 'shop_visits'), 73, 'nothing was changed');
    assert.deepEqual(await shop.engine.erasure.applyRetention(), expected);
    assert.equal(await countOf(database, 'shop_visits', 'id = -2'), 0);
    shop.pass(7 * DAY);
    assert.deepEqual(await shop.engine.erasure.applyRetention(), [{ rule: 'visits', action: 'aged', rows: 69 }]);
    assert.equal(await countOf(database, 'shop_visits'), 3);
    assert.deepEqual(await shop.engine.erasure.applyRetention(), []);
  });

  test('keeps rows of people whose data is held for a legal reason', async () => {
    const shop = await shopEngine(database, {
      dataRules: [
        {
          ...VISITS,
          retention: { after: { months: 1 }, from: 'seen_at', action: { action: 'set', columns: { page: null } } },
        },
      ],
    });
    await addPerson(database, 'dora', { visits: 3 });
    await addPerson(database, 'otto', { visits: 2 });
    await database.execute("insert into shop_visits values (-1, null, '/', '2026-02-01')");
    const { id } = await shop.engine.erasure.create({ id: 'dora' });
    await shop.engine.erasure.hold(id, 'A court asks for it.');
    shop.pass(60 * DAY);
    assert.deepEqual(await shop.engine.erasure.applyRetention(), [{ rule: 'visits', action: 'aged', rows: 3 }]);
    assert.equal(await countOf(database, 'shop_visits', "user_id = 'dora' and page = '/'"), 3);
    assert.equal(await countOf(database, 'shop_visits', 'page is null'), 3);
    assert.deepEqual(await shop.engine.erasure.applyRetention(), [], 'what was set is not set again');
  });
});
