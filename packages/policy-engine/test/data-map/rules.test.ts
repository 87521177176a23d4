/** What a host declares about personal data: how it is parsed, and what is refused at start. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { configurePolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { mapOf, refusalOf } from './support.ts';

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

const run = { action: 'run', erase: () => {} };
const data = (...dataRules: object[]) => ({ dataRules });
const WRONG: ReadonlyArray<[title: string, options: object, message: RegExp]> = [
  ['nothing to read or erase', data({ name: 'x' }), /dataRules\[0\]: declare where the data is: table, collection/],
  ['two ways to read', data({ name: 'x', collection: 'a', member: 'b' }), /dataRules\[0\]: .*not both/],
  ['an unknown option', data({ ...orders, person: 'user_id' }), /dataRules\[0\]\.person: there is no option person/],
  ['a column that is no name', data({ ...orders, table: { table: 'a', person: ' ' } }), /table\.person: .*column/],
  ['a table in two schemas', data({ ...orders, table: { table: 'a.b.c', person: 'x' } }), /"a\.b\.c" is not a table/],
  ['no person', data({ name: 'x', table: { table: 'a' } }), /dataRules\[0\]\.table\.person: is missing/],
  ['a person who is a number', data({ name: 'x', table: { table: 'a', person: 7 } }), /must be the column with the id/],
  ['no columns', data({ ...orders, table: { ...orders.table, columns: [] } }), /table\.columns: name at least one/],
  [
    'a column that is listed twice',
    data({ ...orders, table: { ...orders.table, columns: ['a', 'a'] } }),
    /columns\[1\]: "a" is named/,
  ],
  [
    'an erasure “delete” without a table',
    data({ name: 'x', collection: 'a', erasure: 'delete' }),
    /erasure: "delete" needs a table/,
  ],
  ['an unknown action', data({ ...orders, erasure: 'forget' }), /erasure: the action must be "delete" or "set"/],
  ['an unknown action of an object', data({ ...orders, erasure: { action: 'wipe' } }), /"keep" or "run", not "wipe"/],
  [
    'setting no columns',
    data({ ...orders, erasure: { action: 'set', columns: {} } }),
    /erasure\.columns: name at least/,
  ],
  [
    'setting a column to a list',
    data({ ...orders, erasure: { action: 'set', columns: { a: [] } } }),
    /erasure\.columns\.a: must be null/,
  ],
  [
    'setting the key column',
    data({ ...orders, erasure: { action: 'set', columns: { id: null } } }),
    /erasure\.columns\.id: .*cannot be set/,
  ],
  [
    'a function that sets a column, without “pseudonymised”',
    data({ ...orders, erasure: { action: 'set', columns: { a: () => 'x' } } }),
    /erasure\.pseudonymised: a function sets a column: say whether/,
  ],
  [
    '“pseudonymised: false” while the ID of the person stays',
    data({ ...orders, erasure: { action: 'set', columns: { a: null }, pseudonymised: false } }),
    /erasure\.pseudonymised: the column user_id still has the id/,
  ],
  [
    'keeping rows without a legal ground',
    data({ ...orders, erasure: { action: 'keep', until: { years: 1, from: 'a' } } }),
    /erasure\.ground: is missing/,
  ],
  [
    'keeping rows without a period',
    data({ ...orders, erasure: { action: 'keep', ground: 'x', until: { from: 'a' } } }),
    /erasure\.until: say how long/,
  ],
  [
    'keeping rows without the column that the period starts from',
    data({ ...orders, erasure: { action: 'keep', ground: 'x', until: { years: 1 } } }),
    /erasure\.until\.from: is missing/,
  ],
  [
    'an erasure “run” without a function',
    data({ name: 'x', erasure: { action: 'run' } }),
    /erasure\.erase: is missing/,
  ],
  [
    'portability without anything that can be read',
    data({ name: 'x', erasure: run, portability: { per: 3 } }),
    /portability: nothing can be exported/,
  ],
  [
    'a retention without a table',
    data({ name: 'x', collection: 'a', retention: { after: { days: 1 }, from: 'b' } }),
    /retention: .*with a table/,
  ],
  [
    'a retention with an empty period',
    data({ ...orders, retention: { after: {}, from: 'b' } }),
    /retention\.after: say how long/,
  ],
  [
    'a retention with a fraction of a day',
    data({ ...orders, retention: { after: { days: 0.5 }, from: 'b' } }),
    /retention\.after\.days: .*whole number/,
  ],
  [
    'a retention with an empty condition',
    data({ ...orders, retention: { where: {}, words: 'soon' } }),
    /retention\.where: name a column and its value, or an age/,
  ],
  [
    'a retention by a condition without words',
    data({ ...orders, retention: { where: { state: 'gone' } } }),
    /retention\.words: describe when rows are erased/,
  ],
  [
    'a retention without the column that its age is counted from',
    data({ ...orders, retention: { after: { days: 1 } } }),
    /retention\.from: is missing/,
  ],
  [
    'a retention with a column and without an age',
    data({ ...orders, retention: { from: 'placed_at', where: { state: 'gone' } } }),
    /retention\.after: is missing/,
  ],
  ['two rules with the same name', data(orders, orders), /dataRules\[1\]\.name: two rules are named "orders"/],
  [
    'the same name in two lists',
    { ...data(orders), portabilityRules: [{ name: 'Orders', collection: 'x' }] },
    /portabilityRules\[0\]\.name: "orders" and "Orders" would be one folder/,
  ],
  [
    'an erasure rule without a table or function',
    { erasureRules: [{ name: 'x' }] },
    /erasureRules\[0\].*"delete" needs a table|erasureRules\[0\]: declare where/,
  ],
  ['an erasure rule that exports', { erasureRules: [{ ...orders, collection: 'x' }] }, /no option collection/],
  [
    'a reference to an unknown rule',
    data(orders, { ...lines, table: { table: 'a', person: { column: 'b', rule: 'order' } } }),
    /dataRules\[1\]\.table\.person\.rule: there is no rule order; did you mean orders\?/,
  ],
  [
    'a reference to a rule without a table',
    data({ name: 'orders', collection: 'x' }, lines),
    /dataRules\[1\]\.table\.person\.rule: the rule "orders" has no table/,
  ],
  [
    'rules that refer to each other in a circle',
    data(
      { name: 'a', table: { table: 'a', person: { column: 'x', rule: 'b' } } },
      { name: 'b', table: { table: 'b', person: { column: 'x', rule: 'a' } } },
    ),
    /^dataRules\[0\]\.table\.person\.rule: these rules lead to each other and to no person: a → b → a$/,
  ],
  [
    'a rule that refers to itself',
    data({ name: 'a', table: { table: 'a', person: { column: 'x', rule: 'a' } } }),
    /a → a$/,
  ],
  [
    'an exemption without a reason',
    { dataMap: { exempt: [{ table: 'a', reason: ' ' }] } },
    /dataMap\.exempt\[0\]\.reason: state why/,
  ],
  ['people without a table', { dataMap: { people: { key: 'id' } } }, /dataMap\.people\.table: is missing/],
];

describe('the start fails and names the option:', () => {
  for (const [title, options, message] of WRONG)
    test(`a data map is refused: ${title}`, () => assert.match(refusalOf(options), message));

  test('errors between rules are reported together with errors within them', () => {
    const said = refusalOf({
      ...data(orders, orders, {
        ...lines,
        name: 'a b',
        table: { table: 'x', person: { column: 'y', rule: 'nowhere' } },
      }),
      erasureRules: [{ name: 'gone', table: { table: 'x', person: { column: 'y', rule: 'gone' } } }],
    }).split('\n');
    assert.deepEqual(said.map((line) => line.slice(0, line.indexOf(': '))).toSorted(), [
      'dataRules[1].name',
      'dataRules[2].name',
      'dataRules[2].table.person.rule',
      'erasureRules[0].table.person.rule',
    ]);
  });
});
