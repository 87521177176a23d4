/** The recipe for Auth.js, with the library, its adapter and PostgreSQL; mailed links, so that no other server is needed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ACCEPTED, Browser, FAILING, type Running, runRecipe, WORKING } from './recipe.ts';

const ORIGIN = 'http://localhost:3000';
/** Of the adapter's documentation. */
const TABLES = `create table verification_token (identifier text not null, expires timestamptz not null, token text not null, primary key (identifier, token));
  create table accounts (id serial primary key, "userId" integer not null, type varchar(255) not null, provider varchar(255) not null,
    "providerAccountId" varchar(255) not null, refresh_token text, access_token text, expires_at bigint, id_token text, scope text, session_state text, token_type text);
  create table sessions (id serial primary key, "userId" integer not null, expires timestamptz not null, "sessionToken" varchar(255) not null);
  create table users (id serial primary key, name varchar(255), email varchar(255), "emailVerified" timestamptz, image text)`;

const links: string[] = [];
const mail = {
  id: 'mail',
  type: 'email',
  name: 'Mail',
  maxAge: 3600,
  sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
};

let running: Running;
before(async () => {
  running = await runRecipe('Auth.js', { providers: [mail] }, (_app, pool) => pool.query(TABLES));
});
after(() => running[Symbol.asyncDispose]());

/** The form of the host, then the address; the mailed link is not followed. */
async function askForLink(email: string, form: object | null, browser = new Browser(running.app, ORIGIN)) {
  if (form !== null) {
    const { errors, cookie } = await running.app.auth.accept(form);
    assert.deepEqual(errors, []);
    browser.keep([cookie]);
  }
  const { csrfToken } = (await (await browser.go('/auth/csrf')).json()) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, email }).toString();
  const response = await browser.go('/auth/signin/mail', {
    method: 'POST',
    body,
    type: 'application/x-www-form-urlencoded',
  });
  return { browser, to: response.headers.get('location') ?? '' };
}
const decisions = () => running.count("policy_manager_ledger_events where kind = 'decision'");

test('somebody new without the acceptances is led back to the form, and gets no mail', async () => {
  assert.deepEqual((await running.app.auth.accept({ policy_rule_age: 'true' })).errors.length, 1);
  const { to } = await askForLink('no@shop.example', null);
  assert.match(to, /\/sign-up\?missing=policies$/);
  assert.deepEqual(links, []);
});

test('a sign-up whose acceptances cannot be recorded leaves no person and no session', async () => {
  const { browser } = await askForLink('ada@shop.example', ACCEPTED);
  await running.pool.query(FAILING);
  const response = await browser.go(links.pop() ?? assert.fail('no mail'));
  await running.pool.query(WORKING);
  assert.match(response.headers.get('location') ?? '', /error/);
  assert.deepEqual([await running.count('users'), await running.count('sessions'), await decisions()], [0, 0, 0]);
});

test('a link that another browser opens creates nobody without the acceptances', async () => {
  await askForLink('ada@shop.example', ACCEPTED);
  const other = new Browser(running.app, ORIGIN);
  const response = await other.go(links.pop() ?? assert.fail('no mail'));
  assert.match(response.headers.get('location') ?? '', /missing=policies/);
  assert.equal(await running.count('users'), 0);
});

test('a sign-up is recorded with its person, who is signed in on the pages of the engine until an erasure', async () => {
  const { browser } = await askForLink('ada@shop.example', ACCEPTED);
  await browser.go(links.pop() ?? assert.fail('no mail'));
  const id = (await browser.who()) ?? assert.fail('nobody is signed in');
  assert.equal(await decisions(), 2);
  const page = await browser.go('/policies/user_terms.json');
  assert.equal(page.status, 200);
  assert.match(await page.text(), /"accepted"/);

  // Signing in again asks nothing, and records nothing.
  const other = await askForLink('ada@shop.example', null);
  await other.browser.go(links.pop() ?? assert.fail('no mail'));
  assert.equal(await other.browser.who(), id);
  assert.equal(await decisions(), 2);

  const { browser: bob } = await askForLink('bob@shop.example', ACCEPTED);
  await bob.go(links.pop() ?? assert.fail('no mail'));
  await running.erase(id);
  assert.deepEqual([await browser.who(), await other.browser.who()], [null, null]);
  assert.notEqual(await bob.who(), null);
  for (const table of ['users', 'sessions']) assert.equal(await running.count(table), 1, table);
  assert.equal(await running.count(`policy_manager_user_terms where user_id = '${id}'`), 0);
  assert.equal(await running.count('policy_manager_user_terms'), 2);
});

test('a deletion by the library erases the decisions', async () => {
  const { rows } = await running.pool.query<{ id: number }>('select id from users');
  await running.app.auth.removeUser(String(rows[0]?.id));
  assert.equal(await running.count('users'), 0);
  assert.equal(await running.count('policy_manager_user_terms'), 0);
  const { ledger } = running.app.engine;
  await ledger.seal();
  assert.deepEqual((await ledger.verify()).findings, []);
});
