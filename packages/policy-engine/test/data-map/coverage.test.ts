/** Columns of the host's tables that no rule covers, and the rules that are drafted for them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { connectDatabase, createPolicyEngine, type Database, type PolicyEngineOptions } from 'policy-engine';
import type { DataMapOptions, DataRuleOptions, MapFinding } from 'policy-engine/data-map';
import { migrate } from 'policy-engine/database';
import { runCommand } from '../support/command.ts';
import { forEachDatabase } from '../support/databases.ts';
import { account, lines, makeShop, orders } from './shop.ts';
import { optionsWith } from './support.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-map-'));
after(() => rmSync(folder, { recursive: true }));
const dist = (file: string) => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, '../../dist', file)).href);

const newsletter: DataRuleOptions = {
  name: 'newsletter',
  table: { table: 'newsletter', key: 'address', person: 'login' },
};
const everything = [account, orders, lines, newsletter];

forEachDatabase((testDatabase) => {
  let database: Database;
  before(async () => {
    database = await testDatabase.open();
    await makeShop(database);
    // The engine's own tables contain IDs of people, but are not tables of the host.
    await migrate(database);
  });

  const found = async (dataRules: readonly DataRuleOptions[], dataMap: DataMapOptions = {}) => {
    const options: PolicyEngineOptions = { ...optionsWith({}), database, dataRules, dataMap };
    return await createPolicyEngine(options).checkDataMap();
  };
  const names = (findings: readonly MapFinding[]) =>
    findings.map(({ kind, table, column, reason }) =>
      kind === 'undeclared' ? `${table}.${column}` : `${kind} ${reason}`,
    );

  test('the coverage check lists columns that refer to a person at any depth, and columns named like personal data', async () => {
    const findings = await found([]);
    assert.deepEqual(names(findings).toSorted(), [
      'newsletter.address',
      'newsletter.login',
      'order_lines.gift_note',
      'order_lines.order_id',
      'order_lines.position',
      'order_lines.product_id',
      'orders.id',
      'orders.paid_at',
      'orders.total',
      'orders.user_id',
      ...['born', 'email', 'id', 'is_vip', 'name', 'password_digest', 'photo'].map((column) => `users.${column}`),
    ]);
    const reasonOf = (column: string) => findings.find((one) => one.column === column)?.reason;
    assert.equal(reasonOf('gift_note'), 'leads to a person: order_lines.order_id → orders.user_id → users');
    assert.equal(reasonOf('address'), 'named like personal data: address');
  });

  test('the coverage check finds nothing if everything is declared or exempted', async () => {
    assert.deepEqual(names(await found(everything)), []);
    const exempt = [{ table: 'newsletter', reason: 'Addresses of companies' }];
    assert.deepEqual(names(await found([account, orders, lines], { exempt })), []);
  });

  test('the coverage check finds a column that was added, or that a list of columns omits', async () => {
    const some: DataRuleOptions = {
      ...account,
      table: { table: 'users', person: 'id', columns: ['email', 'born'] },
      erasure: { action: 'set', columns: { name: null } },
    };
    assert.deepEqual(names(await found([some, orders, lines, newsletter])), [
      'users.is_vip',
      'users.password_digest',
      'users.photo',
    ]);
    const exempt = [{ table: 'users', columns: ['password_digest'], reason: 'Of no use to anybody else' }];
    assert.deepEqual(names(await found([some, orders, lines, newsletter], { exempt })), [
      'users.is_vip',
      'users.photo',
    ]);
    // The list limits what is exported; rows that are deleted are covered as a whole.
    const deleted: DataRuleOptions = { ...some, erasure: 'delete' };
    assert.deepEqual(names(await found([deleted, orders, lines, newsletter])), []);
  });

  test('the coverage check finds rules and exemptions that do not fit the tables', async () => {
    const broken: DataRuleOptions = { name: 'gone', table: { table: 'nowhere', person: 'id' } };
    const exempt = [
      { table: 'elsewhere', reason: 'x' },
      { table: 'products', columns: ['titel'], reason: 'x' },
    ];
    assert.deepEqual(names(await found([...everything, broken], { exempt })), [
      'unfit data rule "gone": there is no table nowhere',
      'unfit the exempted table elsewhere does not exist',
      'unfit the exempted column products.titel does not exist',
    ]);
  });

  test('the coverage check reports a missing table of people', async () => {
    const findings = await found([], { people: { table: 'humans' } });
    assert.deepEqual(names(findings), [
      'no_people the table of people humans does not exist',
      'newsletter.address',
      'newsletter.login',
      'order_lines.gift_note',
      ...['email', 'name', 'born', 'photo'].map((column) => `users.${column}`),
    ]);
  });

  test('the coverage check counts a row that only one person refers to, and not one that many share', async () => {
    await database.execute('create table vaults (id int primary key, hint varchar(40))');
    await database.execute('create table themes (id int primary key, hint varchar(40))');
    await database.execute(
      `create table profiles (id int primary key, user_id int unique, vault_id int unique, theme_id int,
        foreign key (user_id) references users (id), foreign key (vault_id) references vaults (id),
        foreign key (theme_id) references themes (id))`,
    );
    const findings = await found(everything);
    for (const table of ['profiles', 'themes', 'vaults']) {
      if (table === 'profiles') await database.execute('drop table profiles');
      else await database.execute(`drop table ${table}`);
    }
    assert.deepEqual([...new Set(findings.map(({ table }) => table))], ['profiles', 'vaults']);
    assert.equal(
      findings.find(({ table }) => table === 'vaults')?.reason,
      'leads to a person: vaults ← profiles.user_id → users (vault_id)',
    );
  });

  describe('policy-engine map check', () => {
    test('exits with 1 if it finds something, and prints lines or JSON', async () => {
      const plain = await runCommand(['map', 'check', '--database', testDatabase.url]);
      assert.equal(plain.status, 1, plain.stderr);
      assert.match(plain.stdout, /^orders\.total: leads to a person: orders\.user_id → users$/m);
      assert.match(plain.stdout, /^17 columns are neither in a data rule nor exempted with a reason\.$/m);
      const json = await runCommand(['map', 'check', '--database', testDatabase.url, '--json']);
      assert.equal((JSON.parse(json.stdout) as { findings: unknown[] }).findings.length, 17);
    });

    test('exits with 2 if it could not check', async () => {
      const none = await runCommand(['map', 'check', '--database', testDatabase.url, '--people', 'humans']);
      assert.equal(none.status, 2);
      assert.match(none.stdout, /no_people: the table of people humans does not exist/);
      assert.equal((await runCommand(['map', 'check'])).status, 2);
      assert.equal((await runCommand(['map', 'check', '--engine', path.join(folder, 'no-such-file.mjs')])).status, 2);
    });

    test('exits with 0 for an engine whose rules cover everything', async () => {
      const file = path.join(folder, `whole-${testDatabase.dialect}.mjs`);
      writeFileSync(file, hostModule(testDatabase.url, `dataRules: ${JSON.stringify(everything)}`));
      const { status, stdout, stderr } = await runCommand(['map', 'check', '--engine', file]);
      assert.equal(status, 0, stdout + stderr);
      assert.equal(
        stdout,
        `users.password_digest: held back from the export of account (a secret: password)
Every column that leads to a person is in a data rule or exempted with a reason.
References to people and to their rows:
  order_lines.order_id → orders: exported (lines)
  orders.user_id → users: exported (orders)
`,
      );
    });
  });

  test('policy-engine map init drafts rules that export everything that refers to a person', async () => {
    const { status, stdout, stderr } = await runCommand(['map', 'init', '--database', testDatabase.url]);
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stdout, /TODO|FIXME/);
    const draft = path.join(folder, `draft-${testDatabase.dialect}.ts`);
    writeFileSync(draft, stdout);
    const { dataRules, dataMap, proposals } = (await import(pathToFileURL(draft).href)) as {
      dataRules: DataRuleOptions[];
      dataMap: DataMapOptions;
      proposals: unknown;
    };
    const lines = { table: 'order_lines', person: { column: 'order_id', rule: 'orders' } };
    assert.deepEqual(
      dataRules.map(({ name, table }) => [name, table]),
      [
        ['users', { table: 'users', person: 'id', columns: ['email', 'name', 'born', 'photo'] }],
        // Nothing in it is named like personal data, but the rows of order lines lead over it: it is exported whole.
        ['orders', { table: 'orders', person: 'user_id' }],
        ['order_lines', { ...lines, columns: ['gift_note'] }],
      ],
    );
    assert.match(stdout, /^ {4}\/\/ Also in its rows: is_vip\.$/m);
    assert.match(stdout, /^ {4}\/\/ Held back from exports: password_digest \(a secret: password\)\.$/m);
    assert.deepEqual(proposals, [{ table: 'newsletter', about: 'unlinked', columns: ['address', 'login'] }]);
    // Until somebody decides that rows are deleted, what is not exported of them is listed.
    assert.deepEqual(names(await found(dataRules, dataMap)), [
      'newsletter.address',
      'newsletter.login',
      'order_lines.position',
      'order_lines.product_id',
      'users.is_vip',
      'users.password_digest',
    ]);
    const deleted = dataRules.map(({ name, table }): DataRuleOptions => ({ name, table: table!, erasure: 'delete' }));
    assert.deepEqual(names(await found(deleted, dataMap)), ['newsletter.address', 'newsletter.login']);
  });
});

function hostModule(url: string, options: string): string {
  return `import { connectDatabase, createPolicyEngine } from ${dist('index.js')};
    export const engine = createPolicyEngine({
      database: await connectDatabase(${JSON.stringify(url)}),
      rules: [{ name: 'cookie' }],
      currentUser: () => null,
      ${options}
    });`;
}

describe('a draft of unusual tables', () => {
  const file = path.join(folder, 'unusual.db');
  before(async () => {
    const database = await connectDatabase(file);
    for (const statement of [
      'create table customers (nr integer primary key, code text unique, name text)',
      'create table messages (id integer primary key, sender int references customers, recipient int references customers, body text)',
      'create table "index" (id integer primary key, customer int references customers (nr), comment text)',
      'create table letters (shop text, id int, customer int references customers, text text, primary key (shop, id))',
      'create table visits (customer text references customers (code), at text)',
      `create table "it's ""odd""" (id integer primary key, "a'b" int references customers, phone text)`,
    ]) {
      await database.execute(statement);
    }
    await database.close();
  });

  test('names what a person must decide, and is TypeScript', async () => {
    const { stdout, status } = await runCommand(['map', 'init', '--database', file]);
    assert.equal(status, 0);
    const draft = path.join(folder, 'unusual.ts');
    writeFileSync(draft, stdout);
    const { dataRules, dataMap } = (await import(pathToFileURL(draft).href)) as Record<string, unknown>;
    assert.deepEqual(dataMap, { people: { table: 'customers', key: 'nr' }, exempt: [] });
    assert.deepEqual(Object.fromEntries((dataRules as DataRuleOptions[]).map(({ name, table }) => [name, table])), {
      customers: { table: 'customers', key: 'nr', person: 'nr', columns: ['name'] },
      messages_by_sender: { table: 'messages', person: 'sender', columns: ['body'] },
      messages_by_recipient: { table: 'messages', person: 'recipient', columns: ['body'] },
      index_rows: { table: 'index', person: 'customer', columns: ['comment'] },
      letters: { table: 'letters', key: ['shop', 'id'], person: 'customer', columns: ['text'] },
      it_s_odd_: { table: `it's "odd"`, person: "a'b", columns: ['phone'] },
    });
    // Its rows say when somebody visited, and nothing that is named like personal data.
    const visits = `  // { name: 'visits', table: { table: 'visits', person: { column: 'customer', rule: 'customers', references: 'code' } } },`;
    assert.ok(stdout.includes(visits), stdout);
    assert.match(stdout, /Its rows lead to several people\. Decide: whether each of them gets the row/);
    assert.match(stdout, /Its rows cannot be told apart\. Add a primary key to the table/);
  });

  test('asks for the table of people if its name is not recognised', async () => {
    const database = await connectDatabase(path.join(folder, 'nobody.db'));
    await database.execute('create table things (id integer primary key)');
    await database.close();
    const { status, stderr } = await runCommand(['map', 'init', '--database', path.join(folder, 'nobody.db')]);
    assert.equal(status, 2);
    assert.match(stderr, /name the table of people with --people; there are things/);
  });
});
