/** Secrets, staff and other people do not leave in an export, and the export says so. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createPolicyEngine, type Database, type PolicyEngine, type PolicyEngineOptions } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { refusalOf } from '../data-map/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { engineWith, exported, temporaryFolder } from './export.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const user = { id: '1', name: 'Ada', email: 'ada@shop.example' };

type Manifest = Readonly<
  Record<'heldBack', ReadonlyArray<Readonly<Record<'rule' | 'field' | 'kind' | 'reason', string>>>>
>;

forEachDatabase((testDatabase) => {
  let database: Database;
  before(async () => {
    database = await testDatabase.open();
    const flag = database.dialect === 'mysql' ? 'tinyint(1)' : 'boolean';
    const isTrue = database.dialect === 'postgres' ? 'true' : '1';
    for (const statement of [
      `create table accounts (id int primary key, email varchar(80), session_key varchar(80), pin int, remember_me ${flag},
        token_count int, city varchar(40), pin_code varchar(10), memo varchar(200))`,
      'create table tickets (id int primary key, account_id int, text varchar(80), created_by int, agent_id int, invited_by_email varchar(80), invite_code varchar(20))',
      `insert into accounts values (1, 'ada@shop.example', 's3ssion', 4711, ${isTrue}, 12, 'Chennai', '600001', '${TOKEN}')`,
      `insert into tickets values (10, 1, 'Help', 1, 70, 'bob@other.example', 'INV-1'), (11, 1, 'Again', 70, null, null, 'INV-2'), (12, 1, 'Thanks', 1, null, 'ada@shop.example', 'INV-3')`,
    ]) {
      await database.execute(statement);
    }
  });

  const accounts: DataRuleOptions = { name: 'account', table: { table: 'accounts', person: 'id' } };
  const tickets: DataRuleOptions = { name: 'tickets', table: { table: 'tickets', person: 'account_id' } };
  const engineOf = (dataRules: readonly DataRuleOptions[]): PolicyEngine => {
    const options: PolicyEngineOptions = { database, rules: [{ name: 'cookie' }], currentUser: () => null, dataRules };
    return createPolicyEngine(options);
  };

  test('an export holds back secrets by name and by value, and keeps counts, flags and post codes', async () => {
    await using folder = await temporaryFolder();
    const { files } = await exported(engineOf([accounts]), user, folder.path);
    const [row] = JSON.parse(files.get('account/all.json') ?? '') as [Record<string, unknown>];
    assert.deepEqual(
      { ...row, remember_me: true },
      {
        id: 1,
        email: 'ada@shop.example',
        remember_me: true,
        token_count: 12,
        city: 'Chennai',
        pin_code: '600001',
      },
    );
    assert.ok('remember_me' in row);
    const everything = [...files.values()].join('\n');
    for (const secret of ['s3ssion', '4711', TOKEN]) assert.ok(!everything.includes(secret), secret);
  });

  test('an export holds back who handled a row and who somebody else is, and not the person themself', async () => {
    await using folder = await temporaryFolder();
    const { files } = await exported(engineOf([tickets]), user, folder.path);
    assert.deepEqual(JSON.parse(files.get('tickets/all.json') ?? ''), [
      { id: 10, account_id: 1, text: 'Help', created_by: 1 },
      { id: 11, account_id: 1, text: 'Again', agent_id: null, invited_by_email: null },
      { id: 12, account_id: 1, text: 'Thanks', created_by: 1, agent_id: null, invited_by_email: 'ada@shop.example' },
    ]);
    const { heldBack } = JSON.parse(files.get('manifest.json') ?? '') as Manifest;
    assert.deepEqual(
      heldBack.map(({ rule, field, kind, reason }) => `${rule}.${field} ${kind}: ${reason}`).toSorted(),
      [
        'tickets.agent_id staff: says who of the host handled the row: agent',
        'tickets.created_by staff: says who of the host handled the row: created by',
        'tickets.invite_code secret: a secret: invite code',
        'tickets.invited_by_email others: about somebody else: invited by',
      ],
    );
  });

  test('the export says in plain words what it leaves out, on its first page and with the reasons', async () => {
    await using folder = await temporaryFolder();
    const { files } = await exported(engineOf([tickets]), user, folder.path, { locale: 'en' });
    assert.match(
      files.get('index.html') ?? '',
      /<a href="privacy\/information\.html#left-out">Fields left out of this export: 4\./,
    );
    const page = files.get('privacy/information.html') ?? '';
    assert.match(page, /What this export leaves out/);
    assert.match(page, /Created by[\s\S]*?Tickets[\s\S]*?It shows which member of our staff handled the record\./);
    assert.match(page, /Invite code[\s\S]*?It is a secret that protects an account/);
    const whole = await exported(
      engineOf([{ ...accounts, table: { ...accounts.table!, columns: ['city'] } }]),
      user,
      folder.path,
    );
    assert.doesNotMatch(whole.files.get('index.html') ?? '', /left-out/);
    assert.doesNotMatch(whole.files.get('privacy/information.html') ?? '', /left-out/);
  });

  test('a field leaves if its rule includes it with a reason, and the list of what is held back has the reason', async () => {
    await using folder = await temporaryFolder();
    const engine = engineOf([
      { ...tickets, portability: { include: { invite_code: 'People pass it on themselves' } } },
    ]);
    const { files } = await exported(engine, user, folder.path);
    assert.match(files.get('tickets/all.json') ?? '', /"invite_code":"INV-1"/);
    const columns = await engine.heldBackColumns();
    assert.deepEqual(
      columns.map(({ rule, table, column, kind, included }) => [rule, table, column, kind, included]),
      [
        ['tickets', 'tickets', 'created_by', 'staff', null],
        ['tickets', 'tickets', 'agent_id', 'staff', null],
        ['tickets', 'tickets', 'invited_by_email', 'others', null],
        ['tickets', 'tickets', 'invite_code', 'secret', 'People pass it on themselves'],
      ],
    );
    const [, , , code] = columns;
    assert.equal(code?.reason, 'a secret: invite code');
  });

  test('an inclusion of a column that is not exported is reported as unfit', async () => {
    const engine = engineOf([accounts, { ...tickets, portability: { include: { invite_cod: 'A typing error' } } }]);
    const finding = (await engine.checkDataMap()).find(({ kind }) => kind === 'unfit');
    assert.match(
      finding?.reason ?? '',
      /portability\.include names invite_cod, which is no exported column of tickets/,
    );
  });
});

describe('rows of functions', () => {
  test('are held back at any depth, and a rule includes with a reason', async () => {
    await using folder = await temporaryFolder();
    const rows = () => [
      {
        id: 1,
        device: { name: 'Phone', push_token: 'x', passkeys: [{ label: 'Blue key', public_key: 'k', counter: 3 }] },
      },
      { id: 2, code: '123456', expires_at: '2026-01-01', attempts: 0 },
      { id: 3, code: 'FR', name: 'France' },
    ];
    const engine = engineWith([
      { name: 'all', collection: rows },
      { name: 'some', collection: rows, include: { push_token: 'Shown in the settings, too' } },
    ]);
    const { files } = await exported(engine, user, folder.path);
    assert.deepEqual(JSON.parse(files.get('all/all.json') ?? ''), [
      { id: 1, device: { name: 'Phone' } },
      { id: 2, expires_at: '2026-01-01', attempts: 0 },
      { id: 3, code: 'FR', name: 'France' },
    ]);
    assert.match(files.get('some/all.json') ?? '', /"push_token":"x"/);
  });

  test('an inclusion without a reason is refused', () => {
    const rule = { name: 'all', collection: 'all', include: { token: ' ' } };
    assert.match(refusalOf({ portabilityRules: [rule] }), /include\.token: state why the field may leave/);
    const data = { name: 'a', table: { table: 'a', person: 'id' }, portability: { include: { token: true } } };
    assert.match(
      refusalOf({ dataRules: [data] }),
      /include\.token: must be the reason why the field may leave, not true/,
    );
  });
});
