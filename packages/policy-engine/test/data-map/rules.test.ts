/** What a host declares about personal data, and how it is parsed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configurePolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { mapOf } from './support.ts';

const users = { name: 'account', table: { table: 'users', person: 'id' } };
const orders = { name: 'orders', table: { table: 'orders', person: 'user_id' } };
const lines = {
  name: 'lines',
  table: { table: 'order_lines', person: { column: 'order_id', rule: 'orders' } },
};

describe('rules are read with their defaults', () => {
  test('a table alone is exported and not erased', () => {
    const [rule] = mapOf({ dataRules: [{ ...orders, table: { ...orders.table, table: 'shop.orders' } }] }).rules;
    assert.deepEqual(rule?.table, {
      schema: 'shop',
      table: 'orders',
      key: ['id'],
      person: { kind: 'id', column: 'user_id' },
      sides: [{ person: { kind: 'id', column: 'user_id' }, columns: undefined, shown: [], erased: null }],
      where: {},
      columns: undefined,
      isHuge: false,
    });
    assert.equal(rule.label('en'), 'Orders');
    assert.equal(rule.declaredAs, 'dataRules');
    assert.equal(rule.portability?.per, 30);
    assert.equal(rule.portability.reading, undefined);
    assert.equal(rule.erasure, undefined);
    assert.equal(rule.retention, undefined);
  });

  test('an export reads the collection of a rule, and an erasure uses its table', () => {
    const [rule] = mapOf({
      dataRules: [{ ...orders, collection: 'orders', portability: { per: 5 }, erasure: 'delete' }],
    }).rules;
    assert.deepEqual(rule?.portability?.reading, { kind: 'collection', reads: 'orders' });
    assert.equal(rule.portability.per, 5);
    assert.deepEqual(rule.erasure, { action: 'delete' });
  });

  test('portability: false is not exported', () => {
    assert.equal(mapOf({ dataRules: [{ ...orders, portability: false }] }).rules[0]?.portability, undefined);
  });

  test('a reference leads to the key of the other rule unless it names another column', () => {
    const { rules } = mapOf({
      dataRules: [
        { ...orders, table: { ...orders.table, key: 'number' } },
        lines,
        {
          name: 'notes',
          table: { table: 'notes', person: { column: 'order_code', rule: 'orders', references: 'code' } },
        },
      ],
    });
    assert.deepEqual(
      rules.map(({ table }) => table?.person),
      [
        { kind: 'id', column: 'user_id' },
        { kind: 'reference', column: 'order_id', rule: 'orders', references: 'number' },
        { kind: 'reference', column: 'order_code', rule: 'orders', references: 'code' },
      ],
    );
  });

  test('a kept row has a legal ground and an end date, and is deleted then', () => {
    const ground = 'tax law';
    const [rule] = mapOf({
      dataRules: [
        {
          ...orders,
          erasure: { action: 'keep', ground, until: { years: 10, from: 'paid_at' }, columns: { note: null } },
        },
      ],
    }).rules;
    assert.deepEqual(rule?.erasure, {
      action: 'keep',
      ground,
      until: { from: 'paid_at', rule: undefined, period: { years: 10, months: 0, days: 0 } },
      meanwhile: { action: 'set', columns: { note: null }, pseudonymised: true },
      end: { action: 'delete' },
    });
  });

  test('a retention period is a text or a schedule', () => {
    const { rules } = mapOf({
      dataRules: [
        { ...orders, retention: 'ten years' },
        { ...users, retention: { after: { months: 6 }, from: 'seen_at', where: { guest: true } } },
        { ...lines, retention: { where: { gone: true }, words: 'until it is sent' } },
      ],
    });
    assert.deepEqual(rules[0]?.retention, { words: 'ten years', schedule: undefined });
    assert.deepEqual(rules[1]?.retention, {
      words: undefined,
      schedule: {
        age: { after: { years: 0, months: 6, days: 0 }, from: 'seen_at' },
        where: { guest: true },
        action: { action: 'delete' },
      },
    });
    assert.deepEqual(rules[2]?.retention, {
      words: 'until it is sent',
      schedule: { age: undefined, where: { gone: true }, action: { action: 'delete' } },
    });
  });

  test('an erasure rule with a table is deleted and not exported; a portability rule is exported alone', () => {
    const { rules } = mapOf({
      erasureRules: [{ name: 'carts', table: { table: 'carts', person: 'user_id' } }],
      portabilityRules: [{ name: 'reviews', collection: 'reviews', retention: 'as long as the account' }],
    });
    assert.deepEqual(
      rules.map(({ name, declaredAs, portability, erasure }) => [name, declaredAs, portability?.per, erasure?.action]),
      [
        ['carts', 'erasureRules', undefined, 'delete'],
        ['reviews', 'portabilityRules', 30, undefined],
      ],
    );
  });

  test('rules can be added one after another', () => {
    const engine = configurePolicyEngine((config) => {
      config.database = nodeSqliteDatabase(':memory:');
      config.currentUser = () => null;
      return config
        .addRule({ name: 'cookie' })
        .addDataRule({ name: 'orders', table: { table: 'orders', person: 'user_id' } })
        .addErasureRule({ name: 'carts', erasure: { action: 'run', erase: () => {} } });
    });
    assert.equal(typeof engine.fetch, 'function');
  });
});

describe('columns that an erasure sets count', () => {
  const actionOf = (erasure: object, table: object = orders.table) => {
    const { rules } = mapOf({ dataRules: [users, { name: 'x', table, erasure } as never] });
    return rules[1]?.erasure;
  };

  test('as pseudonymised while the ID of the person stays in its column', () => {
    assert.deepEqual(actionOf({ action: 'set', columns: { email: null } }), {
      action: 'set',
      columns: { email: null },
      pseudonymised: true,
    });
  });

  test('as erased if the ID of the person is removed', () => {
    const erasure = { action: 'set', columns: { email: null, user_id: null } };
    assert.deepEqual(actionOf(erasure), { ...erasure, pseudonymised: false });
  });

  test('as the host declares for the result of a function', () => {
    for (const pseudonymised of [true, false]) {
      const columns = { user_id: () => 'x' };
      assert.deepEqual(actionOf({ action: 'set', columns, pseudonymised }), { action: 'set', columns, pseudonymised });
    }
  });

  test('as pseudonymised while a reference leads to a row that still names the person', () => {
    const linesWith = (erasure: object | undefined) => {
      const parent = { ...orders, ...(erasure && { erasure }) };
      const { rules } = mapOf({
        dataRules: [parent, { ...lines, erasure: { action: 'set', columns: { gift_note: null } } }] as never,
      });
      const [, { erasure: action } = { erasure: undefined }] = rules;
      return action?.action === 'set' && action.pseudonymised;
    };
    assert.equal(linesWith(undefined), true);
    assert.equal(linesWith({ action: 'set', columns: { note: null } }), true);
    assert.equal(linesWith({ action: 'set', columns: { user_id: null } }), false);
    assert.equal(linesWith({ action: 'delete' }), false);
  });
});

describe('the order in which rows can be deleted', () => {
  const order = (options: Parameters<typeof mapOf>[0], references?: Parameters<ReturnType<typeof mapOf>['order']>[0]) =>
    mapOf(options)
      .order(references)
      .map(({ name }) => name);

  test('has children before what they refer to, people last, and functions of the host first', () => {
    const dataRules = [
      users,
      orders,
      { name: 'files', erasure: { action: 'run', erase: () => {} } } as const,
      { name: 'photos', table: { table: 'photos', person: { column: 'line_id', rule: 'lines' } } },
      lines,
    ];
    assert.deepEqual(order({ dataRules }), ['files', 'photos', 'lines', 'orders', 'account']);
    assert.deepEqual(order({ dataRules: dataRules.toReversed() }), ['files', 'photos', 'lines', 'orders', 'account']);
  });

  test('has people last even if nothing refers to them', () => {
    assert.deepEqual(order({ dataRules: [users, orders] }), ['orders', 'account']);
    assert.deepEqual(
      order({
        dataRules: [orders, { ...users, table: { table: 'people', person: 'login', key: 'id' } }],
        dataMap: { people: { table: 'people' } },
      }),
      ['orders', 'account'],
    );
  });

  test('follows foreign keys between rules without references; in a cycle the order of declaration decides', () => {
    const invoices = { name: 'invoices', table: { table: 'invoices', person: 'user_id' } };
    const key = (from: string, to: string) => ({
      from: { schema: 'public', table: from },
      to: { schema: 'public', table: to },
    });
    const dataRules = [orders, invoices];
    assert.deepEqual(order({ dataRules }, [key('invoices', 'orders')]), ['invoices', 'orders']);
    assert.deepEqual(order({ dataRules }, [key('orders', 'invoices')]), ['orders', 'invoices']);
    assert.deepEqual(order({ dataRules }, [key('orders', 'invoices'), key('invoices', 'orders')]).toSorted(), [
      'invoices',
      'orders',
    ]);
    assert.deepEqual(order({ dataRules: [orders, lines] }, [key('orders', 'order_lines')]), ['lines', 'orders']);
  });
});

describe('the table of people is that of', () => {
  test('the rule whose person column is its own key', () => {
    assert.deepEqual(mapOf({ dataRules: [orders, users] }).people, { schema: undefined, table: 'users', key: 'id' });
    assert.equal(mapOf({ dataRules: [orders] }).people, undefined);
  });
  test('the option, if it is set', () => {
    const dataMap = { people: { table: 'auth.accounts', key: 'uid' } };
    assert.deepEqual(mapOf({ dataRules: [users], dataMap }).people, { schema: 'auth', table: 'accounts', key: 'uid' });
  });
});
