/** The columns that data rules use are compared with the columns of the tables. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { hasTable } from '../../dist/modules/data-map/rules/rule.js';
import { schemaFaultsOf } from '../../dist/modules/data-map/schema/schema-faults.js';
import { LiveSchema } from '../../dist/platform/database/schema/live-schema.js';
import { forEachDatabase } from '../support/databases.ts';
import { account, lines, makeShop, orders } from './shop.ts';
import { mapOf } from './support.ts';

forEachDatabase((testDatabase) => {
  let database: Database;
  before(async () => {
    database = await testDatabase.open();
    await makeShop(database);
  });

  async function faultsOf(...dataRules: DataRuleOptions[]): Promise<string[]> {
    const { rules } = mapOf({ dataRules });
    const schema = await LiveSchema.read(database);
    const tables = new Map(rules.filter(hasTable).map((rule) => [rule.name, rule]));
    return rules.flatMap((rule) => schemaFaultsOf(rule, schema, tables));
  }

  test('rules that fit the tables have no faults', async () => {
    const keep = { action: 'keep', ground: 'tax', until: { years: 10, from: 'paid_at' } } as const;
    const found = await faultsOf(
      {
        ...account,
        erasure: {
          action: 'set',
          columns: { name: null, email: (row) => `${String(row['id'])}@x.invalid` },
          pseudonymised: true,
        },
      },
      { ...orders, erasure: keep, retention: { after: { years: 11 }, from: 'paid_at', where: { total: 0 } } },
      lines,
      { ...lines, name: 'by_several_columns', erasure: 'delete' },
      { ...lines, name: 'with_orders', erasure: { ...keep, until: { ...keep.until, rule: 'orders' } } },
      { ...lines, name: 'by_function', erasure: { action: 'run', erase: () => {} } },
      { name: 'other', collection: 'others' },
      // Dates as text, and as numbers since 1970.
      { ...account, name: 'by-text', retention: { after: { years: 1 }, from: 'name' } },
      { ...orders, name: 'by-number', retention: { after: { years: 1 }, from: 'user_id' } },
    );
    assert.deepEqual(found, []);
  });

  const cases: ReadonlyArray<[title: string, rule: DataRuleOptions, fault: RegExp]> = [
    [
      'null in a column that does not allow it',
      { ...account, erasure: { action: 'set', columns: { email: null } } },
      /^email of users does not allow null$/,
    ],
    [
      'a text that is too long',
      { ...account, erasure: { action: 'set', columns: { name: 'x'.repeat(81) } } },
      /^name of users has room for 80 characters, not 81$/,
    ],
    [
      'a column that does not exist',
      { ...account, erasure: { action: 'set', columns: { nam: null } } },
      /there is no column nam; did you mean name\?/,
    ],
    [
      'a key with a column that does not exist',
      { ...lines, table: { ...lines.table!, key: ['order_id', 'place'] }, erasure: 'delete' },
      /^the rows of order_lines cannot be told apart: it has no column order_id, place/,
    ],
    [
      'a period from a column that does not exist',
      { ...orders, erasure: { action: 'keep', ground: 'x', until: { years: 1, from: 'paid_on' } } },
      /there is no column paid_on; did you mean paid_at\?/,
    ],
    [
      'a file in a column that does not exist',
      { ...account, portability: { files: { foto: { storage: { read: async () => [] as never } } } } },
      /there is no column foto/,
    ],
    [
      'a period from a column that the other table does not have',
      {
        ...lines,
        erasure: { action: 'keep', ground: 'x', until: { years: 1, from: 'paid_on', rule: 'orders' } },
      },
      /^orders: there is no column paid_on; did you mean paid_at\?/,
    ],
    [
      'a column that is set at the end of the period',
      {
        ...account,
        erasure: {
          action: 'keep',
          ground: 'x',
          until: { years: 1, from: 'born' },
          afterwards: { action: 'set', columns: { email: null } },
        },
      },
      /^email of users does not allow null$/,
    ],
    [
      'a condition on a column that does not exist',
      { ...orders, retention: { after: { years: 1 }, from: 'paid_at', where: { stat: 'x' } } },
      /there is no column stat/,
    ],
    [
      'a retention from a column that is not a time',
      { ...account, retention: { after: { years: 1 }, from: 'is_vip' } },
      /^is_vip of users is .*, not a date or time$/,
    ],
  ];
  test('a reference to a part of a key is a fault', async () => {
    const table = { table: 'orders', person: { column: 'id', rule: 'lines', references: 'order_id' } };
    assert.deepEqual(await faultsOf(account, orders, lines, { name: 'notes', table }), [
      'id refers to order_id of order_lines, which does not tell its rows apart alone',
    ]);
  });

  for (const [title, rule, fault] of cases) {
    test(`a rule does not fit the tables: ${title}`, async () => {
      const others = [account, orders].filter(({ name }) => name !== rule.name);
      const found = await faultsOf(...others, rule);
      assert.equal(found.length, 1, found.join('; '));
      assert.match(found[0] ?? '', fault);
    });
  }
});
