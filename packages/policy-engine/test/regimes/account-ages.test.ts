/** How long the decision of an account counts: `lasts` of a rule, on every database. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

forEachDatabase((target) => {
  let now = new Date('2026-08-31T15:00:00Z');
  let made: TestEngine;
  let database: Database;
  before(async () => {
    database = await target.open();
    made = await getTestEngine<string>({
      database,
      rules: [
        { name: 'cookie', sessionless: true, lasts: { acceptance: 6, refusal: 6 } },
        { name: 'terms', blocking: true, lasts: { acceptance: 12 } },
      ],
      now: () => now,
    });
    for (const rule of ['cookie', 'terms']) {
      const body = { description: rule, state: 'published' };
      await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
    }
  });
  const at = (moment: string) => void (now = new Date(moment));
  const decide = async (user: string, decision: 'accept' | 'reject', rule = 'cookie') => {
    const client = made.as(user);
    const { status } = await client.json('PUT', `/policies/user_terms/${rule}/${decision}.json`);
    assert.equal(status, 200);
    return client;
  };
  /** The state in the account, and whether the rule is asked. */
  const seen = async (user: string, rule = 'cookie') => {
    const { body: all } = await made.as(user).json('GET', '/policies/user_terms.json');
    const { body: pending } = await made.as(user).json('GET', '/policies/user_terms/pending.json');
    const own = (all as { name: string; state: string }[]).find(({ name }) => name === rule);
    const asked = (pending as { name: string }[]).some(({ name }) => name === rule);
    return `${own?.state} ${asked ? 'asked' : 'not asked'}`;
  };
  const eventsOf = async (user: string) => {
    const { body } = await made.as(user).json('GET', '/policies/ledger/events.json');
    return (body as unknown[]).length;
  };

  describe('the decision of an account', () => {
    test('that accepts ends with its months; then the account is asked, and a new acceptance is recorded', async () => {
      at('2026-08-31T15:00:00Z');
      await decide('anna', 'accept');
      at('2027-02-27T23:59:59Z');
      assert.equal(await seen('anna'), 'accepted not asked');
      await decide('anna', 'accept');
      assert.equal(await eventsOf('anna'), 1);
      at('2027-02-28T00:00:00Z');
      assert.equal(await seen('anna'), 'passive asked');
      await decide('anna', 'accept');
      assert.equal(await seen('anna'), 'accepted not asked');
      assert.equal(await eventsOf('anna'), 2);
      at('2027-08-27T00:00:00Z');
      assert.equal(await seen('anna'), 'accepted not asked');
    });

    test('that refuses is not asked again before its months have passed', async () => {
      at('2026-08-31T15:00:00Z');
      await decide('bob', 'reject');
      at('2027-02-28T23:59:59Z');
      assert.equal(await seen('bob'), 'rejected not asked');
      at('2027-03-01T00:00:00Z');
      assert.equal(await seen('bob'), 'passive asked');
    });

    test('on a blocking rule must be given again', async () => {
      at('2026-08-31T15:00:00Z');
      await decide('carla', 'accept', 'terms');
      at('2027-08-31T00:00:00Z');
      assert.equal(await seen('carla', 'terms'), 'passive asked');
      const { body } = await made.as('carla').json('GET', '/policies/user_terms/blocking_terms.json');
      assert.ok(JSON.stringify(body).includes('terms'));
    });

    test('is recorded with its months, and the API and the receipt say until when', async () => {
      at('2026-08-31T15:00:00Z');
      const yes = await decide('erin', 'accept');
      const no = await decide('frank', 'reject');
      const saidOf = async (client: typeof yes) => {
        const { body: events } = await client.json('GET', '/policies/ledger/events.json');
        const { body: status } = await client.json('GET', '/policies/user_terms/cookie.json');
        const { valid_until, not_asked_before } = status as Record<string, unknown>;
        return [(events as { months: number }[])[0]?.months, valid_until, not_asked_before];
      };
      assert.deepEqual(await saidOf(yes), [6, '2027-02-27', null]);
      assert.deepEqual(await saidOf(no), [6, null, '2027-03-01']);
      const page = async (client: typeof yes, path: string) =>
        (await client.fetch(path, { headers: { accept: 'text/html' } })).text();
      for (const path of ['/policies/user_terms/cookie/receipt', '/policies/privacy']) {
        assert.match(await page(yes, path), /Valid until.{0,40}<time datetime="2027-02-27T00:00:00.000Z"/s, path);
        assert.match(
          await page(no, path),
          /Not asked again before.{0,40}<time datetime="2027-03-01T00:00:00.000Z"/s,
          path,
        );
      }
    });

    for (const [verb, months, last, next] of [
      ['accept', 12, '2027-02-27', '2027-02-28'],
      ['accept', 3, '2026-11-29', '2026-11-30'],
      ['reject', 12, '2027-08-31', '2027-09-01'],
      ['reject', 3, '2027-02-28', '2027-03-01'],
    ] as const) {
      const by = verb === 'accept' ? 'shorter' : 'longer';
      test(`to ${verb} for six months counts for the ${by} time, if the rule says ${months} later`, async () => {
        at('2026-08-31T15:00:00Z');
        const user = `${verb}-${months}`;
        await decide(user, verb);
        const before = made;
        made = await getTestEngine<string>({
          database,
          rules: [
            { name: 'cookie', sessionless: true, lasts: { acceptance: months, refusal: months } },
            { name: 'terms', blocking: true, lasts: { acceptance: 12 } },
          ],
          now: () => now,
        });
        const state = verb === 'accept' ? 'accepted' : 'rejected';
        at(`${last}T23:59:59Z`);
        assert.equal(await seen(user), `${state} not asked`);
        at(`${next}T00:00:00Z`);
        assert.equal(await seen(user), 'passive asked');
        made = before;
      });
    }

    test('that is taken over from a browser, or from a merged account, counts from when it was made', async () => {
      at('2026-08-31T15:00:00Z');
      const computer = made.as(null);
      await computer.json('PUT', '/policies/user_terms/cookie/accept.json');
      await decide('gina', 'accept');
      at('2026-12-24T00:00:00Z');
      const cookie = [...computer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { cookie, 'x-test-user': 'hugo', 'sec-fetch-site': 'same-origin' };
      const signIn = new Request(TEST_ORIGIN, { method: 'POST', headers });
      const context = made.engine.consentContext(signIn);
      await context.adoptVisitorDecision('cookie');
      const until = context.policyCookies().find((line) => line.startsWith('policy_rule_cookie_until='));
      assert.match(until ?? '', /^policy_rule_cookie_until=2027-02-27;/);
      await made.engine.mergeAccounts({ from: 'gina', into: 'ines' });
      for (const user of ['hugo', 'ines']) {
        const { body } = await made.as(user).json('GET', '/policies/ledger/events.json');
        const [adoption] = body as { kind: string; decided_at: string; months: number }[];
        const { kind, decided_at: decidedAt, months } = adoption!;
        assert.deepEqual(
          { kind, decidedAt, months },
          { kind: 'adoption', decidedAt: '2026-08-31T15:00:00.000Z', months: 6 },
        );
        at('2027-02-27T23:59:59Z');
        assert.equal(await seen(user), 'accepted not asked');
        at('2027-02-28T00:00:00Z');
        assert.equal(await seen(user), 'passive asked');
      }
      assert.equal((await made.engine.ledger.verify()).ok, true);
    });

    test('that was imported counts from its own time, by the rule of now', async () => {
      at('2027-03-01T00:00:00Z');
      const row = { rule: 'cookie', version: 1, decision: 'accepted' } as const;
      await made.engine.importDecisions([
        { ...row, user_id: 'imported-0', at: '2026-09-01T00:00:00Z' },
        { ...row, user_id: 'imported-1', at: '2026-09-02T00:00:00Z' },
      ]);
      assert.deepEqual([await seen('imported-0'), await seen('imported-1')], ['passive asked', 'accepted not asked']);
    });

    test('that is repeated in another browser counts there no longer than in the account', async () => {
      at('2026-08-31T15:00:00Z');
      const first = await decide('dora', 'accept');
      at('2027-01-15T00:00:00Z');
      const second = await decide('dora', 'accept');
      const last = [first, second].map(({ cookies }) => cookies.get('policy_rule_cookie_until'));
      assert.deepEqual(last, ['2027-02-27', '2027-02-27']);
    });
  });
});
