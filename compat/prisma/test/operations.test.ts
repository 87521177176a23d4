/** Operations that only Prisma has, with its extension. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { policiesOnUsers, transactionOf } from 'policy-engine/prisma';
import { createTarget, decisionsIn, engineOn, USERS_TABLE } from '../../orms/test/engine.ts';
import { type App, openApp } from './clients.ts';

const ACCEPTED = { policy_rule_age: 'true', policy_rule_privacy_terms: 'true' };
/** Prisma's types do not have this field of a user. */
const COOKIE: object = { policy_rule_cookie: true };

let app: App;
let prisma: App['prisma'];
let engine: Awaited<ReturnType<typeof engineOn>>['engine'];
let drop: () => Promise<void>;

before(async () => {
  const target = await createTarget('SQLite');
  app = await openApp('SQLite', target.url);
  await app.database.execute(USERS_TABLE);
  ({ engine } = await engineOn(app.database));
  prisma = app.prisma.$extends(policiesOnUsers(engine)) as App['prisma'];
  drop = () => target.drop();
});
after(async () => {
  await app.database.close();
  await app.close();
  await drop();
});

const decisionsOf = async (id: string): Promise<string[]> =>
  (await decisionsIn(app.database)).standing.filter((line) => line.startsWith(`${id} `));

test('an upsert checks and records as a create or as an update', async () => {
  const upsert = (create: object, update: object) =>
    prisma.user.upsert({ where: { id: 'ada' }, create: { id: 'ada', ...create }, update });
  await assert.rejects(upsert({}, ACCEPTED), { code: 'invalid_input' });
  await upsert(ACCEPTED, {});
  assert.deepEqual(await decisionsOf('ada'), ['ada age accepted', 'ada privacy_terms accepted']);
  await upsert(ACCEPTED, { name: 'Ada', ...COOKIE });
  assert.equal((await prisma.user.findUniqueOrThrow({ where: { id: 'ada' } })).name, 'Ada');
  assert.equal((await decisionsOf('ada')).length, 3);
});

test('select and omit shape the result as ever', async () => {
  const selected = await prisma.user.create({ data: { id: 'bo', name: 'Bo', ...ACCEPTED }, select: { name: true } });
  assert.deepEqual(selected, { name: 'Bo' });
  const omitted = await prisma.user.update({ where: { id: 'bo' }, data: { name: 'B.' }, omit: { email: true } });
  assert.deepEqual(omitted, { id: 'bo', name: 'B.' });
});

test('an update of nobody fails as ever', async () => {
  await assert.rejects(prisma.user.update({ where: { id: 'nobody' }, data: { name: 'N.' } }), { code: 'P2025' });
});

test('an update whose where is more than the id records', async () => {
  await prisma.user.create({ data: { id: 'cy', email: 'cy@shop.example', ...ACCEPTED } });
  await prisma.user.update({
    where: { email: 'cy@shop.example', id: 'cy' },
    data: { name: 'Cy', ...COOKIE },
  });
  assert.deepEqual(await decisionsOf('cy'), ['cy age accepted', 'cy cookie accepted', 'cy privacy_terms accepted']);
});

test('the client outside of a transaction is refused', async () => {
  assert.throws(() => transactionOf(prisma), { code: 'database_misuse' });
});

test('other extensions of the client run once each, whichever comes first', async () => {
  type Args = { args: { data: { name: string } }; query(args: object): Promise<unknown> };
  const marking = {
    query: {
      user: {
        create(asked: Args) {
          const { args } = asked;
          const data = { ...args.data, name: `marked(${args.data.name})` };
          return asked.query({ ...args, data });
        },
      },
    },
  };
  const policies = policiesOnUsers(engine);
  const before = policies(app.prisma.$extends(marking as object)) as App['prisma'];
  const behind = (policies(app.prisma) as App['prisma']).$extends(marking as object) as App['prisma'];
  for (const [id, client] of Object.entries({ before, behind })) {
    const { name } = await client.user.create({ data: { id, name: 'x', ...ACCEPTED } });
    assert.equal(name, 'marked(x)');
    const inside = await client.$transaction((tx) =>
      tx.user.create({ data: { id: `${id}-inside`, name: 'x', ...ACCEPTED } }),
    );
    assert.equal(inside.name, 'marked(x)');
    assert.equal((await decisionsOf(id)).length, 2);
  }
});

test('a decision as { set: … } counts', async () => {
  await prisma.user.create({ data: { id: 'set', ...ACCEPTED } });
  await prisma.user.update({ where: { id: 'set' }, data: { ...({ policy_rule_cookie: { set: false } } as object) } });
  assert.ok((await decisionsOf('set')).includes('set cookie rejected'));
});
