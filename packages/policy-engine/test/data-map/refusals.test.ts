/** Which declarations about personal data are refused at start. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from './support.ts';

const orders = { name: 'orders', table: { table: 'orders', person: 'user_id' } };
const lines = {
  name: 'lines',
  table: { table: 'order_lines', person: { column: 'order_id', rule: 'orders' } },
};
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
