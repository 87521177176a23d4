/** Features that only Sequelize has: scopes, schemas, subclasses of a model, paranoid models, hooks that pass options, `fields`. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from 'policy-engine';
import * as ofSequelize from 'policy-engine/sequelize';
import { DataTypes, Model, Sequelize, type Transaction } from 'sequelize';
import { createTarget, decisionsIn, engineOn } from './engine.ts';

const ACCEPTED = { policy_rule_age: true, policy_rule_privacy_terms: true };

class User extends Model {
  declare id: string;
}
class Admin extends User {}

let target: Awaited<ReturnType<typeof createTarget>>;
let sequelize: Sequelize;
let database: Database;
let recorded: string[] = [];

before(async () => {
  target = await createTarget('PostgreSQL');
  sequelize = new Sequelize(target.url, { logging: false, pool: { max: 3 } });
  const columns = {
    id: { type: DataTypes.STRING, primaryKey: true },
    name: DataTypes.STRING,
    tenant: DataTypes.STRING,
    parent: DataTypes.STRING,
  };
  const scopes = { a: { where: { tenant: 'a' } } };
  User.init({ ...columns }, { sequelize, tableName: 'users', paranoid: true, scopes });
  Admin.init({ ...columns }, { sequelize, tableName: 'admins' });
  await sequelize.query('create schema other');
  await sequelize.sync();
  await User.schema('other').sync();
  await sequelize.query(
    'alter table users add foreign key (parent) references users (id) deferrable initially deferred',
  );
  database = await ofSequelize.databaseOf(sequelize);
  const { engine } = await engineOn(database);
  ofSequelize.policiesOn(User, engine, { recorded: ({ id }) => void recorded.push(id) });
});
after(async () => {
  await database.close();
  await sequelize.close();
  await target.drop();
});

const idsIn = async (table: string): Promise<string[]> => {
  const [rows] = await sequelize.query(`select id from ${table} order by id`);
  return (rows as Array<{ id: string }>).map(({ id }) => id);
};
const decisionsOf = async (id: string): Promise<string[]> =>
  (await decisionsIn(database)).standing
    .filter((line) => line.startsWith(`${id} `))
    .map((line) => line.slice(id.length + 1));
const BOTH = ['age accepted', 'privacy_terms accepted'];

test('scopes, schemas and subclasses keep their rows and their tables', async () => {
  await User.bulkCreate(['a', 'b'].map((tenant) => Object.assign({ id: tenant, tenant, name: 'old' }, ACCEPTED)));
  await User.scope('a').update({ name: 'new' }, { where: { name: 'old' } });
  const names = (await User.findAll({ order: ['id'] })).map((user) => user.get('name') as string);
  assert.deepEqual(names, ['new', 'old']);

  await User.schema('other').bulkCreate([{ id: 'elsewhere', ...ACCEPTED }]);
  await User.schema('other').upsert({ id: 'upserted' });
  assert.deepEqual(await idsIn('other.users'), ['elsewhere', 'upserted']);

  await assert.rejects(Admin.create({ id: 'no-admin' }), { code: 'invalid_input' });
  await Admin.create({ id: 'admin-1', ...ACCEPTED });
  await Admin.bulkCreate([{ id: 'admin-2', ...ACCEPTED }]);
  assert.deepEqual(await idsIn('admins'), ['admin-1', 'admin-2']);
  assert.deepEqual(await idsIn('users'), ['a', 'b']);
  assert.deepEqual(await decisionsOf('admin-1'), BOTH);
});

test('nothing follows where the commit fails, and the user keeps what it decides', async () => {
  recorded = [];
  const user = User.build({ id: 'orphan', parent: 'nobody', ...ACCEPTED });
  await assert.rejects(user.save(), /foreign key/);
  assert.deepEqual([await decisionsOf('orphan'), recorded], [[], []]);
  await user.set({ parent: null }).save();
  assert.deepEqual([await decisionsOf('orphan'), recorded], [BOTH, ['orphan']]);
  assert.equal(user.changed(), false);
});

test('a user who has accepted nothing can be deleted and restored', async () => {
  await sequelize.query(`insert into users (id, "createdAt", "updatedAt") values ('older', now(), now())`);
  const user = await User.findByPk('older', { rejectOnEmpty: true });
  await user.destroy();
  assert.equal(await User.count({ where: { id: 'older' } }), 0);
  await user.restore();
  assert.equal(await User.count({ where: { id: 'older' } }), 1);
});

test('a hook may hand on its options, also within bulkCreate', async () => {
  User.addHook('afterCreate', 'rename', async (user, options) => {
    await user.update({ name: 'hooked' }, options as { transaction?: Transaction });
  });
  await User.bulkCreate([{ id: 'hooked', ...ACCEPTED }]);
  User.removeHook('afterCreate', 'rename');
  assert.equal((await User.findByPk('hooked'))?.get('name'), 'hooked');
});

test('with fields, only the decisions among them count', async () => {
  const user = await User.create({ id: 'fay', ...ACCEPTED });
  const values = { name: 'Fay', policy_rule_cookie: true };
  await user.update(values, { fields: ['name'] });
  assert.deepEqual(await decisionsOf('fay'), BOTH);
  await user.update(values, { fields: ['name', 'policy_rule_cookie'] as Array<'name'> });
  assert.deepEqual(await decisionsOf('fay'), ['age accepted', 'cookie accepted', 'privacy_terms accepted']);
});

test('without hooks, nothing is checked and decisions are refused', async () => {
  await User.create({ id: 'unheard' }, { hooks: false });
  assert.ok((await idsIn('users')).includes('unheard'));
  await assert.rejects(User.create({ id: 'lost', ...ACCEPTED }, { hooks: false }), { code: 'database_misuse' });
});

test('the database of an ended transaction is refused', async () => {
  const transaction = await sequelize.transaction();
  const kept = ofSequelize.transactionOf(transaction);
  await transaction.commit();
  await assert.rejects(kept.execute('select 1'), { code: 'database_misuse' });
});
