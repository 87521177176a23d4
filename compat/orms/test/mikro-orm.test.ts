/** Features that only MikroORM has: a unit of work, whose users are written at each flush, and subclasses in one table. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defineEntity, MikroORM } from '@mikro-orm/sqlite';
import type { Database } from 'policy-engine';
import * as ofMikroOrm from 'policy-engine/mikro-orm';
import { createTarget, decisionsIn, engineOn } from './engine.ts';

const ACCEPTED = { policy_rule_age: true, policy_rule_privacy_terms: true };

class User {
  id!: string;
  type!: string;
  name?: string | null;
}
class Admin extends User {}

const user = defineEntity({
  class: User,
  tableName: 'users',
  discriminatorColumn: 'type',
  discriminatorValue: 'user',
  properties: (p) => ({ id: p.string().primary(), type: p.string().$type<string>(), name: p.string().nullable() }),
});
const admin = defineEntity({ class: Admin, extends: user, discriminatorValue: 'admin', properties: {} });

let target: Awaited<ReturnType<typeof createTarget>>;
let orm: MikroORM;
let database: Database;

before(async () => {
  target = await createTarget('SQLite');
  orm = await MikroORM.init({ dbName: target.url, entities: [user, admin] });
  await orm.schema.create();
  database = await ofMikroOrm.databaseOf(orm.em);
  const { engine } = await engineOn(database);
  ofMikroOrm.policiesOn(orm.em, User, engine);
});
after(async () => {
  await database.close();
  await orm.close();
  await target.drop();
});

const decisionsOf = async (id: string): Promise<string[]> =>
  (await decisionsIn(database)).standing
    .filter((line) => line.startsWith(`${id} `))
    .map((line) => line.slice(id.length + 1));
const make = async (values: object & { id: string }): Promise<void> => {
  const em = orm.em.fork();
  em.create(User, values as User);
  await em.flush();
};

test('subclasses of users are users', async () => {
  const em = orm.em.fork();
  em.create(Admin, { id: 'ada' } as Admin);
  await assert.rejects(em.flush(), { code: 'invalid_input' });
  const other = orm.em.fork();
  other.create(Admin, { id: 'bo', ...ACCEPTED } as unknown as Admin);
  await other.flush();
  assert.deepEqual(await decisionsOf('bo'), ['age accepted', 'privacy_terms accepted']);
});

test('a decision of a transaction that was rolled back is not recorded by a later flush', async () => {
  await make({ id: 'cy', ...ACCEPTED });
  const em = orm.em.fork();
  await em.findOneOrFail(User, { id: 'cy' });
  const failing = em.transactional(async (inner) => {
    const found = await inner.findOneOrFail(User, { id: 'cy' });
    Object.assign(found, { policy_rule_age: false, name: 'Cy' });
    await inner.flush();
    throw new Error('after all not');
  });
  await assert.rejects(failing, /after all not/);
  await em.flush();
  assert.deepEqual(await decisionsOf('cy'), ['age accepted', 'privacy_terms accepted']);
});

test('data of a user who is merged decides nothing', async () => {
  await make({ id: 'di', ...ACCEPTED });
  const em = orm.em.fork();
  em.merge(User, Object.assign({ id: 'di', type: 'user', name: null }, { policy_rule_cookie: true }));
  await em.flush();
  assert.deepEqual(await decisionsOf('di'), ['age accepted', 'privacy_terms accepted']);
});

test('of several users in one flush none is written where one is refused', async () => {
  await make({ id: 'ed', ...ACCEPTED });
  await make({ id: 'flo', ...ACCEPTED });
  const em = orm.em.fork();
  (await em.findOneOrFail(User, { id: 'ed' })).name = 'Ed';
  Object.assign(await em.findOneOrFail(User, { id: 'flo' }), { policy_rule_privacy_terms: false });
  await assert.rejects(em.flush(), { code: 'invalid_input' });
  assert.equal((await orm.em.fork().findOneOrFail(User, { id: 'ed' })).name, null);
});
