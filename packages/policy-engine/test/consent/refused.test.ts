/** S9: a rejected rule that does not block stays rejected, and is not pending again before a new version asks. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { getTestEngine, TEST_ORIGIN, type TestClient, type TestEngine } from 'policy-engine/testing';

type Rule = 'newsletter' | 'cookie' | 'terms' | 'age';

let made: TestEngine<Rule>;
let anna: TestClient;

beforeEach(async () => {
  made = await getTestEngine<Rule>({
    rules: [
      { name: 'newsletter' },
      { name: 'cookie', sessionless: true },
      { name: 'terms', blocking: true },
      { name: 'age', blocking: true },
    ],
  });
  anna = made.as('anna');
  for (const rule of ['newsletter', 'cookie', 'terms', 'age']) await publish(rule);
});
afterEach(() => made[Symbol.asyncDispose]());

async function publish(rule: string, body: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const text = { description: `${rule} ${JSON.stringify(body)}`, state: 'published', ...body };
  const { status } = await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
  assert.equal(status, 201);
}

const decide = (rule: string, verb: 'accept' | 'reject') =>
  anna.json('PUT', `/policies/user_terms/${rule}/${verb}.json`);

async function pendingJson(): Promise<string[]> {
  const { body } = await anna.json('GET', '/policies/user_terms/pending.json');
  return (body as { name: string; state: string }[]).map(({ name, state }) => `${name} ${state}`);
}

async function pageAt(path: string): Promise<string> {
  return (await anna.fetch(path, { headers: { accept: 'text/html' } })).text();
}

/** The actions that a page offers, in its order. */
const offers = (html: string): string[] =>
  [...html.matchAll(/action="\/policies\/user_terms\/([^"]+)"/g)].map(([, action = '']) => action);

test('a rejected rule that does not block is no longer pending, in JSON, in pages and in code', async () => {
  await decide('newsletter', 'reject');
  await decide('cookie', 'reject');
  assert.deepEqual(await pendingJson(), ['terms passive', 'age passive']);
  const page = await pageAt('/policies/user_terms/pending');
  assert.deepEqual(offers(page), ['terms/reject', 'terms/accept', 'age/reject', 'age/accept']);
  const request = new Request(`${TEST_ORIGIN}/`, { headers: { 'x-test-user': 'anna' } });
  assert.deepEqual(await made.engine.consentContext(request).pendingPolicies(), ['terms', 'age']);
  const policies = made.engine.policiesOf({ id: 'anna' });
  assert.deepEqual(await policies.pendingPolicies(), ['terms', 'age']);
  assert.equal(await policies.needsPolicyConfirmationFor('newsletter'), false);
});

test('accepting everything that is pending leaves rejected rules rejected', async () => {
  await decide('newsletter', 'reject');
  await made.engine.policiesOf({ id: 'anna' }).confirmAllPolicies();
  const { body } = await anna.json('GET', '/policies/user_terms/newsletter.json');
  assert.equal((body as { state: string }).state, 'rejected');
  assert.deepEqual(await pendingJson(), []);
});

test('rejected rules can be changed in the settings, which the pending page links', async () => {
  await decide('newsletter', 'reject');
  assert.match(await pageAt('/policies/user_terms/pending'), /<a href="\/policies\/privacy">Privacy settings<\/a>/);
  const centre = await pageAt('/policies/privacy');
  assert.ok(offers(centre).includes('newsletter/accept'));
  const [asked = '', decided = ''] = centre.split('id="decided"');
  assert.ok(!asked.includes('newsletter'));
  assert.match(decided, /Newsletter<\/bdi><\/h3><span class="pe-badge pe-tone-neutral">Rejected/);
});

test('a rejected rule that blocks stays pending, and is listed after undecided ones', async () => {
  await decide('terms', 'reject');
  assert.deepEqual(await pendingJson(), ['newsletter passive', 'cookie passive', 'terms rejected', 'age passive']);
  const page = await pageAt('/policies/user_terms/pending');
  assert.deepEqual(offers(page), [
    'age/reject',
    'age/accept',
    'terms/reject',
    'terms/accept',
    'newsletter/reject',
    'newsletter/accept',
    'cookie/reject',
    'cookie/accept',
  ]);
});

test('a person who was redirected to the pending page can continue with optional rules rejected', async () => {
  await decide('newsletter', 'reject');
  await decide('terms', 'accept');
  await decide('age', 'accept');
  const response = await anna.fetch('/policies/user_terms/pending?return_to=%2Fshop', {
    headers: { accept: 'text/html' },
  });
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/shop']);
  const request = new Request(`${TEST_ORIGIN}/shop`, { headers: { 'x-test-user': 'anna', accept: 'text/html' } });
  assert.equal(await made.engine.consentContext(request).requirePolicies(), null);
});

test('a rejected rule is pending again only after a version that asks', async () => {
  await decide('newsletter', 'reject');
  await publish('newsletter', { material: false });
  assert.ok(!(await pendingJson()).some((line) => line.startsWith('newsletter')));
  await publish('newsletter');
  assert.ok((await pendingJson()).includes('newsletter passive'));
});
