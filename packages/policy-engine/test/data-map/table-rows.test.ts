/** Rows of a person in the host's tables: all of them, and nobody else's, on each database. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import type { TableRule } from '../../dist/modules/data-map/rules/rule.js';
import { TableRows } from '../../dist/modules/data-map/rows/table-rows.js';
import { forEachDatabase } from '../support/databases.ts';
import { account, lines, makeShop, orders } from './shop.ts';
import { mapOf } from './support.ts';

forEachDatabase((testDatabase) => {
  const { dialect } = testDatabase;
  let database: Database;
  before(async () => {
    database = await testDatabase.open();
    await makeShop(database);
  });

  async function rowsOf(name: string, person: string, dataRules: readonly DataRuleOptions[], limit = 3) {
    const map = mapOf({ dataRules });
    const tables = await TableRows.of(map, database);
    const rule = map.rule(name) as TableRule;
    const rows = [];
    const sizes = [];
    for (let after: unknown; ;) {
      const found = await tables.page(database, rule, person, { limit, after });
      rows.push(...found.rows);
      sizes.push(found.rows.length);
      if (found.next === null) break;
      after = found.next;
    }
    assert.equal(await tables.count(database, rule, person), rows.length);
    return { rows, sizes };
  }
  const make = async (...statements: string[]) => {
    for (const statement of statements) await database.execute(statement);
  };

  test('rows of a person are read in pages in the order of the key', async () => {
    const { rows, sizes } = await rowsOf('orders', '1', [orders]);
    assert.deepEqual(
      rows.map(({ id }) => id),
      [11, 21, 31, 41, 51, 61, 71],
    );
    assert.deepEqual(sizes, [3, 3, 1]);
    assert.deepEqual((await rowsOf('orders', '1', [orders], 7)).sizes, [7, 0]);
    assert.deepEqual((await rowsOf('orders', '3', [orders])).rows, []);
  });

  test('rows of a person have the values that the export shows: days, booleans and bytes unchanged, keys and columns by their names', async () => {
    const { rows } = await rowsOf('account', '2', [account]);
    const [row] = rows;
    assert.deepEqual(Object.keys(row ?? {}), ['id', 'email', 'name', 'born', 'is_vip', 'password_digest', 'photo']);
    assert.deepEqual([row?.['id'], row?.['born'], row?.['is_vip']], [2, '1990-02-02', true]);
    assert.deepEqual(row?.['photo'], new Uint8Array([0, 255]));
    const some = { ...account, table: { table: 'users', person: 'id', columns: ['name'] } };
    assert.deepEqual((await rowsOf('account', '2', [some])).rows, [{ name: 'Person 2' }]);
  });

  test('rows of a person are found through other tables, by a key of several columns', async () => {
    const { rows, sizes } = await rowsOf('lines', '1', [orders, lines], 4);
    assert.deepEqual(sizes, [4, 4, 4, 2]);
    assert.equal(new Set(rows.map((row) => `${String(row['order_id'])}/${String(row['position'])}`)).size, 14);
    assert.ok(rows.every(({ gift_note: note }) => String(note).startsWith('For 1: ')));
  });

  test('rows of a person match the ID exactly: no other case, no number that it begins with, no trailing space', async () => {
    const rule = { name: 'newsletter', table: { table: 'newsletter', key: 'address', person: 'login' } };
    assert.equal((await rowsOf('newsletter', 'Person-1', [rule])).rows.length, 1);
    for (const other of ['person-1', 'Person-1 ', 'Pérson-1', 'Person-', "' or 1 = 1 --", '%']) {
      assert.deepEqual((await rowsOf('newsletter', other, [rule])).rows, [], other);
    }
    for (const other of ['1x', 'x', '1 or 1=1', '1.0', '01', ' 1', '', '9223372036854775808']) {
      await assert.rejects(rowsOf('orders', other, [orders]), {
        code: 'data_map_unfit',
        message: /^data rule "orders": the column user_id .* cannot hold the id/,
      });
    }
  });

  test('rows of a person are paged exactly by times and by days', async () => {
    const time = { sqlite: 'text', postgres: 'timestamptz', mysql: 'datetime(6)' }[dialect];
    await make(
      `create table visits (user_id int not null, day date not null, at ${time} not null, primary key (day, at))`,
      ...[1, 2, 3].map((number) => `insert into visits values (1, '2026-01-01', '2026-01-01 10:00:00.00000${number}')`),
      `insert into visits values (1, '2026-01-02', '2026-01-01 10:00:00.000001')`,
    );
    const { rows, sizes } = await rowsOf(
      'visits',
      '1',
      [{ name: 'visits', table: { table: 'visits', person: 'user_id' } }],
      1,
    );
    assert.deepEqual(sizes, [1, 1, 1, 1, 0]);
    assert.deepEqual(
      rows.map(({ day }) => day),
      ['2026-01-01', '2026-01-01', '2026-01-01', '2026-01-02'],
    );
  });

  test('rows of a person are found by a UUID, as database type or as bytes', async () => {
    const type = { sqlite: 'blob', postgres: 'uuid', mysql: 'binary(16)' }[dialect];
    const id = '0191e3b0-7c1e-7000-8000-0123456789ab';
    const value = { sqlite: `'${id}'`, postgres: `'${id}'`, mysql: `unhex('${id.replaceAll('-', '')}')` }[dialect];
    await make(
      `create table tokens (id int primary key, owner ${type} not null)`,
      `insert into tokens values (1, ${value})`,
    );
    const rule = { name: 'tokens', table: { table: 'tokens', person: 'owner', columns: ['id'] } };
    assert.deepEqual((await rowsOf('tokens', id, [rule])).rows, [{ id: 1 }]);
    assert.deepEqual((await rowsOf('tokens', id.replace('ab', 'ac'), [rule])).rows, []);
  });

  const unfit: ReadonlyArray<[title: string, rules: DataRuleOptions[], message: RegExp]> = [
    [
      'no such table',
      [{ name: 'x', table: { table: 'order', person: 'user_id' } }],
      /there is no table order; did you mean orders\?/,
    ],
    [
      'no such schema',
      [{ name: 'x', table: { table: 'none.orders', person: 'user_id' } }],
      /there is no table none\.orders/,
    ],
    [
      'no such column',
      [{ name: 'x', table: { table: 'orders', person: 'userid' } }],
      /orders: there is no column userid; did you mean user_id\?/,
    ],
    [
      'no such exported column',
      [{ name: 'x', table: { table: 'orders', person: 'user_id', columns: ['totl'] } }],
      /there is no column totl; did you mean total\?/,
    ],
    [
      'a key that is not unique',
      [{ name: 'x', table: { table: 'orders', person: 'user_id', key: 'user_id' } }],
      /user_id of orders is neither a primary key nor unique; the key user_id of orders may be null/,
    ],
    [
      'a key that does not exist',
      [{ name: 'x', table: { table: 'orders', person: 'user_id', key: 'number' } }],
      /the rows of orders cannot be told apart: it has no column number/,
    ],
    [
      'a person column of the type date',
      [{ name: 'x', table: { table: 'users', person: 'born' } }],
      /born is date, which cannot hold the id of a person/,
    ],
    [
      'a reference to a column that does not exist',
      [
        orders,
        {
          name: 'x',
          table: { table: 'order_lines', person: { column: 'order_id', rule: 'orders', references: 'nr' } },
        },
      ],
      /orders: there is no column nr/,
    ],
    [
      'a table name with SQL in it',
      [{ name: 'x', table: { table: 'orders" where 1=1 --', person: 'user_id' } }],
      /there is no table orders" where/,
    ],
  ];
  for (const [title, rules, message] of unfit) {
    test(`rows of a person are not read if a rule does not fit: ${title}`, async () => {
      await assert.rejects(rowsOf('x', '1', rules), { code: 'data_map_unfit', message });
    });
  }
});
