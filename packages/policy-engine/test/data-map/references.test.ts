/** What the map says about each reference to people and to their rows: foreign keys, and columns that look like one. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createPolicyEngine, type Database } from 'policy-engine';
import type { DataMapOptions, DataReference, DataRuleOptions } from 'policy-engine/data-map';
import { isNamedAfter, isNamedLikePerson, namesTable } from '../../dist/modules/data-map/references/names.js';
import { forEachDatabase } from '../support/databases.ts';
import { optionsWith } from './support.ts';

const people: DataRuleOptions = { name: 'people', table: { table: 'people', person: 'id' }, erasure: 'delete' };
const letters: DataRuleOptions = {
  name: 'letters',
  table: { table: 'letters', person: 'sender_id' },
  erasure: 'delete',
};

forEachDatabase((target) => {
  const { dialect } = target;
  let database: Database;
  before(async () => {
    database = await target.open();
    for (const statement of [
      'create table people (id integer primary key, name varchar(40), invited_by integer, card_id integer, foreign key (invited_by) references people (id))',
      'create table cards (id integer primary key, digits varchar(40))',
      `create table letters (id integer primary key, sender_id integer, recipient_id integer,
          foreign key (sender_id) references people (id), foreign key (recipient_id) references people (id))`,
      'create table letter_parts (id integer primary key, letter_id integer)',
      'create table tickets (id integer primary key, the_person_id integer, handled_by integer, position integer, note varchar(40))',
      'create table remarks (id integer primary key, remarkable_type varchar(40), remarkable_id integer)',
      'create table products (id integer primary key, maker_id integer, label varchar(40))',
      "insert into people values (101, 'Anna', null, 501), (102, 'Otto', 101, 502), (103, 'Ines', 101, null)",
      "insert into cards values (501, 'x'), (502, 'y'), (503, 'z')",
      'insert into letters values (11, 101, 102), (12, 102, 101)',
      'insert into letter_parts values (1, 11), (2, 12)',
      "insert into tickets values (1, 101, 103, 1, 'x'), (2, 102, 103, 2, 'y'), (3, 103, 999, 3, 'z')",
      "insert into remarks values (1, 'Shop::Letter', 11), (2, 'Product', 1)",
      "insert into products values (1, 7, 'Chair'), (2, 8, 'Table')",
      'create view loud as select id, upper(name) as name from people',
      dialect === 'postgres'
        ? "create function nothing() returns trigger language plpgsql as 'begin return new; end'"
        : 'select 1',
      dialect === 'postgres'
        ? 'create trigger noted after insert on letters for each row execute function nothing()'
        : dialect === 'mysql'
          ? 'create trigger noted after insert on letters for each row set @noted = 1'
          : 'create trigger noted after insert on letters begin select 1; end',
    ]) {
      await database.execute(statement);
    }
  });
  const reportOf = async (dataRules: readonly DataRuleOptions[], dataMap: DataMapOptions = {}) => {
    const engine = createPolicyEngine({
      ...optionsWith({}),
      database,
      dataRules,
      dataMap: { people: { table: 'people' }, ...dataMap },
    });
    return engine.dataMapReport();
  };
  const named = (references: readonly DataReference[]) =>
    references.map(
      ({ table, columns, to, found, isAnswered }) => `${table}.${columns.join()} ${to} ${found} ${isAnswered}`,
    );

  test('second keys to people, and columns that look like keys, must be answered', async () => {
    const { findings, references } = await reportOf([people, letters]);
    assert.deepEqual(named(references).toSorted(), [
      'letter_parts.letter_id letters guess false',
      'letters.recipient_id people key false',
      'letters.sender_id people key true',
      'people.card_id cards guess false',
      'people.invited_by people key false',
      'remarks.remarkable_id letters type false',
      'tickets.the_person_id people guess false',
    ]);
    const open = findings.filter(({ kind }) => kind === 'reference' || kind === 'guess');
    assert.deepEqual(open.map(({ kind, table, column }) => `${kind} ${table}.${column}`).toSorted(), [
      'guess letter_parts.letter_id',
      'guess people.card_id',
      'guess remarks.remarkable_id',
      'guess tickets.the_person_id',
      'reference letters.recipient_id',
      'reference people.invited_by',
    ]);
    const reason = open.find(({ column }) => column === 'the_person_id')?.reason;
    assert.match(reason ?? '', /a guess: named and typed like a key of people, and 3 of 3 values are keys of it/);
  });

  test('rules and exemptions answer a reference', async () => {
    const both: DataRuleOptions = { ...letters, table: { table: 'letters', person: ['sender_id', 'recipient_id'] } };
    const rules: DataRuleOptions[] = [
      { ...people, erasure: { action: 'delete', others: 'detach' } },
      both,
      {
        name: 'parts',
        table: { table: 'letter_parts', person: { column: 'letter_id', rule: 'letters' } },
        portability: false,
      },
      {
        name: 'cards',
        table: { table: 'cards', person: { column: 'id', rule: 'people', references: 'card_id' } },
        erasure: 'delete',
      },
      {
        name: 'remarks',
        table: {
          table: 'remarks',
          person: { column: 'remarkable_id', rule: 'letters' },
          where: { remarkable_type: 'Shop::Letter' },
        },
        erasure: 'delete',
      },
    ];
    const exempt = [{ table: 'tickets', columns: ['the_person_id'], reason: 'Numbers of seats' }];
    const { findings, references } = await reportOf(rules, { exempt });
    assert.deepEqual(
      findings.filter(({ kind }) => kind === 'reference' || kind === 'guess'),
      [],
    );
    const of = (column: string) => references.find(({ columns }) => columns.includes(column));
    assert.deepEqual([of('recipient_id')?.exported, of('recipient_id')?.erasure], [true, 'delete']);
    assert.deepEqual([of('letter_id')?.exported, of('letter_id')?.erasure], [false, null]);
    assert.equal(of('the_person_id')?.nobodys, 'Numbers of seats');
    assert.equal(of('invited_by')?.erasure, 'detach');
  });

  test('views and triggers are named as not seen', async () => {
    const { unseen } = await reportOf([people]);
    assert.deepEqual(
      unseen.map(({ kind, name, table }) => [kind, name, table]),
      [
        ['view', 'loud', null],
        ['trigger', 'noted', 'letters'],
      ],
    );
  });
});

forEachDatabase((target) => {
  test('keys of partitions and of other schemas are read as those of their tables', async () => {
    const database = await target.open();
    for (const statement of [
      'create schema audit',
      'create table people (id integer primary key)',
      'create table visits (id integer, person_id integer references people (id), day date, primary key (id, day)) partition by range (day)',
      "create table visits_2026 partition of visits for values from ('2026-01-01') to ('2027-01-01')",
      'create table seen (id integer primary key, visit_id integer, day date, foreign key (visit_id, day) references visits (id, day))',
    ]) {
      await database.execute(statement);
    }
    await database.execute(
      'create table audit.lines (id integer primary key, person_id integer references people (id) on delete set null deferrable)',
    );
    const engine = createPolicyEngine({
      ...optionsWith({}),
      database,
      dataRules: [
        people,
        { name: 'visits', table: { table: 'visits', key: ['id', 'day'], person: 'person_id' }, erasure: 'delete' },
      ],
    });
    const { references, findings } = await engine.dataMapReport();
    assert.deepEqual(references.map(({ table, columns, to }) => `${table}.${columns.join()} → ${to}`).toSorted(), [
      'audit.lines.person_id → people',
      'seen.visit_id,day → visits',
      'visits.person_id → people',
    ]);
    assert.ok(findings.some(({ table, column }) => table === 'audit.lines' && column === 'person_id'));
  });
}, 'postgres');

describe('names of keys', () => {
  test('a column is recognised in several spellings, and words that only look like one are not', () => {
    for (const name of ['user_id', 'userId', 'UserID', 'owner_user_id', 'user_uuid'])
      assert.ok(isNamedAfter(name, 'users'), name);
    for (const name of ['user_agent', 'users_count', 'superuser_idle', 'used_id', 'id'])
      assert.ok(!isNamedAfter(name, 'users'), name);
    assert.ok(
      isNamedAfter('category_id', 'categories') &&
        isNamedAfter('person_id', 'people') &&
        isNamedAfter('address_id', 'addresses'),
    );
    for (const name of ['created_by', 'createdById', 'invited_by_id', 'last_edited_by', 'sender_id', 'ownerId']) {
      assert.ok(isNamedLikePerson(name), name);
    }
    for (const name of ['sort_by', 'sender', 'owner_type', 'group_by', 'nearby'])
      assert.ok(!isNamedLikePerson(name), name);
  });

  test('a type names its table as frameworks write it', () => {
    for (const value of ['User', 'users', 'App\\Models\\User', 'shop.users', 'Shop::User'])
      assert.ok(namesTable(value, 'users'), value);
    for (const value of ['UserGroup', 'Product', '']) assert.ok(!namesTable(value, 'users'), value);
  });
});
