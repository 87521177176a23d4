/** The record of processing activities as a whole (GDPR Art. 30(1)): what is declared, what the engine knows, and what is missing. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import type { PolicyEngineOptions } from 'policy-engine';
import type { DataRuleOptions, Inventory, ProcessingRecordOptions } from 'policy-engine/data-map';
import { getTestEngine } from 'policy-engine/testing';
import { runCommand } from '../support/command.ts';
import { refusalOf } from './support.ts';

const record: ProcessingRecordOptions = {
  controller: { name: 'Northlight <GmbH>', contact: 'Harbour Street 1, Hamburg' },
  jointControllers: [{ name: 'Southlight', contact: 'joint@southlight.example' }],
  representative: false,
  dataProtectionOfficer: { name: 'Ada Lindqvist', contact: 'dpo@northlight.example' },
  people: [(locale) => (locale === 'fr' ? 'Clients' : 'Customers'), 'Visitors'],
  recipients: ['Parcel services'],
  transfers: [{ country: 'United Kingdom', recipient: 'Tasteful Ltd', safeguards: '=Adequacy decision' }],
  security: ['Connections are encrypted.', 'Passwords are hashed.'],
};
const orders: DataRuleOptions = {
  name: 'orders',
  collection: 'orders',
  purpose: 'To deliver',
  retention: 'Ten years',
};
const consents = {
  rules: [
    { name: 'cookie', label: 'Cookies', description: 'Visits are counted.', sessionless: true },
    { name: 'age', blocking: true },
  ],
  scripts: [
    {
      name: 'stats',
      script: '<script src="https://stats.example/a.js"></script>',
      environments: ['test'],
      provider: 'Count & Co',
      description: 'Counts page views.',
      domain: 'shop.example',
      cookies: [{ name: '_stats', duration: '30 minutes' }],
      localStorage: ['_stats_key'],
    },
  ],
} satisfies Partial<PolicyEngineOptions>;
const COMPLETE = { ...consents, dataRules: [orders], dataMap: { record } } satisfies Partial<PolicyEngineOptions>;

const engineWith = (options: Partial<PolicyEngineOptions>) => getTestEngine<string>(options);

async function inventoryOf(options: Partial<PolicyEngineOptions>): Promise<Inventory> {
  await using made = await engineWith(options);
  return made.engine.dataInventory();
}

async function finding(options: Partial<PolicyEngineOptions>) {
  await using made = await engineWith(options);
  return (await made.engine.check()).find(({ code }) => code === 'record_incomplete');
}

describe('a complete record of processing', () => {
  test('contains each part of Art. 30(1), with nothing missing', async () => {
    const { entries, exempt, ...whole } = await inventoryOf(COMPLETE);
    assert.deepEqual(whole, {
      locale: 'en',
      controller: { name: 'Northlight <GmbH>', contact: 'Harbour Street 1, Hamburg' },
      joint_controllers: [{ name: 'Southlight', contact: 'joint@southlight.example' }],
      representative: false,
      data_protection_officer: { name: 'Ada Lindqvist', contact: 'dpo@northlight.example' },
      consents: [
        {
          name: 'cookie',
          label: 'Cookies',
          purpose: 'Visits are counted. Counts page views.',
          people: 'Customers, Visitors',
          recipients: ['Count & Co'],
          stored: [
            { name: '_stats', duration: '30 minutes' },
            { name: '_stats_key', duration: null },
          ],
        },
      ],
      necessary_cookies: [],
      transfers: [{ country: 'United Kingdom', recipient: 'Tasteful Ltd', safeguards: '=Adequacy decision' }],
      security: ['Connections are encrypted.', 'Passwords are hashed.'],
      missing: [],
    });
    assert.deepEqual(exempt, []);
    assert.equal(entries[0]?.people, 'Customers, Visitors');
    assert.equal(entries[0].recipients, 'Parcel services');
    assert.equal(await finding(COMPLETE), undefined);
  });

  test('uses the people and recipients of a rule before those of the record', async () => {
    const own = { ...orders, people: 'Buyers', recipients: 'Nobody' };
    const { entries } = await inventoryOf({ ...COMPLETE, dataRules: [own] });
    assert.deepEqual([entries[0]?.people, entries[0]?.recipients], ['Buyers', 'Nobody']);
  });

  test('is a page that escapes its texts, in the language of the reader', async () => {
    await using made = await engineWith(COMPLETE);
    const response = await made.as('admin').fetch('/policies/data_map', { headers: { 'accept-language': 'fr' } });
    const html = await response.text();
    for (const words of [
      'Northlight &lt;GmbH&gt;',
      'Ada Lindqvist',
      'Clients',
      'Aucun désigné',
      'Tasteful Ltd',
      '_stats',
    ]) {
      assert.ok(html.includes(words), words);
    }
    assert.doesNotMatch(html, /incomplet|Non déclaré/);
  });

  test('is JSON that has the form of the API description', async () => {
    await using made = await engineWith(COMPLETE);
    const { status, body } = await made.as('admin').json('GET', '/policies/data_map.json');
    assert.equal(status, 200);
    assert.deepEqual(body, structuredClone(made.engine.dataInventory()));
  });

  test('is CSV with all facts in each row, and without formulas', async () => {
    await using made = await engineWith(COMPLETE);
    const text = await (await made.as('admin').fetch('/policies/data_map.csv')).text();
    const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    assert.deepEqual(
      rows.map(({ kind, name, people, recipients, retention, legal_basis: basis }) => [
        [kind, name, people],
        [recipients, retention, basis],
      ]),
      [
        [
          ['data', 'orders', 'Customers, Visitors'],
          ['Parcel services', 'Ten years', ''],
        ],
        [
          ['consent', 'cookie', 'Customers, Visitors'],
          ['Count & Co', '_stats (30 minutes); _stats_key', 'Consent, GDPR Art. 6(1)(a)'],
        ],
      ],
    );
    for (const row of rows) {
      assert.equal(row['controller'], 'Northlight <GmbH>, Harbour Street 1, Hamburg');
      assert.equal(row['joint_controllers'], 'Southlight, joint@southlight.example');
      assert.equal(row['representative'], 'None appointed');
      assert.equal(row['data_protection_officer'], 'Ada Lindqvist, dpo@northlight.example');
      assert.equal(row['transfers'], 'United Kingdom: Tasteful Ltd (=Adequacy decision)');
      assert.equal(row['security'], 'Connections are encrypted.; Passwords are hashed.');
    }
  });
});

describe('a record of processing with gaps', () => {
  const rules = [{ name: 'cookie', sessionless: true }];
  const bare = { rules, dataRules: [{ name: 'orders', collection: 'orders' }] } satisfies Partial<PolicyEngineOptions>;

  test('names the option for each missing fact, on the page and in doctor', async () => {
    const options = [
      'dataMap.record.controller',
      'dataMap.record.representative',
      'dataMap.record.dataProtectionOfficer',
      'dataMap.record.people',
      'dataMap.record.transfers',
      'dataMap.record.security',
      'dataRules[0].purpose',
      'dataRules[0].recipients',
      'dataRules[0].retention',
      'rules[0].description',
    ];
    assert.deepEqual(
      (await inventoryOf(bare)).missing.map(({ option }) => option),
      options,
    );
    const found = await finding(bare);
    assert.equal(found?.severity, 'warning');
    assert.equal(found.article, 'Art. 30(1)');
    assert.equal(found.subject, options.join(', '));

    await using made = await engineWith(bare);
    const html = await (await made.as('admin').fetch('/policies/data_map')).text();
    assert.match(html, /This record is incomplete/);
    assert.match(html, /Not declared: Security measures; add “\u2068dataMap\.record\.security\u2069”\./);
    assert.match(html, /Not declared: Purpose of “Orders”; add “\u2068dataRules\[0\]\.purpose\u2069”\./);
    const check = await (await made.as('admin').fetch('/policies/check')).text();
    assert.match(check, /Not declared: Controller, Representative in the EU/);
  });

  test('says “Not declared” in each place of the CSV', async () => {
    await using made = await engineWith(bare);
    const text = await (await made.as('admin').fetch('/policies/data_map.csv')).text();
    const [row]: Record<string, string>[] = parse(text, { columns: true, bom: true });
    const places = [
      'purpose',
      'recipients',
      'retention',
      'people',
      'controller',
      'representative',
      'transfers',
      'security',
    ];
    for (const place of places) assert.equal(row?.[place], 'Not declared', place);
  });

  test('counts the rules of each option, and the fact that a blank text states nothing', async () => {
    const { missing } = await inventoryOf({
      ...COMPLETE,
      dataRules: [orders, { ...orders, name: 'letters', purpose: () => ' ' }],
      portabilityRules: [{ name: 'reviews', collection: 'reviews', purpose: 'To publish' }],
    });
    assert.deepEqual(missing, [
      { option: 'dataRules[1].purpose', fact: 'Purpose of “Letters”' },
      { option: 'portabilityRules[0].retention', fact: 'Retention period of “Reviews”' },
    ]);
  });

  test('knows retention periods that the engine enforces', async () => {
    const table = { table: 'orders', person: 'user_id' };
    const stated = { purpose: 'To deliver', recipients: 'Nobody' };
    const { missing } = await inventoryOf({
      ...COMPLETE,
      dataRules: [
        { ...stated, name: 'carts', table, retention: { after: { months: 6 }, from: 'created_at' } },
        {
          ...stated,
          name: 'invoices',
          table: { ...table, table: 'invoices' },
          erasure: { action: 'keep', ground: 'tax law', until: { years: 10, from: 'paid_at' } },
        },
      ],
    });
    assert.deepEqual(missing, []);
  });

  test('takes the controller from the information for exports', async () => {
    const { controller: _, ...others } = record;
    const exporter = { information: { controller: 'Northlight, Hamburg', contact: 'privacy@northlight.example' } };
    const { controller, missing } = await inventoryOf({ ...COMPLETE, exporter, dataMap: { record: others } });
    assert.deepEqual(controller, { name: 'Northlight, Hamburg', contact: 'privacy@northlight.example' });
    assert.deepEqual(missing, []);
  });

  test('is not reported if the host keeps its record elsewhere', async () => {
    const elsewhere = { ...bare, dataMap: { record: false } } as const;
    assert.deepEqual((await inventoryOf(elsewhere)).missing, []);
    assert.equal(await finding(elsewhere), undefined);
  });
});

describe('a declaration of the record of processing is refused', () => {
  const WRONG: ReadonlyArray<readonly [title: string, record: object | string | true, message: RegExp]> = [
    [
      'if it is not an object',
      true,
      /^dataMap\.record: must be an object, or false if the record is kept elsewhere, not true$/,
    ],
    [
      'with an unknown part',
      { controler: {} },
      /^dataMap\.record\.controler: there is no option controler; did you mean controller\?$/,
    ],
    [
      'with a controller as text',
      { controller: 'Us' },
      /^dataMap\.record\.controller: must be an object, such as \{ name: "Us" \}$/,
    ],
    [
      'with a controller without contact',
      { controller: { name: 'Us' } },
      /^dataMap\.record\.controller\.contact: is missing$/,
    ],
    [
      'with a blank name',
      { controller: { name: ' ', contact: 'x' } },
      /^dataMap\.record\.controller\.name: must not be blank$/,
    ],
    [
      'with “true” as the data protection officer',
      { dataProtectionOfficer: true },
      /^dataMap\.record\.dataProtectionOfficer: must be \{ name, contact \}, or false if there is none, not true$/,
    ],
    [
      'with an empty list of people',
      { people: [] },
      /^dataMap\.record\.people: must name at least one of the categories of people; leave it out if they are not known yet$/,
    ],
    [
      'with people as text',
      { people: 'Customers' },
      /^dataMap\.record\.people: must be a list of categories of people/,
    ],
    [
      'with a transfer without safeguards',
      { transfers: [{ country: 'UK', recipient: 'Us' }] },
      /^dataMap\.record\.transfers\[0\]\.safeguards: is missing$/,
    ],
    [
      'with transfers as “false”',
      { transfers: false },
      /^dataMap\.record\.transfers: must be a list of \{ country, recipient, safeguards \}; an empty one if there are none$/,
    ],
  ];
  for (const [title, given, message] of WRONG) {
    test(title, () => assert.match(refusalOf({ dataMap: { record: given } }), message));
  }
});

test('policy-engine map inventory prints the whole record, and what is missing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-record-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'host.mjs');
  const home = pathToFileURL(path.join(import.meta.dirname, '../../dist/index.js')).href;
  writeFileSync(
    file,
    `import { createPolicyEngine, nodeSqliteDatabase } from ${JSON.stringify(home)};
     export const engine = createPolicyEngine({
       database: nodeSqliteDatabase(':memory:'), currentUser: () => null,
       rules: [{ name: 'cookie', sessionless: true, description: 'Visits are counted.' }],
       dataMap: { record: { controller: { name: 'Northlight', contact: 'Hamburg' }, transfers: [] } },
     });`,
  );
  const { status, stdout } = await runCommand(['map', 'inventory', '--engine', file, '--locale', 'de']);
  assert.equal(status, 0);
  const lines = stdout.split('\n');
  for (const line of [
    'Cookie (cookie)',
    '  purpose: Visits are counted.',
    'Verantwortlicher: Northlight, Hamburg',
    'Vertreter in der EU: Nicht angegeben',
    'Übermittlungen in Drittländer: Es werden keine personenbezogenen Daten in Drittländer oder an internationale Organisationen übermittelt.',
    'Nicht angegeben: Sicherheitsmaßnahmen; ergänzen Sie „dataMap.record.security“.',
  ]) {
    assert.ok(lines.includes(line), line);
  }
});
