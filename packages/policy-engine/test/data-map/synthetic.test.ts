/** The synthetic person: in every table that refers to people, and detected where a map omits something. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createPolicyEngine, type Database, type PolicyEngineOptions } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { migrate } from 'policy-engine/database';
import { seedSyntheticPerson, type SyntheticPerson } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';
import { account, lines, makeShop, orders } from './shop.ts';
import { optionsWith } from './support.ts';

const newsletter: DataRuleOptions = {
  name: 'newsletter',
  table: { table: 'newsletter', key: 'address', person: 'login' },
  erasure: 'delete',
};
const tax = { action: 'keep', ground: 'tax law', until: { years: 10, from: 'paid_at' } } as const;
const whole: readonly DataRuleOptions[] = [
  { ...account, erasure: 'delete' },
  { ...orders, erasure: 'delete' },
  { ...lines, erasure: 'delete' },
  newsletter,
];

forEachDatabase((testDatabase) => {
  let database: Database;
  before(async () => {
    database = await testDatabase.open();
    await makeShop(database);
    await migrate(database);
    const json = { sqlite: 'json', postgres: 'jsonb', mysql: 'json' }[database.dialect];
    await database.execute(
      `create table devices (id varchar(36) primary key, user_id int not null, settings ${json}, seen date, code char(2),
        foreign key (user_id) references users (id))`,
    );
    await database.execute('create table notes (id int primary key, text varchar(200))');
  });

  const devices: DataRuleOptions = {
    name: 'devices',
    table: { table: 'devices', person: 'user_id' },
    erasure: 'delete',
  };
  const personIn = (dataRules: readonly DataRuleOptions[], more: Partial<PolicyEngineOptions> = {}) =>
    seedSyntheticPerson(createPolicyEngine({ ...optionsWith({}), database, dataRules, ...more }));

  /** Does what a manual erasure would do. */
  async function deleteAll({ id }: SyntheticPerson): Promise<void> {
    for (const sql of [
      `delete from order_lines where order_id in (select id from orders where user_id = ${id})`,
      `delete from orders where user_id = ${id}`,
      `delete from devices where user_id = ${id}`,
      `delete from newsletter where login = '${id}'`,
      `delete from users where id = ${id}`,
    ]) {
      await database.execute(sql);
    }
  }

  test('the synthetic person has a row in each table that a foreign key or a rule refers to', async () => {
    const person = await personIn([...whole, devices]);
    assert.deepEqual([...person.tables].toSorted(), ['devices', 'newsletter', 'order_lines', 'orders', 'users']);
    const [user] = (await database.execute(`select * from users where id = ${person.id}`)).rows;
    assert.ok(String(user?.['email']).startsWith(person.mark));
    assert.match(String(user?.['email']), /@person\.invalid$/);
    // Values that others also have prove nothing, which is reported.
    assert.ok(person.unproved.includes('users.is_vip'));
    assert.ok(person.unproved.includes('devices.code'));
    await deleteAll(person);
  });

  test('the synthetic person is exported and erased completely by complete rules', async () => {
    const person = await personIn([...whole, devices]);
    assert.deepEqual(await person.missingFromExport(), []);
    assert.deepEqual(await person.leftAfterErasure(deleteAll), []);
  });

  test('the synthetic person is independent of a second one', async () => {
    const [one, two] = [await personIn([...whole, devices]), await personIn([...whole, devices])];
    assert.notEqual(one.id, two.id);
    assert.deepEqual(await one.leftAfterErasure(deleteAll), []);
    assert.deepEqual(await two.missingFromExport(), []);
    await deleteAll(two);
  });

  test('the synthetic person is missing from the export if a table or a column is in no rule, unless it is exempted', async () => {
    const some: DataRuleOptions = {
      ...account,
      table: { table: 'users', person: 'id', columns: ['id', 'email', 'born'] },
    };
    const rules = [some, ...whole.slice(1)];
    const person = await personIn(rules);
    const missing = await person.missingFromExport();
    assert.deepEqual(missing.map(({ column, reason }) => `${column}: ${reason}`).toSorted(), [
      'devices.id: its table is in no data rule',
      'devices.seen: its table is in no data rule',
      'devices.settings: its table is in no data rule',
      'users.name: the export of account lacks it',
      'users.password_digest: the export of account lacks it',
    ]);
    await deleteAll(person);
    const exempt = [
      { table: 'devices', reason: 'Of machines' },
      { table: 'users', columns: ['name', 'password_digest'], reason: 'Of nobody' },
    ];
    const exempted = await personIn(rules, { dataMap: { exempt } });
    assert.deepEqual(await exempted.missingFromExport(), []);
    await deleteAll(exempted);
  });

  test('the synthetic person is not reported as missing if a rule is not exported on purpose', async () => {
    const person = await personIn([...whole, { ...devices, portability: false }]);
    assert.deepEqual(await person.missingFromExport(), []);
    await deleteAll(person);
  });

  test('the synthetic person is erased completely from the engine’s own tables by its own rules', async () => {
    const erase = ({ id }: { readonly id: string }) =>
      database.execute(
        `delete from order_lines where order_id in (select id from orders where user_id = ${Number(id)})`,
      );
    const byFunction: DataRuleOptions = {
      ...lines,
      erasure: { action: 'run', erase: async (one) => void (await erase(one)) },
    };
    const rules = whole.map((rule) => (rule.name === 'lines' ? byFunction : rule));
    const engine = createPolicyEngine({
      ...optionsWith({}),
      database,
      dataRules: [...rules, devices],
      userResource: { find: (id) => ({ id }) },
      erasure: { graceDays: 0 },
    });
    const person = await seedSyntheticPerson(engine);
    const left = await person.leftAfterErasure(async ({ id }) => {
      const request = await engine.erasure.create({ id });
      await engine.erasure.confirm(request.id);
      await engine.jobs.runDue();
      assert.equal((await engine.erasure.find(request.id)).state, 'completed');
    });
    assert.deepEqual(left, []);
  });

  test('the synthetic person is detected if an erasure leaves something, also a copy in another place', async () => {
    const person = await personIn([...whole, devices]);
    const left = await person.leftAfterErasure(async ({ id, mark }) => {
      await database.execute(`delete from devices where user_id = ${id}`);
      await database.execute(`delete from newsletter where login = '${id}'`);
      await database.execute(`update order_lines set gift_note = null`);
      await database.execute(`update users set name = null, email = 'x${id}@x.test' where id = ${id}`);
      await database.execute(`insert into notes values (1, 'Call ${mark}0001 back')`);
    });
    await database.execute('delete from notes');
    await deleteAll(person);
    const columns = left.map(({ column }) => column);
    for (const column of [
      'users.id',
      'users.born',
      'users.password_digest',
      'orders.id',
      'orders.paid_at',
      'notes.text',
    ]) {
      assert.ok(columns.includes(column), `${column} is not among ${columns.join(', ')}`);
    }
    assert.ok(!columns.includes('users.name') && !columns.includes('users.email') && !columns.includes('devices.id'));
    assert.equal(left.find(({ column }) => column === 'notes.text')?.trace, person.mark);
  });

  test('the synthetic person may stay in rows that are kept with a legal ground, except in the columns that are set meanwhile', async () => {
    const kept = { ...orders, erasure: { ...tax, columns: { total: 0 } } };
    const person = await personIn([...whole.filter(({ name }) => name !== 'orders'), kept, devices]);
    const left = await person.leftAfterErasure(async ({ id }) => {
      await database.execute(`delete from order_lines where order_id in (select id from orders where user_id = ${id})`);
      await database.execute(`delete from devices where user_id = ${id}`);
      await database.execute(`delete from newsletter where login = '${id}'`);
      await database.execute(`update orders set user_id = null where user_id = ${id}`);
      await database.execute(`delete from users where id = ${id}`);
    });
    assert.deepEqual(left, []);
    await database.execute(`delete from orders where user_id is null`);
  });

  test('the synthetic person has the values that the host supplies', async () => {
    const engine = createPolicyEngine({ ...optionsWith({}), database, dataRules: [...whole, devices] });
    const person = await seedSyntheticPerson(engine, { values: { 'devices.code': 'FR' } });
    const [device] = (await database.execute(`select code from devices where user_id = ${person.id}`)).rows;
    assert.equal(device?.['code'], 'FR');
    await deleteAll(person);
  });
});

test('the synthetic person is not created if the table of people is unknown', async () => {
  const engine = createPolicyEngine(optionsWith({}));
  await assert.rejects(seedSyntheticPerson(engine), {
    code: 'data_map_unfit',
    message: /the table of people is not known/,
  });
});
