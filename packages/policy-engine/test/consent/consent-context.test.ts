/** The consent context that a host's own pages use. */
import assert from 'node:assert/strict';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import express from 'express';
import type { Database } from 'policy-engine';
import { nodeSqliteDatabase } from 'policy-engine';
import { policyEngine, consentContextOf } from 'policy-engine/express';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { listening } from '../../../../testing/listening.ts';

const visitor = (cookie?: string) =>
  new Request(`${TEST_ORIGIN}/`, { headers: cookie === undefined ? {} : { cookie } });
const user = (id: string) => new Request(`${TEST_ORIGIN}/`, { headers: { 'x-test-user': id } });

const folder = mkdtempSync(path.join(tmpdir(), 'consent-context-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
writeFileSync(path.join(folder, 'stats.html'), '<script nonce="{nonce}" src="/stats.js"></script>');

const SCRIPTS = [
  { name: 'stats', script: pathToFileURL(path.join(folder, 'stats.html')), environments: ['test', 'production'] },
  { name: 'text', script: '<script nonce="{nonce}">1</script>', environments: ['test'] },
  {
    name: 'function',
    script: ({ nonce, environment }: { nonce: string; environment: string }) => `<!--${nonce} ${environment}-->`,
    environments: ['test'],
  },
  { name: 'elsewhere', script: '<script>2</script>', environments: ['production'] },
  { name: 'marketing', script: '<script>3</script>', environments: ['test'], rule: 'marketing' },
];
const RULES = [
  { name: 'cookie', sessionless: true },
  { name: 'marketing', sessionless: true },
  { name: 'age', blocking: true },
];

async function testEngine(database?: Database) {
  const test = await getTestEngine({ rules: RULES, scripts: SCRIPTS, ...(database && { database }) });
  for (const { name } of RULES) {
    await test
      .as('admin')
      .json('POST', `/policies/categories/${name}/terms.json`, { description: name, state: 'published' });
  }
  return test;
}

test('scripts are rendered with consent only, in their environments, with the nonce', async () => {
  await using test = await testEngine();
  const { engine } = test;
  assert.equal(await engine.consentContext(visitor()).renderScripts({ nonce: 'n' }), '');
  assert.equal(await engine.consentContext(visitor('policy_rule_cookie=rejected')).renderScripts({ nonce: 'n' }), '');
  assert.equal(
    await engine.consentContext(visitor('policy_rule_cookie=accepted')).renderScripts({ nonce: 'n' }),
    '<script nonce="n" src="/stats.js"></script>\n<script nonce="n">1</script>\n<!--n test-->',
  );
  assert.equal(
    await engine.consentContext(visitor('policy_rule_marketing=accepted')).renderScripts(),
    '<script>3</script>',
  );
});

test('the decision of a signed-in user counts, whatever the cookies of the browser say', async () => {
  await using test = await testEngine();
  const { engine } = test;
  await test.as('anna').json('PUT', '/policies/user_terms/cookie/reject.json');
  const request = new Request(`${TEST_ORIGIN}/`, {
    headers: { 'x-test-user': 'anna', cookie: 'policy_rule_cookie=accepted' },
  });
  assert.equal(await engine.consentContext(request).hasConsented('cookie'), false);
  assert.equal(await engine.consentContext(request).renderScripts(), '');
});

test('the consent context returns pending and blocking policies by name', async () => {
  await using test = await testEngine();
  const { engine } = test;
  assert.deepEqual(await engine.consentContext(user('anna')).pendingPolicies(), ['cookie', 'marketing', 'age']);
  await test.as('anna').json('PUT', '/policies/user_terms/cookie/accept.json');
  assert.deepEqual(await engine.consentContext(user('anna')).pendingPolicies(), ['marketing', 'age']);
  assert.deepEqual(await engine.consentContext(user('anna')).pendingBlockingPolicies(), ['age']);
  await test.as('anna').json('PUT', '/policies/user_terms/marketing/reject.json');
  const consent = engine.consentContext(user('anna'));
  const states = await Promise.all(['cookie', 'marketing', 'age'].map((rule) => consent.stateOf(rule)));
  assert.deepEqual(states, ['accepted', 'rejected', 'passive']);
  assert.deepEqual(await consent.undecidedPolicies(), ['age']);
});

test('an unknown rule is a type error, and at run time an error that lists the known rules', async () => {
  await using shop = await getTestEngine();
  const consent = shop.engine.consentContext(visitor());
  const slip = { code: 'not_found', reason: 'there is no rule "cokie" (known: cookie, age, privacy_terms)' };
  // @ts-expect-error there is no such rule
  await assert.rejects(consent.hasConsented('cokie'), slip);
  // @ts-expect-error there is no such rule
  await assert.rejects(consent.stateOf('cokie'), slip);
  const policies = shop.engine.policiesOf({ id: 'anna' });
  // @ts-expect-error there is no such rule
  await assert.rejects(policies.acceptPolicyFrom('cokie'), slip);
  // @ts-expect-error there is no such rule
  await assert.rejects(policies.needsPolicyConfirmationFor('cokie'), slip);
});

test('one consent context queries the database once, and only when it is used', async () => {
  const real = nodeSqliteDatabase(':memory:');
  let statements = 0;
  const counted: Database = {
    dialect: real.dialect,
    capabilities: real.capabilities,
    inTransaction: false,
    execute: (sql, parameters) => {
      statements += 1;
      return real.execute(sql, parameters);
    },
    transaction: (callback, options) => real.transaction(callback, options),
    close: () => real.close(),
  };
  await using test = await testEngine(counted);
  await test.engine.policiesOf({ id: 'anna' }).acceptPolicyFrom('age');
  await test.engine.consentContext(user('anna')).pendingPolicies();
  statements = 0;
  const consent = test.engine.consentContext(user('anna'));
  assert.equal(statements, 0);
  await Promise.all([consent.hasConsented('cookie'), consent.renderScripts(), consent.pendingPolicies()]);
  await consent.hasConsented('age');
  // The decisions of the user; the texts in force are already in memory.
  assert.equal(statements, 1);
  statements = 0;
  await test.engine.consentContext(user('bea')).hasConsented('age');
  assert.equal(statements, 1);
});

test('in Express, each request has its own consent context, which is queried once', async () => {
  await using test = await testEngine();
  const { engine } = test;
  const app = express();
  app.use('/policies', policyEngine(engine));
  app.get('/', (request, response, next) => {
    assert.equal(consentContextOf(engine, request), consentContextOf(engine, request));
    consentContextOf(engine, request)
      .hasConsented('cookie')
      .then((consented) => response.send(String(consented)), next);
  });
  await using server = await listening(createServer(app));
  const { url } = server;
  const ask = async (headers: Record<string, string>) => (await fetch(url, { headers })).text();
  assert.equal(await ask({}), 'false');
  assert.equal(await ask({ cookie: 'policy_rule_cookie=accepted' }), 'true');
  const accepted = await fetch(`${url}/policies/user_terms/cookie/accept.json`, {
    method: 'PUT',
    headers: { 'x-test-user': 'anna', accept: 'application/json' },
  });
  assert.equal(accepted.status, 200);
  assert.equal(await ask({ 'x-test-user': 'anna' }), 'true');
});

test('a page with a decision of its visitor is private, and one that is the same for everybody is not', async () => {
  await using made = await getTestEngine<string>({
    rules: [{ name: 'cookie', sessionless: true }],
    scripts: [{ name: 'Counter', script: '<script>1</script>', environments: ['test'] }],
  });
  const body = { description: 'A', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', body);
  const same = made.engine.consentContext(visitor());
  await same.renderScripts({ mode: 'blocked' });
  await same.requirePolicies();
  assert.deepEqual(same.responseHeaders(), {});
  const signedIn = made.engine.consentContext(user('ada'));
  await signedIn.requirePolicies();
  assert.deepEqual(signedIn.responseHeaders(), {});
  for (const ask of [
    (consent: typeof same) => consent.renderScripts(),
    (consent: typeof same) => consent.renderBanner(),
    (consent: typeof same) => consent.hasConsented('cookie'),
    (consent: typeof same) => consent.consentSnapshot(),
    (consent: typeof same) => consent.adoptableDecisions(),
  ]) {
    const consent = made.engine.consentContext(visitor());
    await ask(consent);
    assert.deepEqual(consent.responseHeaders(), { 'cache-control': 'private, no-cache' });
  }
});

// https://github.com/orestbida/cookieconsent/issues/114
test('the banner asks in the language of the page if the host names it, else in the one that the browser prefers', async () => {
  await using made = await getTestEngine<string>({ rules: [{ name: 'cookie', sessionless: true }] });
  const body = { description: 'A', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', body);
  const german = () =>
    made.engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers: { 'accept-language': 'de' } }));
  assert.match(await german().renderBanner(), /<policy-consent [^>]*lang="de"/);
  assert.match(await german().renderBanner({ locale: 'fr-CA' }), /<policy-consent [^>]*lang="fr"/);
  assert.match(await german().renderBanner({ locale: 'en' }), /"locale":"en"/);
});
