/** Each decision has its subject's next number, and is sealed in that order, regardless of the clocks. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { connectDatabase } from 'policy-engine';
import { forEachDatabase } from '../../support/databases.ts';
import { Computer } from '../../support/computer.ts';
import { ask, decide, empty, engineOn, eventsIn, newKeys, ORIGIN, publish, RULES } from '../support.ts';

const keys = newKeys();

forEachDatabase((target) => {
  let database: Database;
  let fast: PolicyEngine;
  let slow: PolicyEngine;

  before(async () => {
    database = await target.open();
    const clock = (seconds: number) => () => new Date(Date.now() + seconds * 1000);
    const options = { ledgerKey: keys.secret, ledger: { batchSize: 2 } };
    fast = engineOn(database, { ...options, now: clock(5) });
    slow = engineOn(database, options);
    await fast.migrate();
    for (const rule of RULES) await publish(slow, rule);
  });
  beforeEach(() => empty(database));

  const numbersOf = async (subject: string) =>
    (await eventsIn(database))
      .filter((event) => event.subject === subject)
      .toSorted((one, other) => (one.sealed ?? 0) - (other.sealed ?? 0))
      .map(({ number }) => number);

  describe('two hosts, one of which is five seconds ahead', () => {
    test('agree on a rejection that follows an acceptance on the fast one', async () => {
      await decide(fast, 'anna', 'age');
      await decide(slow, 'anna', 'age', 'reject');
      const events = await eventsIn(database);
      assert.deepEqual(
        events.toSorted((one, other) => (one.at < other.at ? -1 : 1)).map(({ number, decision }) => [number, decision]),
        [
          [2, 'rejected'],
          [1, 'accepted'],
        ],
        'by their clocks the other way round',
      );
      await slow.ledger.seal();
      assert.deepEqual(await numbersOf('anna'), [1, 2]);
      const receipt = await ask(slow, '/user_terms/age/receipt.json', { user: 'anna' });
      const { event, later } = (await receipt.json()) as {
        event: { decision: string; number: number };
        later: { exists: boolean };
      };
      assert.deepEqual([event.decision, event.number, later.exists], ['rejected', 2, false]);
      const standing = await ask(slow, '/user_terms/age.json', { user: 'anna' });
      assert.equal(((await standing.json()) as { state: string }).state, 'rejected');
      assert.deepEqual((await slow.ledger.verify()).findings, []);
    });

    test('keep the order of many decisions of several people, in batches that end in the middle', async () => {
      const people = ['anna', 'bob', 'carol'];
      for (let round = 0; round < 4; round++) {
        for (const person of people) {
          const engine = round % 2 === 0 ? fast : slow;
          await decide(engine, person, 'age', round % 2 === 0 ? 'accept' : 'reject');
        }
      }
      await slow.ledger.seal();
      for (const person of people) assert.deepEqual(await numbersOf(person), [1, 2, 3, 4]);
      assert.deepEqual((await slow.ledger.verify()).findings, []);
    });

    test('put an adoption on the slow one after the adopted decision on the fast one', async () => {
      const computer = new Computer(fast, ORIGIN);
      const body = { decisions: { cookie: true }, shown: { locale: 'en' } };
      await computer.json('PUT', '/consent.json', { body });
      const signIn = computer.request('/sign-in', { method: 'POST', user: 'dave' });
      await slow.consentContext(signIn).adoptVisitorDecision('cookie');
      await slow.ledger.seal();
      const sealed = (await eventsIn(database)).toSorted((one, other) => (one.sealed ?? 0) - (other.sealed ?? 0));
      const decided = sealed.filter(({ kind }) => kind !== 'publication');
      assert.deepEqual(
        decided.map(({ kind, number }) => [kind, number]),
        [
          ['decision', 1],
          ['adoption', 1],
        ],
      );
      assert.deepEqual((await slow.ledger.verify()).findings, []);
    });
  });

  test('concurrent decisions of one person have different numbers, on one rule and on several', async () => {
    const verbs = ['accept', 'reject'] as const;
    const sent = Array.from({ length: 12 }, (_, index) =>
      ask(index % 2 ? fast : slow, `/user_terms/${RULES[index % 3]}/${verbs[index % 2]}.json`, {
        method: 'PUT',
        user: 'eve',
      }),
    );
    for (const { status } of await Promise.all(sent)) assert.equal(status, 200);
    await slow.ledger.seal();
    const numbers = await numbersOf('eve');
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    );
    assert.deepEqual((await slow.ledger.verify()).findings, []);
  });

  test('a repeated decision on another host adds no event', async () => {
    await decide(slow, 'anna', 'age');
    await decide(fast, 'anna', 'age');
    await decide(fast, 'anna', 'privacy_terms');
    await decide(slow, 'anna', 'privacy_terms');
    await decide(slow, 'anna', 'age', 'reject');
    await decide(fast, 'anna', 'age', 'reject');
    assert.equal((await eventsIn(database)).length, 3);
  });

  test('the database records its own time beside the host’s', async () => {
    await decide(fast, 'anna', 'age');
    const [event] = await eventsIn(database);
    const ahead = Date.parse(event!.at) - Date.parse(event!.stored_at!);
    assert.ok(ahead > 3000 && ahead < 6000, `${ahead} ms`);
  });
});

test('clocks that differ widely are reported, but not as a finding of the ledger', async () => {
  const database = await connectDatabase(':memory:');
  const told: object[] = [];
  const logger = { error: (_: string, details: object) => void told.push(details) };
  const ahead = engineOn(database, { now: () => new Date(Date.now() + 60_000), ledgerKey: keys.secret, logger });
  await ahead.migrate();
  await publish(ahead, 'age');
  await decide(ahead, 'anna', 'age');
  await ahead.ledger.seal();
  assert.deepEqual(told, [{ seconds: 60, events: 1 }]);
  const { ok, clocks } = await ahead.ledger.verify();
  assert.deepEqual({ ok, clocks }, { ok: true, clocks: { events: 1, largestSeconds: 60 } });
  const found = (await ahead.check()).filter(({ code }) => code === 'ledger_clocks');
  assert.deepEqual(
    found.map(({ subject }) => subject),
    ['60'],
  );
  await database.close();
});
