/** What is left of a person after all steps is found, and told in the receipt. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { AbsenceProof, DataRuleOptions } from 'policy-engine/data-map';
import { forEachDatabase } from '../support/databases.ts';
import { addPerson, makeShop, RULES, shopEngine, type ShopEngine } from './shop.ts';

/** Orders that are kept as they are. */
const wholeOrders: DataRuleOptions = {
  name: 'orders',
  table: { table: 'shop_orders', person: 'user_id' },
  erasure: { action: 'keep', ground: 'Tax law', until: { years: 10, from: 'placed_at' } },
};

async function proofFor(shop: ShopEngine, user: string): Promise<AbsenceProof> {
  const { id } = await shop.engine.erasure.create({ id: user });
  await shop.engine.erasure.confirm(id);
  await shop.work();
  const { receipt, error } = await shop.engine.erasure.find(id);
  assert.equal(error, null);
  assert.ok(receipt?.absence);
  return receipt.absence;
}

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(() => makeShop(database));

  test('finds nothing where all is gone', async () => {
    const shop = await shopEngine(database, { erasure: { graceDays: 0, identifiers: () => ['Name of anna-41'] } });
    await addPerson(database, 'anna-41');
    await addPerson(database, 'otto-42');
    const { found, tables, columns, sampled } = await proofFor(shop, 'anna-41');
    assert.deepEqual(found, []);
    assert.deepEqual(sampled, []);
    assert.ok(tables > 20 && columns > 60, `${tables} tables, ${columns} columns`);
  });

  test('finds id, address and name in other people’s rows, and in rows that are kept', async () => {
    const shop = await shopEngine(database, {
      erasure: { graceDays: 0, identifiers: () => ['Zoë O’Hara 100%'] },
      dataRules: [...RULES.filter(({ name }) => name !== 'orders'), wholeOrders],
    });
    await addPerson(database, 'zoe-51', { orders: 1 });
    await addPerson(database, 'otto-42', { visits: 1300, reviews: 2 });
    await database.execute(
      "update shop_reviews set body = 'Thanks to zoë o’hara 100%!', author = 'ask ZOE-51@shop.test'",
    );
    await database.execute(
      "update shop_visits set page = '/zoe-51' where id = (select max(id) from (select id from shop_visits) v)",
    );
    const { found } = await proofFor(shop, 'zoe-51');
    assert.deepEqual(
      found.map(({ table, column, rows, isKept }) => `${table}.${column} ${rows} ${isKept}`).toSorted(),
      [
        // Of her own reviews only the text is left, which the rule does not name.
        'shop_orders.address 1 true',
        'shop_orders.user_id 1 true',
        'shop_reviews.author 2 false',
        'shop_reviews.body 4 false',
        'shop_visits.page 1 false',
      ],
    );
  });
});
