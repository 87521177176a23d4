/** Choices that name some vendors: alone, together with other rules, and in a browser that somebody else used before. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { Computer } from '../support/computer.ts';

const script = (provider: string) => ({
  name: provider,
  script: `<script src="https://${provider}.example/t.js"></script>`,
  environments: ['test'],
  rule: 'analytics',
  provider,
  domain: 'shop.example',
});
const RULES = [
  { name: 'analytics', sessionless: true },
  { name: 'media', sessionless: true },
] as const;

let made: TestEngine;

before(async () => {
  made = await getTestEngine({ rules: RULES, scripts: ['acme', 'maps'].map(script), writeLimit: false });
  for (const { name } of RULES) {
    const text = { description: `# ${name}`, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${name}/terms.json`, text);
  }
});
after(() => made[Symbol.asyncDispose]());

/** The oldest first. */
const decisionsOf = async (userId: string) => {
  const events = await made.engine.ledger.eventsAbout({ userId, visitorId: null });
  return events.toReversed().map(({ leaf }) => [leaf.rule, leaf.decision, leaf.vendors]);
};
const choice = (offered: string[], refused: string[]) => JSON.stringify({ offered, refused });

test('accept_multiples takes vendors as accept does, together with other rules', async () => {
  const anna = made.as('anna');
  const several = async (body: object) => {
    const { status, body: problem } = await anna.json('PUT', '/policies/user_terms/accept_multiples.json', body);
    return { status, fields: (problem as { errors?: { field: string }[] }).errors?.map(({ field }) => field) };
  };
  const vendors = { analytics: { acme: false, maps: true } };
  assert.equal((await several({ user: { policy_rule_media: true }, vendors })).status, 200);
  // No vendor is no request, and a rejected rule is rejected whatever is said about its vendors.
  assert.equal((await several({ vendors: { analytics: {} } })).status, 200);
  assert.equal((await several({ user: { policy_rule_analytics: false }, vendors })).status, 200);
  const form = await anna.fetch('/policies/user_terms/accept_multiples', {
    method: 'PUT',
    body: new URLSearchParams({ 'vendors[analytics][acme]': '1' }),
  });
  assert.equal(form.status, 303);
  assert.deepEqual(
    (await decisionsOf('anna')).filter(([rule]) => rule === 'analytics').map((one) => one.slice(1)),
    [
      ['accepted', choice(['acme', 'maps'], ['acme'])],
      ['rejected', null],
      ['accepted', choice(['acme', 'maps'], ['maps'])],
    ],
  );
  for (const [body, fields] of [
    [
      { vendors: { analytics: { nobody: true }, media: { acme: true } } },
      ['vendors.analytics.nobody', 'vendors.media.acme'],
    ],
    [{ vendors: { nothing: { acme: true } }, hashes: { none: 'a'.repeat(64) } }, ['vendors.nothing', 'hashes.none']],
  ] as const) {
    assert.deepEqual(await several(body), { status: 422, fields });
  }
});

test('a choice of one vendor accepts no other that somebody else accepted in this browser', async () => {
  const shared = new Computer(made.engine);
  await shared.json('PUT', '/consent.json', { body: { decisions: { analytics: true } } });
  await shared.json('PUT', '/consent.json', { user: 'ben', body: { decisions: { 'analytics:acme': false } } });
  assert.deepEqual(await decisionsOf('ben'), [['analytics', 'rejected', null]]);
  await shared.json('PUT', '/user_terms/analytics/accept.json', { user: 'cem', body: { vendors: { acme: true } } });
  assert.deepEqual(await decisionsOf('cem'), [['analytics', 'accepted', choice(['acme'], [])]]);
});

test('a choice of one vendor accepts no other on the word of a planted cookie', async () => {
  const planted = new Computer(made.engine);
  planted.cookies.set('policy_rule_analytics', 'accepted');
  planted.cookies.set('policy_rule_analytics_version', '1');
  const body = { decisions: { 'analytics:acme': false } };
  const answer = await planted.json('PUT', '/consent.json', { body });
  const { gates } = answer.body as { gates: Record<string, string> };
  assert.deepEqual([gates['analytics'], gates['analytics:maps']], ['rejected', 'rejected']);
});
