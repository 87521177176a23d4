/** Rows with keys of several columns are erased, and kept for as long as the row that they refer to. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { refusalOf } from '../data-map/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { addPerson, countOf, DAY, makeShop, RULES, shopEngine } from './shop.ts';

const RULES_HERE: readonly DataRuleOptions[] = [
  ...RULES.filter(({ name }) => name !== 'items'),
  {
    name: 'lines',
    table: { table: 'long_lines', person: { column: 'order_id', rule: 'orders' } },
    erasure: {
      action: 'keep',
      ground: 'Tax law: ten years',
      until: { years: 10, from: 'placed_at', rule: 'orders' },
      columns: { note: (row) => `line ${String(row['number'])}` },
    },
  },
  { name: 'likes', table: { table: 'long_likes', person: 'user_id' }, erasure: 'delete' },
  { name: 'letters', table: { table: 'long_letters', key: ['shop', 'id'], person: 'user_id' }, erasure: 'delete' },
];

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
    await makeShop(database);
    const time = { sqlite: 'text', postgres: 'timestamptz', mysql: 'datetime(6)' }[target.dialect];
    const tables = [
      'long_lines (order_id integer not null, number integer not null, note varchar(40), primary key (order_id, number))',
      `long_likes (user_id varchar(40) not null, day date not null, at ${time} not null, primary key (user_id, day, at))`,
      'long_letters (id integer not null, shop varchar(9) not null, user_id varchar(40), primary key (shop, id))',
    ];
    for (const table of tables) await database.execute(`create table ${table}`);
  });

  test('rows with keys of any number of columns are erased batch by batch', async () => {
    const shop = await shopEngine(database, { dataRules: RULES_HERE });
    for (const person of ['anna-1', 'otto']) await addPerson(database, person);
    await database.execute(
      'insert into long_lines select o.id, i.id, i.note from shop_orders o join shop_items i on i.order_id is not null',
    );
    await database.execute('delete from shop_items');
    const lines = await countOf(database, 'long_lines');
    for (let nth = 0; nth < 80; nth += 1) {
      const who = nth % 2 === 0 ? 'anna-1' : 'otto';
      const day = `2026-01-0${1 + (nth % 3)}`;
      await database.execute(
        `insert into long_likes values ('${who}', '${day}', '2026-01-01 10:00:00.${String(nth).padStart(6, '0')}')`,
      );
      // The same ID in two shops: one letter is hers, the other is not.
      await database.execute(`insert into long_letters values (${Math.floor(nth / 2)}, 'shop ${nth % 2}', '${who}')`);
    }
    const { id } = await shop.engine.erasure.create({ id: 'anna-1' });
    await shop.engine.erasure.confirm(id);
    const plan = await shop.engine.erasure.plan({ id: 'anna-1' });
    await shop.work();
    const { error, receipt } = await shop.engine.erasure.find(id);
    assert.equal(error, null);
    const told = (entries: typeof plan) =>
      entries.flatMap(({ rule, action, rows, until }) =>
        ['lines', 'likes', 'letters'].includes(rule) ? [[rule, action, rows, until]] : [],
      );
    assert.deepEqual(told(receipt?.entries ?? []), [
      ['lines', 'keep', lines / 4, '2035-05-01T00:00:00.000Z'],
      ['lines', 'delete', lines / 4, null],
      ['likes', 'delete', 40, null],
      ['letters', 'delete', 40, null],
    ]);
    assert.deepEqual(told(plan), [
      ['lines', 'keep', lines / 2, '2035-05-01T00:00:00.000Z'],
      ['likes', 'delete', 40, null],
      ['letters', 'delete', 40, null],
    ]);
    assert.equal(await countOf(database, 'long_likes', "user_id = 'otto'"), 40);
    assert.equal(await countOf(database, 'long_likes'), 40);
    assert.equal(await countOf(database, 'long_letters', "user_id = 'otto' and shop = 'shop 1'"), 40);
    assert.equal(await countOf(database, 'long_letters'), 40);
    assert.equal(await countOf(database, 'long_lines', "note like 'line %'"), lines / 4);

    shop.pass(DAY * 365 * 10);
    await shop.engine.erasure.applyRetention();
    assert.equal(await countOf(database, 'long_lines', "note like 'line %'"), 0);
    assert.equal(await countOf(database, 'long_lines'), lines / 2);
  });

  test('all rows with keys of several columns are searched', async () => {
    await makeShop(database);
    await database.execute('delete from long_letters');
    const shop = await shopEngine(database, { dataRules: RULES_HERE });
    await addPerson(database, 'anna-2');
    const digits = Array.from({ length: 10 }, (_, digit) => `select ${digit} as d`).join(' union all ');
    const nth = 'a.d + 10 * b.d + 100 * c.d + 1000 * e.d';
    const from = ['a', 'b', 'c', 'e'].map((name) => `(${digits}) ${name}`).join(' cross join ');
    // More than one batch of each shop, and one that ends within another.
    for (const one of ['one', 'two'])
      await database.execute(
        `insert into long_letters select ${nth}, '${one}', 'to anna-2' from ${from} where e.d < 2 and c.d < 7`,
      );
    const { id } = await shop.engine.erasure.create({ id: 'anna-2' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    const { receipt, error } = await shop.engine.erasure.find(id);
    assert.equal(error, null);
    assert.deepEqual(
      receipt?.absence?.found.filter(({ table }) => table === 'long_letters'),
      [{ table: 'long_letters', column: 'user_id', rows: 2800, isKept: false, isDeclared: true }],
    );
  });
});

test('references that cannot be followed are refused at start', () => {
  const orders = { name: 'orders', table: { table: 'orders', person: 'user_id' } };
  const lines = { name: 'lines', table: { table: 'lines', person: { column: 'order_id', rule: 'orders' } } };
  const long = { ...orders, table: { ...orders.table, key: ['shop', 'id'] } };
  assert.match(
    refusalOf({ dataRules: [long, lines] }),
    /dataRules\[1\]\.table\.person\.references: is missing: the key of "orders" has several columns/,
  );
  const until = { years: 1, from: 'paid_at', rule: 'account' };
  assert.match(
    refusalOf({ dataRules: [orders, { ...lines, erasure: { action: 'keep', ground: 'x', until } }] }),
    /dataRules\[1\]\.erasure\.until\.rule: rows lead to orders, and to no row of account/,
  );
});
