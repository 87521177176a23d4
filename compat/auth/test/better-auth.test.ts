/** The recipe for better-auth, with the library and PostgreSQL. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getMigrations } from 'better-auth/db/migration';
import { ACCEPTED, Browser, FAILING, type Running, runRecipe, WORKING } from './recipe.ts';

const ORIGIN = 'http://localhost:3000';
let running: Running;
before(async () => {
  running = await runRecipe('better-auth', { baseURL: ORIGIN }, async ({ auth }) => {
    const { runMigrations } = await getMigrations(auth.options);
    await runMigrations();
  });
});
after(() => running[Symbol.asyncDispose]());

async function signUp(email: string, form: object, browser = new Browser(running.app, ORIGIN)) {
  const body = JSON.stringify({ name: 'Ada', email, password: 'correct horse battery', ...form });
  const response = await browser.go('/api/auth/sign-up/email', { method: 'POST', body, type: 'application/json' });
  return { response, browser };
}
const decisions = () => running.count("policy_manager_ledger_events where kind = 'decision'");

test('a sign-up without the acceptances is refused with their errors, and nothing is written', async () => {
  const { response, browser } = await signUp('no@shop.example', { policy_rule_age: 'true' });
  assert.equal(response.status, 422);
  const { errors } = (await response.json()) as { errors: Array<{ field: string }> };
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['policy_rule_terms'],
  );
  assert.equal(await running.count('"user"'), 0);
  assert.equal(await browser.who(), null);
});

test('a sign-up that passes the form by is refused', async () => {
  const body = new URLSearchParams({
    name: 'Ada',
    email: 'no@shop.example',
    password: 'correct horse battery',
    ...ACCEPTED,
  });
  const browser = new Browser(running.app, ORIGIN);
  const type = 'application/x-www-form-urlencoded';
  const response = await browser.go('/api/auth/sign-up/email', { method: 'POST', body: body.toString(), type });
  assert.equal(response.status, 403);
  assert.equal(await running.count('"user"'), 0);
});

test('a sign-up whose acceptances cannot be recorded leaves no person and no session', async () => {
  await running.pool.query(FAILING);
  const { response, browser } = await signUp('ada@shop.example', ACCEPTED);
  await running.pool.query(WORKING);
  assert.ok(response.status >= 500, String(response.status));
  assert.deepEqual(
    [await running.count('"user"'), await running.count('account'), await running.count('session')],
    [0, 0, 0],
  );
  assert.equal(await browser.who(), null);
  assert.equal(await decisions(), 0);
});

test('a sign-up is recorded with its person, who is signed in on the pages of the engine until an erasure', async () => {
  const { response, browser } = await signUp('ada@shop.example', ACCEPTED);
  assert.equal(response.status, 200);
  const { user } = (await response.json()) as { user: { id: string } };
  assert.equal(await browser.who(), user.id);
  assert.equal(await decisions(), 2);
  const page = await browser.go('/policies/user_terms.json');
  assert.equal(page.status, 200);
  assert.match(await page.text(), /"accepted"/);

  // From another browser, too.
  const other = new Browser(running.app, ORIGIN);
  const body = JSON.stringify({ email: 'ada@shop.example', password: 'correct horse battery' });
  const signIn = await other.go('/api/auth/sign-in/email', { method: 'POST', body, type: 'application/json' });
  assert.equal(signIn.status, 200);
  assert.equal(await other.who(), user.id);

  await signUp('bob@shop.example', ACCEPTED);
  await running.erase(user.id);
  assert.deepEqual([await browser.who(), await other.who()], [null, null]);
  for (const table of ['"user"', 'account', 'session']) assert.equal(await running.count(table), 1, table);
  assert.equal(await running.count(`policy_manager_user_terms where user_id = '${user.id}'`), 0);
  assert.equal(await running.count('policy_manager_user_terms'), 2);
});

test('a deletion by the library erases the decisions', async () => {
  const { rows } = await running.pool.query<{ id: string }>('select id from "user"');
  await running.app.auth.removeUser(rows[0]?.id ?? assert.fail('nobody'));
  assert.equal(await running.count('"user"'), 0);
  assert.equal(await running.count('policy_manager_user_terms'), 0);
  const { ledger } = running.app.engine;
  await ledger.seal();
  assert.deepEqual((await ledger.verify()).findings, []);
});
