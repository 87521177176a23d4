/** `if` of a rule: users that it does not apply to are neither asked nor blocked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RuleConditionContext } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';

const contexts: RuleConditionContext[] = [];
const faults: string[] = [];

const engineWithConditions = async () => {
  const made = await getTestEngine({
    rules: [
      { name: 'cookie', sessionless: true },
      {
        name: 'age',
        blocking: true,
        validatesOn: ['create', 'update'],
        if: (context) => {
          contexts.push(context);
          return context.user?.id !== 'old' && context.attributes?.['country'] !== 'de';
        },
      },
      {
        name: 'newsletter',
        validatesOn: ['create'],
        if: async () => {
          throw new Error('no answer');
        },
      },
    ],
    logger: { error: (message, { rule }) => void faults.push(`${message}: ${String(rule)}`) },
  });
  for (const rule of ['cookie', 'age', 'newsletter']) {
    const body = { description: rule, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
  }
  return made;
};

const as = (id: string) => new Request(`${TEST_ORIGIN}/`, { headers: { 'x-test-user': id } });

test('a rule with a condition is pending only for users that it applies to', async () => {
  await using made = await engineWithConditions();
  const pending = async (id: string) => {
    const { body } = await made.as(id).json('GET', '/policies/user_terms/pending.json');
    return (body as Array<{ name: string }>).map(({ name }) => name);
  };
  assert.deepEqual(await pending('old'), ['cookie', 'newsletter']);
  assert.deepEqual(await pending('young'), ['cookie', 'age', 'newsletter']);
  const { engine } = made;
  assert.deepEqual(await engine.consentContext(as('old')).pendingBlockingPolicies(), []);
  assert.deepEqual(await engine.consentContext(as('old')).undecidedPolicies(), ['cookie', 'newsletter']);
  assert.equal(await engine.consentContext(as('old')).requirePolicies(), null);
  assert.equal((await engine.consentContext(as('young')).requirePolicies())?.kind, 'problem');
  assert.equal(await engine.policiesOf({ id: 'old' }).needsPolicyConfirmationFor('age'), false);
  assert.equal(await engine.policiesOf({ id: 'old' }).hasConsentedAge(), false);
});

test('accepting everything omits rules that do not apply to the user', async () => {
  await using made = await engineWithConditions();
  await made.engine.policiesOf({ id: 'old' }).confirmAllPolicies();
  const policies = made.engine.policiesOf({ id: 'old' });
  assert.equal(await policies.policyUserTermOn('age'), null);
  assert.equal(await policies.hasConsentedCookie(), true);
});

test('a sign-up does not require a rule that does not apply, and the condition gets the form', async () => {
  await using made = await engineWithConditions();
  const fields = async (...parameters: Parameters<typeof made.engine.validatePolicies>) =>
    (await made.engine.validatePolicies(...parameters)).map(({ field }) => field);
  const agreed = { policy_rule_newsletter: '1' };
  assert.deepEqual(await fields('create', { ...agreed, country: 'de' }), []);
  assert.deepEqual(await fields('create', { ...agreed, country: 'fr' }), ['policy_rule_age']);
  contexts.length = 0;
  assert.deepEqual(await fields('update', {}, { userId: 'old', record: { name: 'Old' } }), []);
  const context = contexts.find(({ event }) => event === 'update');
  assert.deepEqual(
    [context?.rule, context?.user, context?.request],
    ['age', { id: 'old', record: { name: 'Old' } }, null],
  );
});

test('a condition that throws is reported, and its rule applies', async () => {
  await using made = await engineWithConditions();
  faults.length = 0;
  assert.deepEqual(await made.engine.consentContext(as('young')).pendingPolicies(), ['cookie', 'age', 'newsletter']);
  assert.deepEqual(faults, ['the condition of a rule failed: newsletter']);
});
