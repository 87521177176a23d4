/** What fails, or has to run again, uses up nobody's requests of a day. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeSqliteDatabase } from 'policy-engine';
import { isFault, type Mode } from './faults.ts';
import { makeHostTables } from './state.ts';
import { World } from './world.ts';

/** More than a user may begin in a day. */
const TRIES = 25;

async function worldWithTables(): Promise<World> {
  const world = new World(nodeSqliteDatabase(':memory:'), false);
  await world.engine.migrate();
  await makeHostTables(world.database);
  return world;
}

/** Asks for data with the first insert failing, and counts how often. */
async function createWith(world: World, mode: Mode): Promise<void> {
  world.faults.arm(mode, 3);
  try {
    await world.engine.requests.create({ id: 'anna' });
  } finally {
    world.faults.disarm();
    assert.match(world.faults.hit ?? '', /insert portability_requests|insert portability_register/);
  }
}

test('a person can ask for their data after a database was down for many tries', async () => {
  const world = await worldWithTables();
  for (let nth = 1; nth <= TRIES; nth += 1) await assert.rejects(createWith(world, 'refused'), isFault);
  const { state } = await world.engine.requests.create({ id: 'anna' });
  assert.equal(state, 'pending');
  await world.database.close();
});

test('a transaction that runs again counts once', async () => {
  const world = await worldWithTables();
  for (let nth = 1; nth <= 15; nth += 1) {
    await createWith(world, 'conflict');
    const { requests } = await world.engine.requests.list();
    await world.ask('anna', 'DELETE', `/user_portability_requests/${requests[0]?.id}.json`);
  }
  await world.database.close();
});

test('what was granted counts, deleted again or not', async () => {
  const world = await worldWithTables();
  for (let nth = 1; nth <= 20; nth += 1) {
    const { id } = await world.engine.requests.create({ id: 'anna' });
    await world.ask('anna', 'DELETE', `/user_portability_requests/${id}.json`);
  }
  await assert.rejects(world.engine.requests.create({ id: 'anna' }), { code: 'too_many_requests' });
  await world.database.close();
});
