/** The time limit of responses that are passed through. */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, mock, test } from 'node:test';
import type { Side } from '../dist/render/navigation/long-passages.js';
import { LongPassages } from '../dist/render/navigation/long-passages.js';

const TIME = 1_000;
/** Milliseconds that have passed. */
let now = 0;

/** A response that is passed through, and its outcome. */
class Passage {
  readonly #ended = Promise.withResolvers<void>();
  readonly ended = this.#ended.promise;
  isCut = false;
  move: (awaited?: Side) => void = () => {};
  onMoved(listener: (awaited: Side) => void): void {
    this.move = (awaited = 'target') => listener(awaited);
  }
  cutOff(): void {
    this.isCut = true;
    this.end();
  }
  end(): void {
    this.#ended.resolve();
  }
}

function begin(passages: LongPassages, client = 'one') {
  const passage = new Passage();
  const watched = { passage, isLifted: false, hasLeft: false };
  const deadline = { received: performance.now(), lift: () => void (watched.isLifted = true) };
  void passages.watch(passage, deadline, client).then(() => (watched.hasLeft = true));
  return watched;
}

/** Advances the time, with progress in the meantime. */
async function pass(milliseconds: number, ...moving: Array<{ passage: Passage }>): Promise<void> {
  for (let left = milliseconds; left > 0; left -= TIME / 2) {
    now += TIME / 2;
    mock.timers.tick(TIME / 2);
    for (const { passage } of moving) passage.move();
    await turn(); // oxlint-disable-line no-await-in-loop -- lets events arrive
  }
}

beforeEach(() => {
  mock.reset();
  mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setTimeout'] });
});

test('a response with data flow may take longer than the time budget, and releases its slot', async () => {
  const watched = begin(new LongPassages(1, TIME));
  assert.equal(watched.isLifted, true);
  await pass(TIME / 2, watched);
  assert.equal(watched.hasLeft, false);
  await pass(TIME * 5, watched);
  assert.deepEqual([watched.hasLeft, watched.passage.isCut], [true, false]);
});

test('a response without data flow for the time budget is cut off', async () => {
  const watched = begin(new LongPassages(1, TIME));
  await pass(TIME * 3, watched);
  await pass(TIME / 2);
  assert.equal(watched.passage.isCut, false);
  await pass(TIME / 2);
  assert.equal(watched.passage.isCut, true);
});

test('a response ends when its target was waited for thirty times the time budget, even with data flow', async () => {
  const watched = begin(new LongPassages(1, TIME));
  await pass(TIME * 29.5, watched);
  assert.equal(watched.passage.isCut, false);
  await pass(TIME / 2, watched);
  assert.equal(watched.passage.isCut, true);
});

test('a client that was behind for longer than the time budget lost its response', async () => {
  const watched = begin(new LongPassages(1, TIME));
  for (let round = 0; round < 40; round += 1) {
    watched.passage.move('client');
    await pass(TIME * 3); // oxlint-disable-line no-await-in-loop -- one after the other
    watched.passage.move('target');
    await pass(TIME / 2); // oxlint-disable-line no-await-in-loop -- one after the other
  }
  assert.deepEqual([watched.hasLeft, watched.passage.isCut], [true, false]);
  // The target was waited for twenty times the time budget, and its silence is limited as before.
  watched.passage.move('client');
  await pass(TIME * 3);
  watched.passage.move('target');
  await pass(TIME * 9.5, watched);
  assert.equal(watched.passage.isCut, false);
  await pass(TIME / 2, watched);
  assert.equal(watched.passage.isCut, true);
});

test('above the limit of long responses, one ends with the time budget, and frees room for others', async () => {
  const passages = new LongPassages(1, TIME);
  const first = begin(passages);
  await pass(TIME, first);
  const second = begin(passages);
  await pass(TIME, first, second);
  assert.deepEqual([first.passage.isCut, second.passage.isCut, second.hasLeft], [false, true, false]);
  first.passage.end();
  const third = begin(passages);
  await pass(TIME * 2, third);
  assert.deepEqual([third.hasLeft, third.passage.isCut], [true, false]);
});

test('one client had all places for long responses, and others none', async () => {
  const passages = new LongPassages(2, TIME);
  const [first, second] = [begin(passages), begin(passages)];
  await pass(TIME, first, second);
  assert.deepEqual([first.hasLeft, second.hasLeft], [true, true]);
  const other = begin(passages, 'other');
  const third = begin(passages);
  await pass(TIME, first, second, other, third);
  assert.deepEqual(
    [first, second, other, third].map(({ passage }) => passage.isCut),
    [false, true, false, true],
  );
});

test('one address each had all places for as long as it read', async () => {
  const passages = new LongPassages(1, TIME);
  const slow = begin(passages);
  await pass(TIME, slow);
  slow.passage.move('client');
  await pass(TIME * 28.5);
  const early = begin(passages, 'other');
  await pass(TIME, early);
  assert.deepEqual([slow.passage.isCut, early.passage.isCut], [false, true]);
  const late = begin(passages, 'other');
  await pass(TIME, late);
  assert.deepEqual([slow.passage.isCut, late.passage.isCut, late.hasLeft], [true, false, true]);
});

test('when the service closes, long responses end at once, and others with the time budget', async () => {
  const passages = new LongPassages(2, TIME);
  const long = begin(passages);
  await pass(TIME, long);
  const short = begin(passages);
  passages.close();
  assert.deepEqual([long.passage.isCut, short.passage.isCut], [true, false]);
  await pass(TIME, short);
  assert.equal(short.passage.isCut, true);
});
