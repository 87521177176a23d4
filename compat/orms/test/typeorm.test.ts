/** Features that only TypeORM has: upserts, nested entities, `merge` and `preload`, reopened data sources, exhausted pools. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as ofTypeOrm from 'policy-engine/typeorm';
import { DataSource, EntitySchema } from 'typeorm';
import { createTarget, decisionsIn, engineOn } from './engine.ts';
import { POOL_SIZE } from './suite.ts';

const ACCEPTED = { policy_rule_age: true, policy_rule_privacy_terms: true };

/** TypeORM's types do not have this property of a user. */
const cookie = (isAccepted: boolean): object => ({ policy_rule_cookie: isAccepted });

class User {
  id!: string;
  email?: string | null;
  name?: string | null;
  company?: Company | null;
}
class Company {
  id!: string;
  users!: User[];
}
const entities = [
  new EntitySchema<User>({
    name: 'User',
    tableName: 'users',
    target: User,
    columns: {
      id: { type: String, primary: true },
      email: { type: String, unique: true, nullable: true },
      name: { type: String, nullable: true },
    },
    relations: { company: { type: 'many-to-one', target: 'Company', nullable: true } },
  }),
  new EntitySchema<Company>({
    name: 'Company',
    tableName: 'companies',
    target: Company,
    columns: { id: { type: String, primary: true } },
    relations: { users: { type: 'one-to-many', target: 'User', inverseSide: 'company', cascade: true } },
  }),
];

let target: Awaited<ReturnType<typeof createTarget>>;
let source: DataSource;
let database: Awaited<ReturnType<typeof ofTypeOrm.databaseOf>>;

before(async () => {
  target = await createTarget('SQLite');
  source = new DataSource({ type: 'better-sqlite3', database: target.url, entities, synchronize: true });
  await source.initialize();
  database = await ofTypeOrm.databaseOf(source);
  const { engine } = await engineOn(database);
  ofTypeOrm.policiesOn(source, User, engine);
});
after(async () => {
  await database.close();
  await source.destroy();
  await target.drop();
});

const decisionsOf = async (id: string): Promise<string[]> =>
  (await decisionsIn(database)).standing
    .filter((line) => line.startsWith(`${id} `))
    .map((line) => line.slice(id.length + 1));
const save = (values: Partial<User> & { id: string }) =>
  source.manager.save(source.manager.create(User, { ...values, ...ACCEPTED }));

test('merge and preload keep what a user decides', async () => {
  const { manager } = source;
  const user = await save({ id: 'ada' });
  await manager.save(manager.merge(User, user, { name: 'Ada', ...cookie(true) }));
  assert.ok((await decisionsOf('ada')).includes('cookie accepted'));
  const loaded = await manager.preload(User, { id: 'ada', ...cookie(false) });
  await manager.save(loaded!);
  assert.ok((await decisionsOf('ada')).includes('cookie rejected'));
});

test('users that another entity leads to decide, too', async () => {
  const { manager } = source;
  const users = [{ id: 'bo', ...ACCEPTED, policy_rule_cookie: true }];
  const company = await manager.save(manager.create(Company, { id: 'works', users }));
  assert.deepEqual(await decisionsOf('bo'), ['age accepted', 'cookie accepted', 'privacy_terms accepted']);
  Object.assign(company.users[0]!, cookie(false));
  await manager.save(company);
  assert.ok((await decisionsOf('bo')).includes('cookie rejected'));
  const refused = manager.create(Company, { id: 'other', users: [{ id: 'bob' }] });
  await assert.rejects(manager.save(refused), { code: 'invalid_input' });
  assert.equal(await manager.countBy(Company, { id: 'other' }), 0);
});

test('of several users in one save none is written where one is refused', async () => {
  const [first, second] = [await save({ id: 'cy', name: 'old' }), await save({ id: 'di' })];
  first.name = 'new';
  Object.assign(second, { policy_rule_privacy_terms: false });
  await assert.rejects(source.manager.save([first, second]), { code: 'invalid_input' });
  assert.equal((await source.manager.findOneByOrFail(User, { id: 'cy' })).name, 'old');
});

test('an insert is checked and recorded, also outside of a transaction', async () => {
  await assert.rejects(source.manager.insert(User, { id: 'ed' }), { code: 'invalid_input' });
  await source.getRepository(User).insert({ id: 'ed', ...ACCEPTED });
  assert.deepEqual(await decisionsOf('ed'), ['age accepted', 'privacy_terms accepted']);
});

test('an upsert, an insert that ignores and a save without listeners refuse decisions', async () => {
  const { manager } = source;
  await save({ id: 'flo', email: 'flo@shop.example' });
  const { events } = await decisionsIn(database);
  const values = { id: 'flo-2', email: 'flo@shop.example', ...ACCEPTED };
  const ignoring = manager.createQueryBuilder().insert().into(User).values(values).orIgnore();
  const unheard = manager.create(User, { id: 'flo-3', ...ACCEPTED });
  for (const call of [
    () => manager.upsert(User, values, ['email']),
    () => ignoring.execute(),
    () => manager.save(unheard, { listeners: false }),
  ]) {
    await assert.rejects(call(), { code: 'database_misuse' });
  }
  await manager.upsert(User, { id: 'flo', email: 'flo@shop.example', name: 'Flo' }, ['email']);
  assert.equal((await manager.findOneByOrFail(User, { id: 'flo' })).name, 'Flo');
  assert.equal((await decisionsIn(database)).events, events);
});

test('the user model checks after the data source was closed and opened again', async () => {
  await source.destroy();
  await source.initialize();
  await assert.rejects(source.manager.save(User, { id: 'gus' }), { code: 'invalid_input' });
});

test('what follows a commit finds a connection, however small the pool is', async () => {
  const place = await createTarget('PostgreSQL');
  const pooled = new DataSource({ type: 'postgres', url: place.url, entities, synchronize: true, poolSize: POOL_SIZE });
  await pooled.initialize();
  const onPool = await ofTypeOrm.databaseOf(pooled);
  const { engine } = await engineOn(onPool);
  const followed: string[] = [];
  ofTypeOrm.policiesOn(pooled, User, engine, {
    async recorded({ id }) {
      await pooled.query('select 1');
      followed.push(id);
    },
  });
  const ids = Array.from({ length: POOL_SIZE }, (_, index) => `at-once-${index}`);
  await Promise.all(ids.map((id) => pooled.manager.save(User, { id, ...ACCEPTED, policy_rule_cookie: true })));
  assert.deepEqual(followed.toSorted(), ids);
  await onPool.close();
  await pooled.destroy();
  await place.drop();
});
