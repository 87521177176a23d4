/** What `engine.check()` and `policy-engine doctor` find. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { after, test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';
import { createQueries } from '../../dist/schema.js';
import { runCommand } from '../support/command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-doctor-'));
after(() => rmSync(folder, { recursive: true }));

const { privateKey } = generateKeyPairSync('ed25519');
const SOUND = {
  ledgerKey: privateKey,
  ledger: { mark: path.join(folder, 'mark.txt') },
  loginUrl: '/sign-in',
  isAdminMethod: ({ id }: { id: string }) => id === 'admin',
  environment: 'production',
  mail: { transport: 'smtp://127.0.0.1:25' },
  fromEmail: 'privacy@shop.example',
  adminEmailInbox: 'admin@shop.example',
  userResource: { find: () => null },
  portabilityRules: [{ name: 'account', member: () => null }],
  publicOrigins: ['http://engine.test'],
  // Kept elsewhere; its check has tests of its own, in test/data-map/record.test.ts.
  dataMap: { record: false },
} satisfies Partial<PolicyEngineOptions>;

const codes = async (options: Partial<PolicyEngineOptions>, texts: readonly string[] = []) => {
  await using made = await getTestEngine<string>({ ...SOUND, ...options });
  for (const rule of texts) {
    const body = { description: rule, state: 'published' };
    const { status } = await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
    assert.equal(status, 201);
  }
  const findings = await made.engine.check();
  return findings.map(({ code, subject }) => (subject === null ? code : `${code} ${subject}`));
};
const ALL = ['cookie', 'age', 'privacy_terms'];

test('the check finds nothing with three rules with texts, a key, an authentication and an environment', async () => {
  assert.deepEqual(await codes({}, ALL), []);
});

test('the check names each rule without a text in force', async () => {
  assert.deepEqual(await codes({}, ['age']), ['missing_text cookie', 'missing_text privacy_terms']);
});

const described = { purpose: 'Counts', duration: '1 day' };
const script = { name: 'stats', script: '', environments: ['test'] };
const CASES: Array<[name: string, options: Partial<PolicyEngineOptions>, texts: string[], found: string[]]> = [
  ['no rule for visitors', { rules: [{ name: 'age' }, { name: 'privacy' }] }, ['age', 'privacy'], ['no_cookie_rule']],
  [
    'no rule about age, nor about privacy',
    { rules: [{ name: 'package', sessionless: true }] },
    ['package'],
    ['no_age_rule', 'no_privacy_rule'],
  ],
  [
    'a consent that blocks, or that an account depends on',
    {
      rules: [
        { name: 'cookie', sessionless: true, blocking: true },
        { name: 'newsletter', validatesOn: ['update'] },
        { name: 'age', blocking: true, validatesOn: ['create', 'update'] },
        { name: 'privacy', blocking: true },
      ],
    },
    ['cookie', 'newsletter', 'age', 'privacy'],
    ['blocking_consent cookie', 'withdrawal_harder newsletter'],
  ],
  [
    'a rule that scripts wait for is a consent, whatever its name',
    {
      rules: [{ name: 'cookie', sessionless: true }, { name: 'age' }, { name: 'privacy', blocking: true }],
      scripts: [{ ...script, rule: 'privacy' }],
    },
    ['cookie', 'age', 'privacy'],
    ['blocking_consent privacy'],
  ],
  [
    'mail without recipients and without an address for its links',
    { adminEmailInbox: undefined, userResource: undefined, publicOrigins: undefined } as never,
    ALL,
    ['no_user_lookup', 'mail_incomplete adminEmailInbox', 'mail_incomplete publicOrigins'],
  ],
  ['no mail', { mail: undefined } as never, ALL, ['no_mail']],
  [
    'cookies that are kept after a withdrawal',
    {
      scripts: [
        { ...script, provider: 'Us', cookies: [{ ...described, name: '_x' }], permanent: true },
        { ...script, name: 'none', permanent: true },
      ],
    },
    ALL,
    ['cookies_stay stats'],
  ],
  [
    'cookies without a purpose, a lifetime or a vendor',
    {
      scripts: [
        { ...script, provider: 'Us', domain: 'shop.example', cookies: [{ ...described, name: '_x' }] },
        { ...script, name: 'bare', provider: 'Us', domain: 'shop.example', cookies: ['_y'] },
        { ...script, name: 'nobody', domain: 'shop.example', cookies: [{ ...described, name: '_z' }] },
      ],
    },
    ALL,
    ['cookies_undescribed bare', 'cookies_undescribed nobody'],
  ],
];
for (const [name, options, texts, found] of CASES) {
  test(`the check reports ${found.join(', ')}: ${name}`, async () => {
    assert.deepEqual(await codes(options, texts), found);
  });
}

test('without tables the check reports only the missing tables, and does not fail', async () => {
  const database = nodeSqliteDatabase(':memory:');
  const engine = createPolicyEngine({
    database,
    rules: [{ name: 'cookie', sessionless: true }, { name: 'age' }, { name: 'privacy_terms' }],
    currentUser: () => null,
  });
  const found = (await engine.check({ locales: ['es'] })).map(({ code }) => code);
  assert.equal(found[0], 'migrations_pending');
  assert.ok(!found.includes('missing_text'));
  assert.deepEqual(found.slice(-3).includes('no_admin'), true);
  assert.ok(found.includes('no_ledger_key') && found.includes('withdrawal_hidden'));
  const [first, second] = await engine.check({ locales: ['es'] });
  assert.notEqual(second?.code, 'migrations_pending');
  assert.match(first?.message ?? '', /^Migraciones pendientes de la base de datos: \d+\.$/);
  await database.close();
});

test('the page lists by name what passed, and nothing that could not be checked', async () => {
  await using made = await getTestEngine({ ...SOUND, loginUrl: '/in' });
  const page = async () =>
    (await made.as('admin').fetch('/policies/check', { headers: { accept: 'text/html' } })).text();
  const found = new Set((await made.engine.check()).map(({ code }) => code));
  const html = await page();
  const names = [...html.matchAll(/<li><svg.*?<span>([^<]+)/g)].map(([, name]) => name?.trim());
  const all = Number(/Passed: (\d+) of (\d+) checks/.exec(html)?.[2]);
  assert.equal(names.length, all - found.size);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.includes('Confirmation of age'));
  assert.ok(found.has('missing_text') && !names.includes('Each policy has a text in force'));
  assert.match(html, /<details class="pe-unfold"><summary>Show what passed/);
  // Before a migration most checks cannot run: they have not passed.
  await createQueries(made.engine.database).deleteFrom('migrations').where('name', '=', 'jobs-0001-jobs').execute();
  const unmigrated = await page();
  assert.match(unmigrated, /Pending database migrations: 1/);
  assert.doesNotMatch(unmigrated, /Passed:|Show what passed/);
});

test('only administrators see the check, as a page and as JSON', async () => {
  await using made = await getTestEngine({ ...SOUND, loginUrl: '/in' });
  const { status, body } = await made.as('admin').json('GET', '/policies/check.json');
  assert.equal(status, 200);
  const [first] = body as Array<Record<string, unknown>>;
  assert.deepEqual(first, {
    code: 'missing_text',
    severity: 'error',
    subject: 'cookie',
    message: 'The policy “cookie” has no text in force, so people can’t accept it.',
    advice: 'Write its text under Policies and publish it.',
    article: 'Art. 7(2), 12(1)',
  });
  const page = await made.as('admin').fetch('/policies/check', { headers: { accept: 'text/html' } });
  const html = await page.text();
  assert.match(html, /Policies without a text in force: 3/);
  assert.deepEqual(html.match(/check\.\w+\.name/g), null, 'each check that passed has a name');
  for (const rule of ['cookie', 'age', 'privacy_terms'])
    assert.ok(html.includes(`href="/policies/categories/${rule}"`));
  assert.ok(html.includes('<h2>For administrators</h2>') && !html.includes('For developers'));
  const policies = await made.as('admin').fetch('/policies/categories', { headers: { accept: 'text/html' } });
  assert.match(await policies.text(), /Needs attention.*Findings: 3.*href="\/policies\/check"/s);
  assert.equal((await made.as('anna').json('GET', '/policies/check.json')).status, 403);
  assert.equal((await made.as(null).json('GET', '/policies/check.json')).status, 401);
});

test('the number of findings is the same on the first page, above the policies, on the page of the check and as JSON', async () => {
  await using made = await getTestEngine({ ...SOUND, portabilityRules: [], loginUrl: '/in' });
  const page = async (path: string) =>
    (await made.as('admin').fetch(path, { headers: { accept: 'text/html' } })).text();
  const home = await page('/policies');
  const numbers: number[] = [];
  for (const severity of ['error', 'warning']) {
    const path = `/policies/check?severity=${severity}`;
    const [, tile] = new RegExp(`check\\?severity=${severity}"[^>]*>\\s*<[^>]*>(\\d+)<`).exec(home) ?? [];
    const [, shown] = /<span>Findings: (\d+)<\/span>/.exec(await page(path)) ?? [];
    const { body } = await made.as('admin').json('GET', path.replace('check?', 'check.json?'));
    const { length } = body as readonly unknown[];
    assert.deepEqual([Number(tile), Number(shown)], [length, length], severity);
    numbers.push(length);
  }
  // Three policies without a text are one card, which says so.
  assert.equal(numbers[0], 3);
  const [, above] = /Needs attention.*?Findings: (\d+)/s.exec(await page('/policies/categories')) ?? [];
  assert.equal(
    Number(above),
    numbers.reduce((sum, number) => sum + number),
  );
});

test('the check lists the tasks of a developer separately, with the label of the rule', async () => {
  const rules = [{ name: 'cookie', label: 'Cookies & co', sessionless: true, blocking: true }];
  await using made = await getTestEngine<string>({ ...SOUND, rules, portabilityRules: [] });
  const page = await made.as('admin').fetch('/policies/check', { headers: { accept: 'text/html' } });
  const [yours = '', developer = ''] = (await page.text()).split('For developers');
  assert.match(yours, /The policy “Cookies &amp; co” has no text in force/);
  assert.match(developer, /The rule “Cookies &amp; co” is a consent but blocks access/);
  assert.match(developer, /Set portabilityRules\./);
  assert.doesNotMatch(developer.slice(developer.indexOf('pe-card')), /<a class="pe-button/);
});

test('the doctor checks the database alone, or the host’s engine', async () => {
  const file = path.join(folder, 'a.db');
  new DatabaseSync(file).close();
  const sick = await runCommand(['doctor', '--database', file]);
  assert.equal(sick.status, 1);
  assert.match(sick.stdout, /^error migrations_pending: Pending database migrations: \d+\.\n {2}Run .*\n$/);
  assert.equal((await runCommand(['migrate', '--database', file])).status, 0);
  const well = await runCommand(['doctor', '--database', file]);
  assert.deepEqual([well.status, well.stdout], [0, 'No findings.\n']);

  const host = path.join(folder, 'host.mjs');
  const home = pathToFileURL(path.join(import.meta.dirname, '../../dist/index.js')).href;
  writeFileSync(
    host,
    `import { createPolicyEngine, nodeSqliteDatabase } from ${JSON.stringify(home)};
     export const engine = createPolicyEngine({
       database: nodeSqliteDatabase(${JSON.stringify(file)}),
       rules: [{ name: 'cookie', sessionless: true, blocking: true }],
       currentUser: () => null,
     });`,
  );
  const checked = await runCommand(['doctor', '--engine', host]);
  assert.equal(checked.status, 1, checked.stderr);
  assert.match(checked.stdout, /error blocking_consent: .*“cookie”.*\n {2}Remove blocking .* \(Art\. 7\(4\)\)/);
  assert.match(checked.stdout, /warning no_ledger_key/);
  assert.match(checked.stdout, /warning restores_unseen: A restored backup of the database would not be detected/);

  writeFileSync(path.join(folder, 'none.mjs'), 'export const app = 1;');
  const none = await runCommand(['doctor', '--engine', path.join(folder, 'none.mjs')]);
  assert.equal(none.status, 1);
  assert.match(none.stderr, /none\.mjs does not export an engine/);
  assert.match((await runCommand(['doctor'])).stderr, /specify the database with --database/);
});

test('the doctor says what is missing in a place on a day, with the texts that ask for it', async () => {
  const file = path.join(folder, 'regional.db');
  assert.equal((await runCommand(['migrate', '--database', file])).status, 0);
  const home = pathToFileURL(path.join(import.meta.dirname, '../../dist/index.js')).href;
  let hosts = 0;
  // A command closes the engine that it loaded, and a module is loaded once.
  const doctor = async (...words: string[]) => {
    const host = path.join(folder, `regional-${(hosts += 1)}.mjs`);
    writeFileSync(
      host,
      `import { createPolicyEngine, nodeSqliteDatabase } from ${JSON.stringify(home)};
       export const engine = createPolicyEngine({
         database: nodeSqliteDatabase(${JSON.stringify(file)}),
         rules: [{ name: 'cookie', sessionless: true }, { name: 'ads', sessionless: true, gpc: false }],
         scripts: [{ name: 'pixel', script: '<script></script>', environments: ['production'], rule: 'ads' }],
         loginUrl: '/sign-in',
         now: () => new Date('2026-11-27T12:00:00Z'),
         currentUser: () => null,
       });`,
    );
    const { status, stdout, stderr } = await runCommand(['doctor', '--engine', host, ...words]);
    return { status, stderr, place: stdout.slice(stdout.search(/^.* on \d{4}-\d\d-\d\d: /m)) };
  };

  const { status, place } = await doctor('--region', 'us-CA', '--at', '2027-01-01');
  assert.equal(status, 1);
  assert.match(place, /^California on 2027-01-01: 5 missing or to be checked\n/);
  assert.deepEqual(
    [...place.matchAll(/^(?:error|warning) \w+/gm)].map(([found]) => found),
    [
      'error signal_ignored',
      'error opt_out_form',
      'error asked_too_soon',
      'error asked_too_soon',
      'warning texts_unread',
    ],
  );
  assert.match(
    place,
    /“ads” ignores Global Privacy Control\.\n {2}Remove gpc: false from it\.\n {2}K1 CCPA Regulations \(11 CCR\), § 7025/,
  );
  assert.match(
    place,
    /In force by then, and not today:\n {2}K13 California Civil Code \(AB 566\), § 1798\.136 \(from 2027-01-01, primary\)/,
  );

  assert.match((await doctor('--region', 'fr')).place, /^France on 2026-11-27: .*acceptance_too_old: [^\n]*“cookie”/s);
  assert.match((await doctor('--region', 'in')).place, /^India on 2026-11-27: /);
  assert.match(
    (await doctor('--region', 'us-or', '--at', '2025-12-31')).place,
    /^Oregon on 2025-12-31: no text is in force\n$/,
  );

  assert.match((await doctor('--region', 'ca')).stderr, /region: "ca" is not known; the regions are .*ca-qc.*us-ca/);
  assert.match((await doctor('--region', 'fr', '--at', '2027-02-29')).stderr, /at: write a day as in "2027-01-01"/);
  assert.match((await doctor('--at', '2027-01-01')).stderr, /--at needs --region: write --region us-ca/);
  assert.match((await runCommand(['doctor', '--region', 'fr'])).stderr, /--region needs --engine: write --engine FILE/);
});
