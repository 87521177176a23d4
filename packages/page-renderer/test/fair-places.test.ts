/** Places that clients hold for as long as they read. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { FairPlaces } from '../dist/kernel/fair-places.js';

/** Milliseconds; longer than the tests that do not change the clock. */
const PROTECTED = 60_000;

/** Takes places for clients, one after the other. */
function takeAll(limit: number, ...clients: string[]) {
  const places = new FairPlaces(limit, PROTECTED);
  const held: Array<{ client: string; state: 'held' | 'refused' | 'given up'; release: (() => void) | undefined }> = [];
  const take = (client: string) => {
    const one: (typeof held)[number] = { client, state: 'held', release: undefined };
    one.release = places.take(client, () => (one.state = 'given up'));
    if (!one.release) one.state = 'refused';
    held.push(one);
  };
  for (const client of clients) take(client);
  return { places, held, take, states: () => held.map(({ client, state }) => `${client} ${state}`) };
}

test('one client may have all places, and a client without one gets the newest of them', () => {
  const { states } = takeAll(3, 'a', 'a', 'a', 'b');
  assert.deepEqual(states(), ['a held', 'a held', 'a given up', 'b held']);
});

test('a client that would then have more than the other is refused', () => {
  assert.deepEqual(takeAll(2, 'a', 'b', 'a').states(), ['a held', 'b held', 'a refused']);
  assert.deepEqual(takeAll(3, 'a', 'a', 'b', 'b').states(), ['a held', 'a held', 'b held', 'b refused']);
  assert.deepEqual(takeAll(2, 'a', 'a', 'a').states(), ['a held', 'a held', 'a refused']);
});

test('a place that was given up or released is free once', () => {
  const { places, held, take, states } = takeAll(2, 'a', 'a', 'b');
  held[1]?.release?.();
  assert.equal(places.taken, 2);
  held[0]?.release?.();
  held[0]?.release?.();
  assert.equal(places.taken, 1);
  take('c');
  take('d');
  assert.deepEqual(states().slice(2), ['b held', 'c held', 'd refused']);
});

test('many clients with one place each kept others out for as long as they read', () => {
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  const { take, states } = takeAll(2, 'a', 'b');
  now = PROTECTED - 1;
  take('c');
  now = PROTECTED;
  take('b');
  take('c');
  take('d');
  take('e');
  clock.mock.restore();
  assert.deepEqual(states(), ['a given up', 'b given up', 'c refused', 'b refused', 'c held', 'd held', 'e refused']);
});
