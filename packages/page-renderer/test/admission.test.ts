/** The number of simultaneous renders, and their order. */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { Admission } from '../dist/server/admission.js';

const { signal } = new AbortController();

test('a free slot goes to the first in the queue, not to a render that comes in the same turn', async () => {
  const admission = new Admission(1, 10);
  let running = 0;
  let most = 0;
  const order: string[] = [];
  const work = (name: string, ends: Promise<unknown>) => async () => {
    order.push(name);
    running += 1;
    most = Math.max(most, running);
    await ends;
    running -= 1;
  };
  const first = Promise.withResolvers<void>();
  const newcomer: Array<Promise<void>> = [];
  const done = admission.run(work('first', first.promise), signal);
  const waited = admission.run(work('waiting', turn()), signal);
  // Requested between the end of the first and the start of the waiting one.
  const arrives = (async () => {
    await done;
    newcomer.push(admission.run(work('newcomer', turn()), signal));
  })();
  first.resolve();
  await Promise.all([done, waited, arrives]);
  await Promise.all(newcomer);
  assert.deepEqual([most, order], [1, ['first', 'waiting', 'newcomer']]);
});

test('a render that gives up waiting leaves its place in the queue to others', async () => {
  const admission = new Admission(1, 1);
  const first = Promise.withResolvers<void>();
  const done = admission.run(() => first.promise, signal);
  const impatient = new AbortController();
  const gaveUp = admission.run(async () => assert.fail('ran'), impatient.signal);
  await assert.rejects(
    admission.run(async () => assert.fail('ran'), signal),
    { code: 'overloaded' },
  );
  impatient.abort();
  await assert.rejects(gaveUp, { code: 'overloaded' });
  const next = admission.run(async () => 'ran', signal);
  first.resolve();
  await done;
  assert.equal(await next, 'ran');
  assert.equal(await admission.run(async () => 'again', signal), 'again');
});

test('a render with a result does not wait for the cleanup, but the next one does', async () => {
  const admission = new Admission(1, 0);
  const tidied = Promise.withResolvers<void>();
  assert.equal(
    await admission.run(
      async () => 'first',
      signal,
      () => tidied.promise,
    ),
    'first',
  );
  let isRunning = false;
  const next = admission.run(async () => (isRunning = true), signal);
  await turn();
  assert.equal(isRunning, false);
  await assert.rejects(
    admission.run(async () => assert.fail('ran'), signal),
    { code: 'overloaded' },
  );
  tidied.reject(new Error('not closed'));
  assert.equal(await next, true);
});

test('work in the background runs only if no client waits, and leaves a slot for clients', async () => {
  const admission = new Admission(3, 10, 2);
  const ends = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const inBackground = (index: number) => admission.run(() => ends[index]!.promise, signal, undefined, 'background');
  const first = inBackground(0);
  const second = inBackground(1);
  await assert.rejects(inBackground(2), { code: 'overloaded' });
  const client = admission.run(() => ends[2]!.promise, signal);
  let isRunning = false;
  const waiting = admission.run(async () => (isRunning = true), signal);
  await turn();
  assert.equal(isRunning, false);
  ends[0]!.resolve();
  await first;
  assert.equal(await waiting, true, 'a client that waits comes first');
  await turn();
  const third = inBackground(3);
  for (const end of ends) end.resolve();
  await Promise.all([second, client, third]);
  assert.equal(await new Admission(1, 0, 5).run(async () => 'alone', signal, undefined, 'background'), 'alone');
});
