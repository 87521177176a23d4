/** The number of simultaneous renders, and their order. */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import type { Priority } from '../dist/kernel/priority.js';
import { Urgency } from '../dist/kernel/priority.js';
import { Admission } from '../dist/server/admission/admission.js';

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

test('a full queue refuses the newest of the lowest class when a more urgent render comes', async () => {
  const admission = new Admission(1, 2);
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const run = (name: string, priority: Priority) =>
    admission.run(async () => void order.push(name), signal, undefined, { urgency: new Urgency(priority), site: 'a' });
  const done = admission.run(() => first.promise, signal);
  const older = run('older', 'training');
  const newer = run('newer', 'training');
  const person = run('person', 'person');
  await assert.rejects(newer, { code: 'overloaded', retryAfter: 4 });
  await assert.rejects(run('late', 'training'), { code: 'overloaded' });
  first.resolve();
  await Promise.all([done, older, person]);
  assert.deepEqual(order, ['person', 'older']);
});

test('a render that waits becomes more urgent when a person joins it', async () => {
  const waited: number[] = [];
  const admission = new Admission(1, 10, (milliseconds) => waited.push(milliseconds));
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const run = (name: string, urgency: Urgency) =>
    admission.run(async () => void order.push(name), signal, undefined, { urgency });
  const done = admission.run(() => first.promise, signal);
  const shared = new Urgency('background');
  const all = [run('search', new Urgency('search')), run('shared', shared)];
  assert.deepEqual([admission.running, admission.waiting], [1, 2]);
  shared.raise('person');
  shared.raise('bot');
  first.resolve();
  await Promise.all([done, ...all]);
  assert.deepEqual(order, ['shared', 'search']);
  assert.equal(waited.length, 3);
});

test('a render whose client has left before it waits gets no slot', async () => {
  const admission = new Admission(1, 10);
  const first = Promise.withResolvers<void>();
  const done = admission.run(() => first.promise, signal);
  await assert.rejects(
    admission.run(async () => assert.fail('ran'), AbortSignal.abort()),
    { code: 'overloaded' },
  );
  first.resolve();
  await done;
});
