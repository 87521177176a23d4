/** Workers that are killed while they deliver, on three databases: every event arrives, always with the same ID. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { forEachDatabase } from '../support/databases.ts';
import { startDelivering } from './delivering.ts';
import { eventsOf, SECRET, startReceiver, webhooksEngine } from './support.ts';

const WORKER = fileURLToPath(new URL('./processes/deliver.ts', import.meta.url));
const EVENTS = 12;
/** Concurrent requests to one webhook. */
const LANES = 4;

forEachDatabase((target) => {
  test('every event of a killed worker is delivered, whether it was sent before or not', async () => {
    await using receiver = await startReceiver();
    const name = 'killed';
    const told = await webhooksEngine([{ name, url: receiver.url, secret: SECRET }], { database: await target.open() });
    for (let nth = 0; nth < EVENTS; nth += 1) await told.accept(`user-${nth}`);

    // Killed at the worst moment: the receiver has the event, and the worker no response.
    const first = spawn(process.execPath, [WORKER, target.url, receiver.url, name], { stdio: 'inherit' });
    const asked = Promise.withResolvers<void>();
    receiver.answer = () => asked.resolve();
    await asked.promise;
    first.kill('SIGKILL');
    await once(first, 'exit');
    assert.ok((await told.deliveries(name)).every(({ state, attempts }) => state === 'waiting' && attempts === 0));

    receiver.answer = (response) => void response.writeHead(204).end();
    {
      await using _second = await startDelivering({ databaseUrl: target.url, url: receiver.url, name });
      while ((await told.deliveries(name)).some(({ state }) => state !== 'delivered')) await sleep(50);
    }
    const events = eventsOf(receiver);
    assert.deepEqual(
      new Set(events.map(({ subject }) => subject)),
      new Set(Array.from({ length: EVENTS }, (_, nth) => `user-${nth}`)),
    );
    assert.equal(new Set(events.map(({ id }) => id)).size, EVENTS);
    // Only the deliveries under way arrived twice.
    const again = events.length - EVENTS;
    assert.ok(again >= 1 && again <= LANES, `${again} came twice`);
  });
});
