/** A notice is information (GDPR Art. 13): it has texts and versions, and nobody accepts or rejects it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPolicyEngine, nodeSqliteDatabase, type RuleOptions } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';

const RULES = [
  { name: 'cookie', sessionless: true },
  { name: 'terms', blocking: true, validatesOn: ['create'] },
  { name: 'privacy', label: (locale: string) => (locale === 'fr' ? 'Vie privée' : 'Privacy notice'), notice: true },
] as const;

async function engineWithTexts() {
  const made = await getTestEngine({ rules: RULES });
  for (const { name: rule } of RULES) {
    const text = { description: `About ${rule}.`, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
  }
  return made;
}

test('a notice is never pending, and cannot be accepted or rejected', async () => {
  await using made = await engineWithTexts();
  const anna = made.as('anna');
  const terms = (await anna.json('GET', '/policies/user_terms.json')).body as { name: string; notice: boolean }[];
  assert.deepEqual(
    terms.map(({ name, notice }) => [name, notice]),
    RULES.map(({ name }) => [name, name === 'privacy']),
  );
  const pending = (await anna.json('GET', '/policies/user_terms/pending.json')).body as { name: string }[];
  assert.deepEqual(
    pending.map(({ name }) => name),
    ['cookie', 'terms'],
  );
  const user = { policy_rule_privacy: true };
  for (const [path, body] of [
    ['privacy/accept', {}],
    ['privacy/reject', {}],
    ['accept_multiples', { user }],
  ] as const) {
    const { status, body: problem } = await anna.json('PUT', `/policies/user_terms/${path}.json`, body);
    assert.deepEqual([status, (problem as { code: string }).code], [409, 'nothing_to_decide'], path);
  }
});

test('its page and the privacy centre show the text without a decision', async () => {
  await using made = await engineWithTexts();
  for (const user of ['anna', null]) {
    const page = await (await made.as(user).fetch('/policies/user_terms/privacy')).text();
    assert.match(page, /There is nothing to decide\./);
    assert.match(page, /About privacy\./);
    assert.doesNotMatch(page, /user_terms\/privacy\/(?:accept|reject)/);
    const centre = await (await made.as(user).fetch('/policies/privacy')).text();
    const [, part] = centre.split('id="notices-heading"');
    assert.match(part ?? '', /Privacy notice[^]*About privacy\./);
    assert.doesNotMatch(centre, /user_terms\/privacy\/(?:accept|reject)/);
  }
});

test('a sign-up form shows it without a box, and the ledger stores the version that was shown', async () => {
  await using made = await engineWithTexts();
  const { engine } = made;
  assert.deepEqual(await engine.policyNotices({ locale: 'fr-CA' }), [
    { rule: 'privacy', label: 'Vie privée', version: 1, field: 'policy_notice_privacy' },
  ]);
  assert.deepEqual(engine.policyAttributes, ['policy_rule_cookie', 'policy_rule_terms']);
  const shownTo = async (id: string, fields: Record<string, unknown>) => {
    const attributes = { policy_rule_terms: '1', ...fields };
    assert.deepEqual(await engine.validatePolicies('create', attributes), []);
    const recorded = await engine.database.transaction((transaction) =>
      engine.recordPolicies(transaction, id, attributes, { locale: 'en' }),
    );
    await recorded.afterCommit();
    const events = await engine.ledger.eventsAbout({ userId: id, visitorId: null });
    assert.deepEqual(
      events.map(({ leaf }) => `${leaf.rule} ${leaf.decision}`),
      ['terms accepted'],
    );
    return events[0]!.identity?.shown ?? null;
  };
  assert.equal(
    await shownTo('anna', { policy_notice_privacy: '1' }),
    '{"choices":[],"locale":"en","texts":{"privacy":"1"}}',
  );
  // A form that still sends a box for it, versions that do not exist, and no field at all.
  for (const [id, fields] of [
    ['b', { policy_rule_privacy: '1' }],
    ['c', { policy_notice_privacy: '2' }],
    ['d', { policy_notice_privacy: '1.5' }],
    ['e', { policy_notice_privacy: ['x'] }],
    ['f', { policy_notice_terms: '1' }],
  ] as const) {
    assert.equal(await shownTo(id, fields), null, id);
  }
});

test('options of a decision do not fit with a notice, and no script waits for one', () => {
  const made = (rule: Partial<RuleOptions>, scripts: object[] = []) =>
    createPolicyEngine({
      database: nodeSqliteDatabase(':memory:'),
      rules: [{ name: 'privacy', notice: true, ...rule }],
      scripts: scripts as [],
      currentUser: () => null,
    });
  for (const rule of [
    { blocking: true },
    { sessionless: true },
    { validatesOn: ['create'] },
    { onAccept: () => {} },
  ] as const) {
    const [option] = Object.keys(rule);
    assert.throws(() => made(rule), {
      code: 'configuration_invalid',
      message: new RegExp(`rules\\[0\\]\\.${option}.*notice`),
    });
  }
  const script = { name: 'Tag', script: '<script></script>', environments: ['test'], rule: 'privacy' };
  assert.throws(() => made({}, [script]), { code: 'configuration_invalid', message: /scripts\[0\]\.rule.*notice/ });
});
