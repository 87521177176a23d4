/** The order of waiting renders, and a simulation of a busy service. */
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { after, before, describe, mock, test } from 'node:test';
import { RendererError } from 'page-renderer';
import type { Priority } from '../dist/kernel/priority.js';
import { PRIORITIES, Urgency } from '../dist/kernel/priority.js';
import { Admission } from '../dist/server/admission/admission.js';
import type { QueueEntry } from '../dist/server/admission/fair-queue.js';
import { FairQueue } from '../dist/server/admission/fair-queue.js';

interface Named extends QueueEntry {
  readonly name: string;
}
const entry = (priority: Priority, site: string, name = ''): Named => ({ priority, site, name });
const filled = (...entries: Named[]) => {
  const queue = new FairQueue<Named>();
  for (const one of entries) queue.add(one);
  return queue;
};
const drained = (queue: FairQueue<Named>) => Array.from({ length: queue.length }, () => queue.next());

describe('the queue', () => {
  test('serves classes by their weights: higher ones first, and each of them sometimes', () => {
    const all = PRIORITIES.flatMap((priority) => Array.from({ length: 400 }, () => entry(priority, 'a')));
    const queue = filled(...all);
    const served = Array.from({ length: 364 }, () => queue.next()?.priority);
    const counts = PRIORITIES.map((priority) => served.filter((one) => one === priority).length);
    assert.deepEqual(counts, [243, 81, 27, 9, 3, 1]);
    assert.equal(served[0], 'person');
  });

  test('serves a person next, however long others have waited', () => {
    const queue = filled(...Array.from({ length: 50 }, () => entry('training', 'a')));
    for (let count = 0; count < 20; count++) queue.next();
    queue.add(entry('person', 'a', 'now'));
    assert.equal(queue.next()?.name, 'now');
  });

  test('lets sites of a class take turns, and keeps the order of each site', () => {
    const crawl = ['1', '2', '3'].map((name) => entry('search', 'large.test', name));
    const queue = filled(...crawl, entry('search', 'small.test', 'one'), entry('search', 'other.test', 'other'));
    assert.deepEqual(
      drained(queue).map((one) => one?.name),
      ['1', 'one', 'other', '2', '3'],
    );
  });

  test('makes room by the newest of the lowest class', () => {
    const queue = filled(entry('training', 'a', '1'), entry('training', 'b', '2'), entry('search', 'a', '3'));
    assert.equal(queue.displaceable('person', 'a')?.name, '2');
    assert.equal(queue.displaceable('bot', 'a')?.name, '2');
    assert.equal(queue.displaceable('background', 'a'), undefined);
  });

  test('makes room for another site of the same class, but not for one that has as many entries', () => {
    const queue = filled(entry('bot', 'a', '1'), entry('bot', 'a', '2'), entry('bot', 'a', '3'));
    assert.equal(queue.displaceable('bot', 'a'), undefined);
    assert.equal(queue.displaceable('bot', 'b')?.name, '3');
    queue.add(entry('bot', 'b', '4'));
    queue.add(entry('bot', 'b', '5'));
    assert.equal(queue.displaceable('bot', 'b'), undefined);
  });

  test('counts the turns before a new entry', () => {
    const crawl = Array.from({ length: 10 }, () => entry('bot', 'a'));
    const queue = filled(...crawl, entry('bot', 'b'), entry('search', 'a'));
    assert.equal(queue.ahead('bot', 'a'), 12);
    assert.equal(queue.ahead('bot', 'b'), 4);
    assert.equal(queue.ahead('bot', 'c'), 3);
    assert.equal(queue.ahead('person', 'c'), 0);
    assert.equal(queue.ahead('background', 'c'), 12);
  });

  test('moves an entry to another class, and forgets one that leaves', () => {
    const [one, two] = [entry('background', 'a', '1'), entry('search', 'a', '2')];
    const queue = filled(one, two);
    queue.move(one, 'person');
    assert.equal(queue.lengthOf('background'), 0);
    assert.equal(queue.remove(two), true);
    assert.equal(queue.remove(two), false);
    assert.deepEqual(drained(queue), [one]);
    queue.move(one, 'bot');
    assert.equal(queue.length, 0);
  });
});

describe('a simulated service', () => {
  let now = 0;
  before(() => mock.method(performance, 'now', () => now));
  after(() => mock.restoreAll());

  interface Outcome {
    readonly priority: Priority;
    readonly site: string;
    readonly waited: number;
    readonly error: RendererError | undefined;
  }

  /** Events in the order of their time; a small fixed generator of numbers, so that each run is the same. */
  async function simulate(
    plan: ReadonlyArray<{ at: number; priority: Priority; site: string }>,
    { slots, queue, service, timeLeft }: { slots: number; queue: number; service: number; timeLeft: number },
  ): Promise<Outcome[]> {
    now = 0;
    let seed = 1;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const admission = new Admission(slots, queue);
    const events: Array<{ at: number; run: () => void }> = plan.map(({ at, priority, site }) => {
      return { at, run: () => void come(priority, site) };
    });
    const outcomes: Outcome[] = [];
    const later = (after: number, run: () => void) => {
      const event = { at: now + after, run };
      const place = events.findLastIndex(({ at }) => at <= event.at) + 1;
      events.splice(place, 0, event);
    };
    const come = async (priority: Priority, site: string) => {
      const [came, controller] = [now, new AbortController()];
      later(timeLeft, () => controller.abort());
      const work = async () => {
        outcomes.push({ priority, site, waited: now - came, error: undefined });
        const { promise, resolve } = Promise.withResolvers<void>();
        later(service * (0.5 + random()), resolve);
        await promise;
      };
      const demand = { urgency: new Urgency(priority), site, timeLeft };
      await admission.run(work, controller.signal, undefined, demand).catch((error: unknown) => {
        assert.ok(error instanceof RendererError);
        outcomes.push({ priority, site, waited: now - came, error });
      });
    };
    for (let event = events.shift(); event; event = events.shift()) {
      now = event.at;
      event.run();
      // oxlint-disable-next-line no-await-in-loop -- everything that follows from the event
      await turn();
      assert.ok(admission.running <= slots && admission.waiting <= queue + slots);
    }
    assert.deepEqual([admission.running, admission.waiting], [0, 0]);
    return outcomes;
  }

  const served = (outcomes: readonly Outcome[], priority: Priority) =>
    outcomes.filter((one) => one.priority === priority && !one.error);
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

  test('serves people at once under twice the load that it can handle, and no class starves', async () => {
    // Four slots of a second each: four renders a second; eight are requested, one of them by a person.
    const plan = Array.from({ length: 1_600 }, (_, index) => {
      const turns: Priority[] = ['training', 'search', 'background', 'renewal', 'bot', 'person', 'search', 'training'];
      return { at: index * 125, priority: turns[index % 8] ?? 'bot', site: `${index % 3}.test` };
    });
    const outcomes = await simulate(plan, { slots: 4, queue: 40, service: 1_000, timeLeft: 10_000 });
    assert.equal(outcomes.length, plan.length);
    const people = served(outcomes, 'person');
    assert.equal(people.length, 200);
    assert.ok(mean(people.map(({ waited }) => waited)) < 500);
    const shares = PRIORITIES.map((priority) => served(outcomes, priority).length);
    assert.ok(
      shares.every((count) => count > 0),
      String(shares),
    );
    assert.ok(served(outcomes, 'search').length > 350, String(shares));
    // The slots were not idle, and nothing was rendered for a client that had left.
    assert.ok(served(outcomes, 'bot').length + shares[3]! + shares[4]! + shares[5]! > 150, String(shares));
  });

  test("a site's thousand requests do not delay the single request of another", async () => {
    const crawl = Array.from({ length: 1_000 }, (_, index) => {
      return { at: index / 10, priority: 'search' as const, site: 'large.test' };
    });
    const plan = [...crawl, { at: 500, priority: 'search' as const, site: 'small.test' }];
    const outcomes = await simulate(plan, { slots: 4, queue: 100, service: 1_000, timeLeft: 60_000 });
    const single = outcomes.find(({ site }) => site === 'small.test');
    assert.equal(single?.error, undefined);
    assert.ok((single?.waited ?? Infinity) < 2_000);
    assert.ok(served(outcomes, 'search').length >= 101);
  });

  test('Retry-After follows the queue, and a render that cannot be in time is refused at once', async () => {
    const plan = Array.from({ length: 300 }, (_, index) => {
      return { at: index < 10 ? index : 5_000 + index, priority: 'bot' as const, site: `${index % 5}.test` };
    });
    const outcomes = await simulate(plan, { slots: 2, queue: 200, service: 1_000, timeLeft: 20_000 });
    const refused = outcomes.filter(({ error }) => error);
    assert.ok(refused.length > 200);
    for (const { error } of refused) {
      assert.ok((error?.retryAfter ?? 0) >= 1 && (error?.retryAfter ?? 0) <= 120, String(error?.retryAfter));
    }
    const atOnce = refused.filter(({ waited }) => waited === 0);
    assert.ok(atOnce.length > 150, String(atOnce.length));
    // About 54 wait when the next is refused: the fastest quarter takes 0.75 s, two at a time.
    const times = atOnce.map(({ error }) => error?.retryAfter ?? 0);
    assert.ok(Math.min(...times) >= 20 && Math.max(...times) <= 40, `${Math.min(...times)} to ${Math.max(...times)}`);
  });
});
