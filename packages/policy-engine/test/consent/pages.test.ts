/** The user-term pages, for people with and without an account, visited repeatedly. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createQueries } from '../../dist/schema.js';
import type { TestClient, TestEngine } from 'policy-engine/testing';
import { getTestEngine } from 'policy-engine/testing';

const BASE = '/policies/user_terms';

let engine: TestEngine;
const faults: string[] = [];

before(async () => {
  engine = await getTestEngine({
    writeLimit: false,
    logger: { error: (message, { error }) => void faults.push(`${message}: ${String(error)}`) },
  });
  for (const rule of ['cookie', 'age', 'privacy_terms']) {
    const body = { description: `# ${rule}`, state: 'published' };
    const made = await engine.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
    assert.equal(made.status, 201);
  }
});
beforeEach(() => {
  faults.length = 0;
});
after(() => engine[Symbol.asyncDispose]());

const html = { accept: 'text/html' };
const page = async (client: TestClient, path: string) => {
  const response = await client.fetch(BASE + path, { headers: html });
  return { status: response.status, text: await response.text() };
};
const press = async (client: TestClient, path: string) => {
  const body = new URLSearchParams({ _method: 'PUT' });
  const response = await client.fetch(BASE + path, { method: 'POST', headers: html, body });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
};
const actionsIn = (text: string) => [...text.matchAll(/action="\/policies\/user_terms\/([^"]+)"/g)].map(([, to]) => to);

test('a visitor without an account reads, accepts and rejects a sessionless rule repeatedly', async () => {
  const visitor = engine.as(null);
  const fresh = await page(visitor, '/cookie');
  assert.equal(fresh.status, 200);
  assert.deepEqual(actionsIn(fresh.text), ['cookie/reject', 'cookie/accept']);
  for (const [verb, state] of [
    ['accept', 'accepted'],
    ['accept', 'accepted'],
    ['reject', 'rejected'],
    ['reject', 'rejected'],
  ] as const) {
    const { status, location } = await press(visitor, `/cookie/${verb}`);
    assert.deepEqual([status, location], [303, `${BASE}/cookie`]);
    assert.equal(visitor.cookies.get('policy_rule_cookie'), state);
    assert.equal((await page(visitor, '/cookie')).status, 200);
  }
  assert.deepEqual(faults, []);
});

test('visitors are asked to sign in for a rule that needs an account, and nothing is stored', async () => {
  const visitor = engine.as(null);
  const { status, text } = await page(visitor, '/age');
  assert.equal(status, 200);
  assert.deepEqual(actionsIn(text), []);
  for (const verb of ['accept', 'reject']) {
    const pressed = await press(visitor, `/age/${verb}`);
    assert.equal(pressed.status, 401);
    assert.match(pressed.text, /<html/);
  }
  assert.equal(visitor.cookies.size, 0);
  for (const path of ['', '/pending']) {
    const refused = await page(visitor, path);
    assert.equal(refused.status, 401, path);
    assert.match(refused.text, /<h1/);
  }
  assert.deepEqual(faults, []);
});

test('a user’s second click has the same response as the first', async () => {
  const anna = engine.as('anna');
  for (const verb of ['accept', 'accept', 'reject', 'reject', 'accept']) {
    const { status, location } = await press(anna, `/age/${verb}`);
    assert.deepEqual([status, location], [303, '/policies/privacy#rule-age']);
    assert.equal((await anna.fetch('/policies/privacy', { headers: html })).status, 200);
  }
  assert.deepEqual(faults, []);
});

test('the cookie of a decision comes with every response, also with the second one', async () => {
  const anna = engine.as('anna');
  for (let time = 0; time < 2; time += 1) {
    const response = await anna.fetch(`${BASE}/cookie/accept.json`, { method: 'PUT' });
    const { state, status } = (await response.json()) as { state: string; status: string };
    assert.deepEqual([response.status, state, status], [200, 'accepted', 'accepted']);
    const names = new Set(response.headers.getSetCookie().map((line) => line.split('=')[0]));
    assert.ok(names.has('policy_rule_cookie') && names.has('policy_rule_cookie_version'), `time ${time}`);
  }
});

test('an accepted policy is withdrawn in the list of decisions with one click, as it was given', async () => {
  const ben = engine.as('ben');
  await press(ben, '/privacy_terms/accept');
  const text = await (await ben.fetch('/policies/privacy', { headers: html })).text();
  assert.match(text, /aria-label="Accept: Privacy terms" aria-pressed="true"/);
  assert.match(text, /aria-label="Reject: Privacy terms" aria-pressed="false"/);
});

test('blocking rules have a page, too', async () => {
  const { status, text } = await page(engine.as(null), '/blocking_terms');
  assert.equal(status, 200);
  assert.match(text, /href="\/policies\/user_terms\/age"/);
  assert.doesNotMatch(text, /href="\/policies\/user_terms\/cookie"/);
});

test('a draft after the text in force cannot be accepted, and is not pending', async () => {
  const cleo = engine.as('cleo');
  const draft = await engine.as('admin').json('POST', '/policies/categories/age/terms.json', { description: 'Draft.' });
  const shown = await cleo.json('GET', `${BASE}/age.json`);
  assert.match(JSON.stringify(shown.body), /age<\/h2>/);
  await press(cleo, '/age/accept');
  const after = (await cleo.json('GET', `${BASE}/age.json`)).body as { state: string; version: number };
  assert.deepEqual([after.state, after.version], ['accepted', 1]);
  const id = (draft.body as { id: string }).id;
  assert.equal((await engine.as('admin').json('DELETE', `/policies/categories/age/terms/${id}.json`)).status, 200);
});

test('a stored user term without a decision counts as undecided', async () => {
  const { database } = engine.engine;
  const term = await createQueries(database)
    .selectFrom('terms')
    .select('id')
    .where('rule', '=', 'age')
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow();
  const now = new Date();
  const row = { id: 'taken-over', user_id: 'dora', term_id: term.id, rule: 'age', state: 'passive' };
  await createQueries(database)
    .insertInto('user_terms')
    .values({ ...row, created_at: now, updated_at: now })
    .execute();
  const dora = engine.as('dora');
  assert.equal(await engine.engine.policiesOf({ id: 'dora' }).hasConsentedAge!(), false);
  assert.equal(((await dora.json('GET', `${BASE}/age.json`)).body as { state: string }).state, 'passive');
  await press(dora, '/age/accept');
  assert.equal(((await dora.json('GET', `${BASE}/age.json`)).body as { state: string }).state, 'accepted');
});

test('two engines in one process are independent', async () => {
  await using other = await getTestEngine({ rules: [{ name: 'marketing', sessionless: true }], defaultLocale: 'fr' });
  const names = async (made: Pick<TestEngine, 'as'>) =>
    ((await made.as(null).json('GET', '/policies/')).body as Array<{ name: string }>).map(({ name }) => name);
  assert.deepEqual(await names(other), ['marketing']);
  assert.deepEqual(await names(engine), ['cookie', 'age', 'privacy_terms']);
  assert.equal(typeof other.engine.policiesOf({ id: 'x' })['hasConsentedMarketing' as never], 'function');
  assert.equal(engine.engine.policiesOf({ id: 'x' })['hasConsentedMarketing' as never], undefined);
  const lang = async (made: Pick<TestEngine, 'as'>) =>
    /<html lang="(\w+)"/.exec(await (await made.as(null).fetch('/policies/', { headers: html })).text())?.[1];
  assert.deepEqual([await lang(engine), await lang(other), await lang(engine)], ['en', 'fr', 'en']);
});

test('clients of the older system find every route and every member', async () => {
  const api = engine.engine.openApiDocument() as { paths?: Record<string, object> };
  const terms = '/categories/{rule}/terms';
  const known: ReadonlyArray<readonly [path: string, methods: string]> = [
    ['/categories', 'get'],
    ['/categories/{rule}', 'get'],
    [terms, 'post'],
    [`${terms}/new`, 'get'],
    [`${terms}/{id}`, 'get put patch delete'],
    [`${terms}/{id}/edit`, 'get'],
    ['/user_terms', 'get'],
    ['/user_terms/pending', 'get'],
    ['/user_terms/blocking_terms', 'get'],
    ['/user_terms/accept_multiples', 'put'],
    ['/user_terms/{id}', 'get'],
    ['/user_terms/{id}/accept', 'put'],
    ['/user_terms/{id}/reject', 'put'],
  ];
  for (const [path, methods] of known) {
    for (const method of methods.split(' ')) assert.ok(method in (api.paths?.[path] ?? {}), `${method} ${path}`);
  }
  const edda = engine.as('edda');
  const members = async (method: string, path: string, body?: unknown) => {
    const answer = await edda.json(method, BASE + path, body);
    assert.equal(answer.status, 200, path);
    return Object.keys(Array.isArray(answer.body) ? (answer.body[0] as object) : (answer.body as object));
  };
  const rule = ['name', 'blocking', 'validates_on', 'if', 'on_reject', 'on_accept'];
  const shapes: ReadonlyArray<readonly [expected: readonly string[], ...asked: Parameters<typeof members>]> = [
    [rule, 'GET', '/pending.json'],
    [rule, 'PUT', '/accept_multiples.json', { user: { policy_rule_age: false } }],
    [['body', 'status', 'message', 'url', 'method'], 'GET', '/age.json'],
    [['status'], 'PUT', '/age/accept.json'],
    [['state'], 'PUT', '/age/reject.json'],
  ];
  for (const [expected, ...asked] of shapes) {
    const found = await members(...asked);
    assert.deepEqual(
      expected.filter((member) => !found.includes(member)),
      [],
      asked[1],
    );
  }
  assert.deepEqual((await edda.json('GET', `${BASE}/blocking_terms.json`)).body, ['age', 'privacy_terms']);
});

test('right-to-left text does not change the order of the surrounding text', async () => {
  const label = 'עוגיות (ניסוי)!';
  const scripts = [{ name: 'stats', script: '', environments: ['test'] }];
  await using other = await getTestEngine({ rules: [{ name: 'cookie', sessionless: true, label }], scripts });
  const write = (user: string) =>
    other.as(user).json('POST', '/policies/categories/cookie/terms.json', { description: 'x', state: 'published' });
  assert.equal((await write('admin')).status, 201);
  for (const path of ['/privacy', '/user_terms/pending', '/cookies', '/categories']) {
    const text = await (await other.as('admin').fetch(`/policies${path}`, { headers: html })).text();
    assert.ok(text.includes(`<bdi>${label}</bdi>`), path);
  }
  const draft = await other.as('admin').json('POST', '/policies/categories/cookie/terms.json', { description: 'y' });
  const path = `/policies/categories/cookie/terms/${(draft.body as { id: string }).id}/publish`;
  const text = await (await other.as('admin').fetch(path, { headers: html })).text();
  assert.ok(text.includes(`“\u2068${label}\u2069”`));
});
