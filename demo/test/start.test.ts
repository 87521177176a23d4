/** The effect of a start on a database, and the shop without a database. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { pino } from 'pino';
import { createDemo } from '../shop.ts';
import { client } from './support/client.ts';
import { temporaryDatabase } from './support/databases.ts';
import { startStorefront } from './support/storefront.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');

/** Starts the shop as a separate process; resolves to its address. */
async function startProcess(databaseUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, SAMPLE_TEXTS: '1', STOREFRONT_PORT: '0' };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    const { msg, url } = JSON.parse(line) as { msg: string; url: string };
    if (msg === 'storefront is listening') return { child, url };
  }
  throw new Error('The shop did not start');
}

const rows = (file: string, sql: string): unknown[] => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row).join(' '));
  } finally {
    database.close();
  }
};

it('four processes that start at once on a fresh file all start, with three accounts and one version of each text', async () => {
  const file = temporaryDatabase();
  const shops = await Promise.all([1, 2, 3, 4].map(() => startProcess(file)));
  for (const { url } of shops) {
    const { status } = await client(url).json('POST', '/session', { email: 'user@example.test', password: 'demo' });
    assert.equal(status, 200);
  }
  for (const { child } of shops) {
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  }
  assert.deepEqual(rows(file, 'select email, admin from storefront_users order by email'), [
    'admin@example.test 1',
    'other@example.test 0',
    'user@example.test 0',
  ]);
  assert.deepEqual(rows(file, 'select rule, version, state from policy_manager_terms order by rule'), [
    'age 1 published',
    'cookie 1 published',
    'media 1 published',
    'privacy 1 published',
    'terms 1 published',
  ]);
});

it('a fresh database contains nothing published, decided or requested, and no password', async () => {
  const file = temporaryDatabase();
  const shop = createDemo({ databaseUrl: file, logger: pino({ level: 'silent' }) });
  await shop.listen(0);
  await shop.close();
  for (const table of ['terms', 'user_terms', 'portability_requests']) {
    assert.deepEqual(rows(file, `select * from policy_manager_${table}`), [], table);
  }
  const hashes = rows(file, 'select password_hash from storefront_users');
  assert.equal(new Set(hashes).size, 3);
  for (const hash of hashes) assert.match(String(hash), /^scrypt\$[\w-]{22}\$[\w-]{43}\$16384$/);
});

it('sample data is added once: texts of an administrator stay, and removed accounts are not added again', async () => {
  const file = temporaryDatabase();
  await (await startStorefront({ databaseUrl: file }))[Symbol.asyncDispose]();
  const own = await startStorefront({ databaseUrl: file });
  const admin = client(own.url);
  await admin.json('POST', '/session', { email: 'admin@example.test', password: 'demo' });
  const text = { description: 'Our own words.', state: 'published' };
  await admin.json('POST', '/policies/categories/cookie/terms.json', text);
  await own[Symbol.asyncDispose]();

  const database = new DatabaseSync(file);
  database.exec("delete from storefront_users where email = 'other@example.test'");
  database.close();
  for (let start = 0; start < 2; start++) {
    await (await startStorefront({ databaseUrl: file, sampleTexts: true }))[Symbol.asyncDispose]();
  }
  assert.deepEqual(
    rows(file, "select rule, version, description like 'Our own%' from policy_manager_terms order by rule"),
    ['age 1 0', 'cookie 1 1', 'media 1 0', 'privacy 1 0', 'terms 1 0'],
  );
  assert.equal(rows(file, 'select id from storefront_users').length, 2);
});

it('orders of an earlier version that were deleted with their customer are created again', async () => {
  const file = temporaryDatabase();
  await (await startStorefront({ databaseUrl: file }))[Symbol.asyncDispose]();
  const database = new DatabaseSync(file);
  database.exec(`drop table storefront_order_lines; drop table storefront_orders;
    delete from storefront_setup where step like 'orders%';
    create table storefront_orders (id text primary key, user_id text not null references storefront_users (id) on delete cascade);
    create table storefront_order_lines (order_id text not null references storefront_orders (id) on delete cascade);
    insert into storefront_orders select 'old', id from storefront_users limit 1;
    insert into storefront_order_lines values ('old')`);
  database.close();
  for (let start = 0; start < 2; start++) {
    await (await startStorefront({ databaseUrl: file }))[Symbol.asyncDispose]();
  }
  assert.deepEqual(rows(file, 'select count(*) from storefront_orders'), ['28']);
  assert.deepEqual(rows(file, "select id from storefront_orders where id = 'old'"), []);
});

it('an account whose acceptances cannot be stored is not created', async () => {
  const file = temporaryDatabase();
  await using shop = await startStorefront({ databaseUrl: file, sampleTexts: true });
  const database = new DatabaseSync(file);
  database.exec(`create trigger refuse before insert on policy_manager_user_terms when new.rule = 'terms'
    begin select raise(abort, 'refused'); end`);
  const boxes = { policy_rule_age: '1', policy_rule_terms: '1' };
  const user = { name: 'Nora Lind', email: 'nora@example.test', password: 'a long password', ...boxes };
  assert.equal((await client(shop.url).json('POST', '/users', { user })).status, 500);
  assert.deepEqual(rows(file, "select email from storefront_users where email like 'nora%'"), []);
  assert.deepEqual(rows(file, 'select * from policy_manager_user_terms'), []);
  database.exec('drop trigger refuse');
  database.close();
  assert.equal((await client(shop.url).json('POST', '/users', { user })).status, 201);
});

it('with a failing database the shop works without the scripts and the banner', async () => {
  const file = temporaryDatabase();
  await using shop = await startStorefront({ databaseUrl: file, sampleTexts: true });
  const here = client(shop.url);
  await here.json('POST', '/session', { email: 'user@example.test', password: 'demo' });
  const database = new DatabaseSync(file);
  database.exec('pragma foreign_keys = off; drop table storefront_sessions');
  database.close();

  const page = await here.page('/');
  assert.equal(page.status, 200);
  assert.match(page.text, /<div id="app"><\/div>/);
  assert.doesNotMatch(page.text, /pe-consent|\/tags\//);
  const account = await here.page('/account');
  assert.equal(account.status, 500);
  assert.match(account.text, /<h1>Something went wrong<\/h1>/);
  assert.doesNotMatch(account.text, /storefront_sessions|no such table/);
  const json = await here.json('GET', '/session');
  assert.equal(json.status, 500);
  assert.match(json.headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.ok(shop.log.some(({ msg }) => msg === 'request failed'));
});
