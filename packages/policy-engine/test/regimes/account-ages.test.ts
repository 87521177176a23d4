/** How long the decision of an account counts: `lasts` of a rule, on every database. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

forEachDatabase((target) => {
  let now = new Date('2026-08-31T15:00:00Z');
  let made: TestEngine;
  before(async () => {
    made = await getTestEngine<string>({
      database: await target.open(),
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
