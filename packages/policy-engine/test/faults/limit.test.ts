/** Failed and repeated transactions do not count towards the daily limit of requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeSqliteDatabase } from 'policy-engine';
import { isFault, type Mode } from './faults.ts';
import { makeHostTables } from './state.ts';
import { World } from './world.ts';

/** More requests than a user may make in a day. */
const TRIES = 25;

async function worldWithTables(): Promise<World> {
  const world = new World(nodeSqliteDatabase(':memory:'));
  await world.engine.migrate();
  await makeHostTables(world.database);
  return world;
}

/** Requests data with the first insert failing, and counts how often. */
async function createWith(world: World, mode: Mode): Promise<void> {
  world.faults.arm(mode, 4);
  try {
    await world.engine.requests.create({ id: 'anna' });
  } finally {
    world.faults.disarm();
    assert.match(world.faults.hit ?? '', /insert portability_requests|insert portability_register/);
  }
}

test('a person can request their data after the database failed for many attempts', async () => {
  const world = await worldWithTables();
  for (let nth = 1; nth <= TRIES; nth += 1) await assert.rejects(createWith(world, 'refused'), isFault);
  const { state } = await world.engine.requests.create({ id: 'anna' });
  assert.equal(state, 'pending');
  await world.database.close();
});

test('a repeated transaction counts once towards the limit of requests', async () => {
  const world = await worldWithTables();
  for (let nth = 1; nth <= 15; nth += 1) {
    await createWith(world, 'conflict');
    const { requests } = await world.engine.requests.list();
    await world.ask('anna', 'DELETE', `/user_portability_requests/${requests[0]?.id}.json`);
  }
  await world.database.close();
});

test('an accepted request counts towards the limit, also after it is deleted', async () => {
  const world = await worldWithTables();
  for (let nth = 1; nth <= 20; nth += 1) {
    const { id } = await world.engine.requests.create({ id: 'anna' });
    await world.ask('anna', 'DELETE', `/user_portability_requests/${id}.json`);
  }
  await assert.rejects(world.engine.requests.create({ id: 'anna' }), { code: 'too_many_requests' });
  await world.database.close();
});
