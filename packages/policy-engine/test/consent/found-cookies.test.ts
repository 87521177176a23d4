/** The names of the cookies that browsers send, compared with the declared ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPolicyEngine, type Database, type PolicyEngine, type PolicyEngineOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { DeclaredCookies, shortened } from '../../dist/modules/consent/found-cookies/declared.js';
import { FoundCookiesService } from '../../dist/modules/consent/found-cookies/service.js';
import { consentMigrations } from '../../dist/modules/consent/tables.js';
import { tableSet } from '../../dist/platform/database/migrations/migration.js';
import { resolveNaming } from '../../dist/platform/database/schema/names.js';
import { Cookies } from '../../dist/platform/web/index.js';
import { forEachDatabase } from '../support/databases.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-01T12:00:00Z');

const OPTIONS = {
  rules: [{ name: 'analytics', label: 'Statistics', sessionless: true }],
  scripts: [
    {
      name: 'Counter',
      provider: 'Count & Co',
      rule: 'analytics',
      script: '',
      environments: ['test'],
      domain: 'shop.example',
      cookies: ['_ga', '_ga_*', '_gone'],
    },
    { name: 'Off', rule: 'analytics', script: '', environments: ['other'], domain: 'shop.example', cookies: ['_off'] },
  ],
  necessaryCookies: [{ name: 'session', purpose: 'Signs in', duration: '1 day', recipients: false }],
  environment: 'test',
  currentUser: (request: Request) => {
    const id = request.headers.get('x-test-user');
    return id === null ? null : { id, record: { id } };
  },
  isAdminMethod: ({ id }: { id: string }) => id === 'admin',
  writeLimit: false,
} satisfies Partial<PolicyEngineOptions>;

interface Cookie {
  name: string;
  state: string;
  requests: number;
  without_consent: number;
}
interface Report {
  collects: boolean;
  since: string | null;
  requests: number;
  rare: number;
  cookies: Cookie[];
}

type Fetches = Pick<PolicyEngine, 'fetch'>;

async function get(engine: Fetches, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${TEST_ORIGIN}/policies${path}`, {
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  });
  const response = await engine.fetch(request);
  assert.equal(response.status, 200, path);
  return response;
}

async function visit(engine: Fetches, cookie: string, times = 3, user?: string): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    await get(engine, '/consent.json', { cookie, ...(user !== undefined && { 'x-test-user': user }) });
  }
}

const report = async (engine: Fetches): Promise<Report> =>
  (await (await get(engine, '/cookies/found.json', { 'x-test-user': 'admin' })).json()) as Report;

const brief = ({ cookies }: Report) => cookies.map(({ name, state, requests }) => `${state} ${name} ${requests}`);

test('random parts of names are replaced, and words are not', () => {
  for (const [name, expected] of [
    ['_hjSession_3840217', '_hjSession_*'],
    ['_ga_AB12CD34EF', '_ga_*'],
    ['_ga_G4K9PXZ7Q1', '_ga_*'],
    ['amp_1a2b3c', 'amp_*'],
    ['s.2d1e4f60-0c1d-4e2f-8a3b-123456789abc', 's.*'],
    ['wp-settings-1', 'wp-settings-1'],
    ['PHPSESSID', 'PHPSESSID'],
    ['decade_oauth2', 'decade_oauth2'],
    ['__Secure-3PSID', '__Secure-3PSID'],
  ] as const)
    assert.equal(shortened(name), expected);
});

test('each cookie has one state, and nothing is reported as missing before the first request', async () => {
  await using made = await getTestEngine<string>(OPTIONS);
  const { engine } = made;
  assert.deepEqual(await report(engine), { collects: true, since: null, requests: 0, rare: 0, cookies: [] });
  const own = 'policy_rule_analytics=accepted; policy_engine_notice=notice.saved';
  await visit(engine, `session=1; _ga=1; _ga_X1=a; _ga_X2=b; popup=1; ${own}`);
  await visit(engine, 'once=1', 1);
  const found = await report(engine);
  assert.deepEqual(brief(found), [
    'undeclared popup 3',
    'declared _ga 3',
    'declared _ga_* 3',
    'declared session 3',
    'declared policy_engine_notice 3',
    'declared policy_rule_* 3',
    'not_found _gone 0',
  ]);
  assert.deepEqual([found.requests, found.rare], [4, 1]);
  const { engine: other } = await getTestEngine<string>({ ...OPTIONS, cookieInventory: false });
  await visit(other, 'popup=1');
  assert.deepEqual(await report(other), { collects: false, since: null, requests: 0, rare: 0, cookies: [] });
  await other.database.close();
});

test('a cookie without consent is found for those who did not decide or refused, and never in doubt', async () => {
  await using made = await getTestEngine<string>(OPTIONS);
  const { engine } = made;
  const without = async () =>
    (await report(engine)).cookies.filter(({ name }) => name === '_ga').map((one) => one.without_consent);
  await visit(engine, '_ga=1; policy_rule_analytics=accepted; policy_rule_analytics_version=1', 5);
  // An account may have consented in another browser.
  await visit(engine, '_ga=1', 5, 'anna');
  assert.deepEqual(await without(), [0]);
  await visit(engine, '_ga=1', 2);
  await visit(engine, '_ga=1; policy_rule_analytics=rejected', 1);
  assert.deepEqual(await without(), [3]);
  assert.deepEqual(brief(await report(engine)).slice(0, 1), ['before_consent _ga 13']);
});

test('a page that asks for the consents of its visitor counts once, with the decision of the account', async () => {
  await using made = await getTestEngine<string>(OPTIONS);
  const { engine } = made;
  const text = { description: 'We count.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
  const decided = await made.as('anna').json('PUT', '/policies/consent.json', { decisions: { analytics: true } });
  assert.equal(decided.status, 200);
  const page = async (user: string) => {
    const headers = { cookie: '_ga=1', 'x-test-user': user };
    const context = engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers }));
    await Promise.all([context.renderScripts(), context.renderBanner(), context.stateOf('analytics')]);
  };
  await page('anna');
  const about = async () => (await report(engine)).cookies.find(({ name }) => name === '_ga');
  assert.deepEqual([(await about())?.requests, (await about())?.without_consent], [1, 0]);
  for (const user of ['ben', 'ben', 'ben']) await page(user);
  assert.deepEqual([(await about())?.requests, (await about())?.without_consent], [4, 3]);
});

test('the check reports what was found lately, and ends when it is no longer found', async () => {
  let now = START;
  await using made = await getTestEngine<string>({ ...OPTIONS, now: () => new Date(now) });
  const { engine } = made;
  const codes = async () =>
    (await engine.check())
      .filter(({ code }) => code.startsWith('cookies_found'))
      .map(({ code, subject }) => `${code} ${subject}`);
  await visit(engine, '_ga=1; popup=1', 2);
  assert.deepEqual(await codes(), []);
  await visit(engine, '_ga=1; popup=1', 1);
  assert.deepEqual(await codes(), ['cookies_found_before_consent _ga', 'cookies_found_undeclared popup']);
  const page = await (await get(engine, '/cookies/found.html', { 'x-test-user': 'admin' })).text();
  assert.match(page, /Found before consent[^]*_ga[^]*3 of 3[^]*popup[^]*Found, but not declared/);
  now += 15 * DAY;
  assert.deepEqual(await codes(), []);
});

test('administrators read no names of options, except in the line for developers', async () => {
  await using made = await getTestEngine<string>(OPTIONS);
  await visit(made.engine, '_ga=1; session=1; unknown=1');
  const page = await get(made.engine, '/cookies/found', { 'x-test-user': 'admin', accept: 'text/html' });
  const html = await page.text();
  assert.match(html, /For developers: <code>renderScripts<\/code>/);
  assert.match(html, /For developers: <code>scripts<\/code>, <code>necessaryCookies<\/code>/);
  assert.match(html, /the site \(strictly necessary\)/);
  assert.doesNotMatch(html.replaceAll(/<code>[^<]*<\/code>/g, ''), /renderScripts|necessaryCookies|cookieInventory/);
});

test('the files of the list contain each cookie', async () => {
  await using made = await getTestEngine<string>(OPTIONS);
  await visit(made.engine, '=cmd=1; -cmd=1; popup=1');
  const csv = await (await get(made.engine, '/cookies/found/export.csv', { 'x-test-user': 'admin' })).text();
  assert.match(csv, /^name,state,declared_as,scripts,requests,.*\r\n/);
  assert.match(csv, /\r\n'-cmd,undeclared,,\[\],3,\d{4}-\d\d-\d\d,/);
  const json = await (await get(made.engine, '/cookies/found/export.json', { 'x-test-user': 'admin' })).json();
  assert.deepEqual(json, (await report(made.engine)).cookies);
});

test('invented, overlong and malformed names neither fail a request nor displace the cookies of the site', async () => {
  await using made = await getTestEngine<string>({ ...OPTIONS, logger: { error: () => assert.fail('nothing fails') } });
  const { engine } = made;
  await visit(engine, '_ga=1; popup=1; policy_rule_analytics=accepted', 4);
  const hostile = [
    `${'n'.repeat(129)}=1`,
    `${'n'.repeat(60_000)}=1`,
    'na me=1; <script>=1; "q"=1; a@b=1; =; ;;;; =x; constructor=1; __proto__=1; \u00e9=1; \u0001=1; \u00ff=1',
    Array.from({ length: 500 }, () => 'twice=1').join('; '),
  ];
  for (const cookie of hostile) await get(engine, '/consent.json', { cookie });
  const word = (number: number) => String(number).replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
  for (let first = 0; first < 10_000; first += 100) {
    const names = Array.from({ length: 100 }, (_, index) => `made_up_${word(first + index)}=1`);
    await get(engine, '/consent.json', { cookie: names.join('; ') });
  }
  const before = await report(engine);
  assert.ok(before.rare <= 600, String(before.rare));
  await engine.stop();
  const after = await report(engine);
  assert.ok(after.rare <= 300, String(after.rare));
  assert.deepEqual(brief(after), [
    'undeclared popup 4',
    'declared _ga 4',
    'declared policy_rule_* 4',
    'not_found _ga_* 0',
    'not_found _gone 0',
    'not_found session 0',
  ]);
});

forEachDatabase((testDatabase) => {
  const engineOn = (database: Database, options: Partial<PolicyEngineOptions> = {}) =>
    createPolicyEngine<string>({ ...OPTIONS, database, tablePrefix: 'found_', ...options });

  test('processes that write at the same time lose nothing, and forget what was not seen for 90 days', async () => {
    let now = START;
    const databases = await Promise.all([testDatabase.open(), testDatabase.open()]);
    const engines = databases.map((database) => engineOn(database, { now: () => new Date(now) }));
    const [first, second] = engines as [PolicyEngine, PolicyEngine];
    await first.migrate();
    await visit(first, 'old=1');
    await first.stop();
    now += 60 * DAY;
    for (let round = 0; round < 8; round += 1) {
      await Promise.all(
        engines.map(async (engine, index) => {
          engine.start({ jobs: false });
          const cookies = ['_ga=1', 'popup=1', 'Popup=1', `own_${'ab'[index]}=1`];
          await visit(engine, (index === 0 ? cookies : cookies.toReversed()).join('; '), 2);
          await engine.stop();
        }),
      );
    }
    const found = await report(second);
    assert.deepEqual(brief(found), [
      'before_consent _ga 32',
      'undeclared Popup 32',
      'undeclared popup 32',
      'undeclared own_a 16',
      'undeclared own_b 16',
      'undeclared old 3',
      'not_found _ga_* 0',
      'not_found _gone 0',
      'not_found session 0',
    ]);
    assert.deepEqual([found.since, found.requests], ['2026-03-01', 35]);
    now += 40 * DAY;
    first.start({ jobs: false });
    await visit(first, 'popup=1', 1);
    await first.stop();
    const names = async () => (await report(second)).cookies.filter((one) => one.requests > 0).map(({ name }) => name);
    assert.ok(!(await names()).includes('old'));
    assert.deepEqual((await names()).toSorted(), ['Popup', '_ga', 'own_a', 'own_b', 'popup']);
  });

  test('names noted during a transaction are written outside of it, without being asked to', async () => {
    const database = await testDatabase.open();
    const engine = engineOn(database, { tablePrefix: 'timed_' });
    await engine.migrate();
    const errors: unknown[] = [];
    const service = new FoundCookiesService({
      database,
      naming: resolveNaming(database.dialect, tableSet(consentMigrations), { tablePrefix: 'timed_' }),
      now: () => new Date(START),
      logger: { error: (...parts) => errors.push(parts) },
      declared: new DeclaredCookies({ scripts: [], necessaryCookies: [], environment: 'test' }),
      isOn: true,
      writeAfter: 20,
    });
    const stored = async () => (await database.execute('select name from timed_found_cookies order by name')).rows;
    await database.transaction(async (transaction) => {
      service.note({ cookies: new Cookies('popup=1'), isSignedIn: false });
      await transaction.execute('select 1');
    });
    while ((await stored()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(await stored(), [{ name: '' }, { name: 'popup' }]);
    assert.deepEqual(errors, []);
    await service.stop();
  });

  test('a database that cannot store names fails no request, and gets the counts later', async () => {
    const errors: string[] = [];
    const database = await testDatabase.open();
    const prefix = 'later_';
    const engine = engineOn(database, { tablePrefix: prefix, logger: { error: (message) => errors.push(message) } });
    await engine.migrate();
    const rename = (from: string, to: string) => database.execute(`alter table ${from} rename to ${to}`);
    await rename(`${prefix}found_cookies`, `${prefix}away`);
    await visit(engine, 'popup=1', 3);
    await engine.stop();
    assert.deepEqual(errors, ['The names of cookies could not be stored']);
    engine.start({ jobs: false });
    await visit(engine, 'popup=1; other=1', 3);
    await rename(`${prefix}away`, `${prefix}found_cookies`);
    await engine.stop();
    // What another process reads is what was stored.
    const stored = await report(engineOn(await testDatabase.open(), { tablePrefix: prefix }));
    assert.deepEqual(brief(stored).slice(0, 2), ['undeclared popup 6', 'undeclared other 3']);
    assert.equal(stored.requests, 6);
    assert.equal(errors.length, 1);
  });
});
