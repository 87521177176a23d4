/** The records of processing: as a page, JSON and CSV, and on the command line; what doctor finds in the rules. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import { nodeSqliteDatabase, type PolicyEngineOptions } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { getTestEngine } from 'policy-engine/testing';
import { csvOf } from '../../dist/platform/csv.js';
import { runCommand } from '../support/command.ts';
import { account, makeShop, orders } from './shop.ts';

const dataRules: readonly DataRuleOptions[] = [
  {
    ...account,
    label: (locale) => (locale === 'fr' ? 'Compte' : 'Account <b>'),
    purpose: '=HYPERLINK("https://evil.example")',
    legalBasis: 'contract, Art. 6(1)(b)',
    recipients: 'nobody, "really"',
    source: 'the person',
    retention: 'as long as the account',
    erasure: { action: 'set', columns: { name: null } },
  },
  { ...orders, erasure: { action: 'keep', ground: 'tax law', until: { years: 10, months: 1, from: 'paid_at' } } },
  {
    name: 'letters',
    table: { table: 'newsletter', key: 'address', person: 'login', columns: ['address'] },
    erasure: 'delete',
    portability: false,
  },
];
const options = {
  dataRules,
  erasureRules: [{ name: 'files', erasure: { action: 'run', erase: () => {} } }],
  portabilityRules: [{ name: 'reviews', collection: 'reviews' }],
  dataMap: { exempt: [{ table: 'products', reason: 'What is sold' }] },
} satisfies Partial<PolicyEngineOptions>;

async function shopWith(more: Partial<PolicyEngineOptions> = options) {
  const database = nodeSqliteDatabase(':memory:');
  await makeShop(database);
  return getTestEngine<string>({ database, ...(more as object) });
}

describe('the inventory', () => {
  test('is a list: activities are searched, sorted, with the columns that are wanted, and exported as filtered', async () => {
    await using made = await shopWith();
    const admin = made.as('admin');
    const page = async (query: string) => (await admin.fetch(`/policies/data_map${query}`)).text();
    const rows = (html: string) => {
      const [table = ''] = /<table[\s\S]*?<\/table>/.exec(html.slice(html.indexOf('id="activities"'))) ?? [];
      return [...table.matchAll(/<th scope="row"[^>]*>(.*?)<span class="pe-under"/gs)].map(([, label = '']) =>
        label.replaceAll(/<[^>]*>/g, '').trim(),
      );
    };
    const declared = rows(await page(''));
    assert.equal(declared.length, 5);
    const sorted = declared.toSorted((one, other) => one.localeCompare(other, 'en'));
    assert.deepEqual(rows(await page('?sort=name')), sorted);
    assert.deepEqual(rows(await page('?sort=-name')), sorted.toReversed());
    const found = await page('?q=TAX%20law&columns=purpose');
    assert.deepEqual(rows(found), ['Orders']);
    assert.match(found, /data_map\/export\.csv\?q=TAX/);
    assert.doesNotMatch(found, /Retention period<\/th>/);
    assert.match(await page('?q=nothing-has-this'), /No processing activity has this text/);
    const { body } = await admin.json('GET', '/policies/data_map/export.json?q=tax%20law');
    assert.deepEqual(
      (body as { name: string }[]).map(({ name }) => name),
      ['orders'],
    );
    const { body: whole } = await admin.json('GET', '/policies/data_map.json?q=tax%20law');
    assert.deepEqual(
      (whole as { entries: { name: string }[] }).entries.map(({ name }) => name),
      ['orders'],
    );
    const csv = await (await admin.fetch('/policies/data_map/export.csv?sort=-name')).text();
    assert.equal(parse(csv, { bom: true }).length, 6);
  });

  test('is available as JSON, to administrators only', async () => {
    await using made = await shopWith();
    const { status, body } = await made.as('admin').json('GET', '/policies/data_map.json');
    assert.equal(status, 200);
    const { entries, exempt } = body as { entries: Array<Record<string, unknown>>; exempt: unknown };
    assert.deepEqual(entries[0], {
      name: 'account',
      label: 'Account <b>',
      purpose: '=HYPERLINK("https://evil.example")',
      legal_basis: 'contract, Art. 6(1)(b)',
      people: null,
      recipients: 'nobody, "really"',
      retention: 'as long as the account',
      erasure: 'Pseudonymised in the columns name',
      source: 'the person',
      tables: ['users'],
      exported: true,
    });
    assert.deepEqual(entries.map(({ name, erasure, tables, exported }) => [name, erasure, tables, exported]).slice(1), [
      ['orders', 'Kept for 10 years, 1 month from “Paid at”: tax law', ['orders'], true],
      ['letters', 'Deleted', ['newsletter (address)'], false],
      ['files', 'Erased by your website’s own software', [], false],
      ['reviews', null, [], true],
    ]);
    assert.deepEqual(exempt, [{ table: 'products', columns: null, reason: 'What is sold' }]);
    for (const address of ['/policies/data_map.json', '/policies/data_map.csv', '/policies/data_map']) {
      assert.equal((await made.as('anna').fetch(address)).status, 403);
      assert.equal((await made.as(null).fetch(address)).status, 401);
    }
  });

  test('states after which time rows are deleted, and which ones', async () => {
    const retention = { after: { months: 6 }, from: 'paid_at', where: { state: 'gone', note: null } } as const;
    await using made = await shopWith({ dataRules: [{ ...orders, retention }] });
    for (const [locale, words] of [
      ['en', 'Deleted 6 months after “Paid at”, where “State” is “gone” and “Note” is empty'],
      ['es', 'Se suprime 6 meses después de «Paid at», si «State» es «gone» y «Note» está vacío'],
      ['fr', 'Supprimé 6 mois après « Paid at », si « State » vaut « gone » et « Note » est vide'],
      ['tr', '“Paid at” tarihinden 6 ay sonra silinir; koşul: “State” değeri “gone” ve “Note” boş'],
    ] as const) {
      const headers = { accept: 'application/json', 'accept-language': locale };
      const response = await made.as('admin').fetch('/policies/data_map.json', { headers });
      const { entries } = (await response.json()) as { entries: readonly { readonly retention: string }[] };
      assert.equal(entries[0]?.retention.replaceAll('\u00a0', ' '), words);
    }
  });

  test('is a CSV file without spreadsheet formulas', async () => {
    await using made = await shopWith();
    const response = await made.as('admin').fetch('/policies/data_map.csv');
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="data-map\.csv"$/);
    const rows: string[][] = parse(await response.text());
    assert.deepEqual(rows[0]?.slice(0, 4), ['name', 'label', 'purpose', 'legal_basis']);
    assert.deepEqual(rows[1]?.slice(0, 5), [
      'account',
      'Account <b>',
      `'=HYPERLINK("https://evil.example")`,
      'contract, Art. 6(1)(b)',
      'nobody, "really"',
    ]);
    // Five activities, and the consent of the rule “cookie”.
    assert.equal(rows.length, 7);
  });

  test('is a page in the language of the reader, and shows missing information', async () => {
    await using made = await shopWith();
    const page = async (language: string) => {
      const init = { headers: { 'accept-language': language } };
      return (await made.as('admin').fetch('/policies/data_map', init)).text();
    };
    const english = await page('en');
    assert.match(english, /<h1>Records of processing activities<\/h1>/);
    assert.match(english, /Account &lt;b&gt;/);
    assert.match(english, /Not stated/);
    assert.match(english, /href="\/policies\/data_map\.csv"/);
    assert.match(english, /What is sold/);
    const french = await page('fr');
    assert.match(french, /Compte/);
    assert.match(french, /Conservé 10\sans et 1\smois/);
  });

  test('shows that no personal data is declared', async () => {
    await using made = await shopWith({});
    const html = await (await made.as('admin').fetch('/policies/data_map')).text();
    assert.match(html, /No personal data declared/);
  });

  test('other suffixes of its address are still unknown formats', async () => {
    await using made = await shopWith({});
    assert.equal((await made.as('admin').fetch('/policies/data_map.xml')).status, 406);
    assert.equal((await made.as('admin').fetch('/policies/audit.csv')).status, 406);
  });
});

test('CSV cells that a spreadsheet would execute start with an apostrophe; quotes and line breaks stay in their cell', () => {
  const cells = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '|cmd',
    '%0',
    'a,b',
    'a"b',
    'a\nb',
    'plain',
    '1-2',
    '',
  ];
  const names = cells.map((_, index) => `c${index}`);
  const [, row] = parse(csvOf(names, [cells]), { trim: false });
  assert.deepEqual(
    row,
    cells.map((text, index) => (index < 9 ? `'${text}` : text)),
  );
});

test('policy-engine map inventory prints lines, CSV or JSON', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-inventory-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'host.mjs');
  const home = pathToFileURL(path.join(import.meta.dirname, '../../dist/index.js')).href;
  writeFileSync(
    file,
    `import { createPolicyEngine, nodeSqliteDatabase } from ${JSON.stringify(home)};
     export const engine = createPolicyEngine({
       database: nodeSqliteDatabase(':memory:'), rules: [{ name: 'cookie' }], currentUser: () => null,
       dataRules: [{ name: 'orders', table: { table: 'orders', person: 'user_id' }, erasure: 'delete', purpose: 'To deliver' }],
     });`,
  );
  const plain = await runCommand(['map', 'inventory', '--engine', file]);
  assert.equal(plain.status, 0, plain.stderr);
  assert.match(plain.stdout, /^Orders \(orders\)\n {2}purpose: To deliver\n {2}legal basis: –\n/);
  const csv = await runCommand(['map', 'inventory', '--engine', file, '--csv', '--locale', 'es']);
  assert.deepEqual(
    parse(csv.stdout, { columns: true }).map((row: unknown) => (row as Record<string, string>)['erasure']),
    ['Se suprime'],
  );
  const json = await runCommand(['map', 'inventory', '--engine', file, '--json']);
  assert.equal((JSON.parse(json.stdout) as { entries: unknown[] }).entries.length, 1);
  assert.equal((await runCommand(['map', 'inventory', '--engine', file, '--json', '--csv'])).status, 2);
  assert.equal((await runCommand(['map', 'inventory'])).status, 2);
});

describe('doctor', () => {
  const found = async (more: Partial<PolicyEngineOptions>) => {
    await using made = await shopWith(more);
    const findings = await made.engine.check();
    return findings.filter(({ code }) => code.startsWith('data_'));
  };
  const codes = async (more: Partial<PolicyEngineOptions>) =>
    (await found(more)).map(({ code, subject }) => `${code} ${subject ?? ''}`);

  test('finds data that is exported but never erased, and data that is erased but never exported', async () => {
    assert.deepEqual(await codes(options as Partial<PolicyEngineOptions>), [
      'data_never_erased reviews',
      'data_never_exported letters',
      'data_never_exported files',
    ]);
  });

  test('finds data that is kept without a legal ground', async () => {
    const keep = { action: 'keep', ground: ' ', until: { years: 1, from: 'paid_at' } } as const;
    const kept = [
      { ...orders, erasure: keep },
      { ...account, portability: false },
    ] as const;
    assert.deepEqual(await codes({ dataRules: kept }), [
      'data_kept_without_ground orders',
      'data_kept_without_ground account',
    ]);
    const grounded = { ...account, portability: false, legalBasis: 'Art. 6(1)(c)' } as const;
    assert.deepEqual(await codes({ dataRules: [grounded] }), []);
  });

  test('reports rules that do not fit the tables as errors', async () => {
    const [first, ...others] = await found({
      dataRules: [{ name: 'gone', table: { table: 'nowhere', person: 'id' }, erasure: 'delete' }],
    });
    assert.deepEqual(others, []);
    assert.equal(first?.severity, 'error');
    assert.equal(
      first.message,
      'A data rule does not match the tables of the database. gone: there is no table nowhere',
    );
  });

  test('finds nothing if everything is exported and erased, or if there are only portability rules', async () => {
    assert.deepEqual(await codes({ dataRules: [{ ...account, erasure: 'delete' }] }), []);
    assert.deepEqual(await codes({ portabilityRules: [{ name: 'reviews', collection: 'reviews' }] }), []);
  });
});
