/** Keys of other types and collations, rows that several people have, and rows that the database keeps. */
import type { DataRuleOptions } from 'policy-engine/data-map';
import { type Case, people, PEOPLE, ruleOf } from './outside-case.ts';

const ref = (name: string, column: string, rule: string, more: object = {}) => ({
  name,
  table: { table: name, person: { column, rule, ...more } },
  erasure: 'delete' as const,
});

const kept = (table: string): DataRuleOptions => ({
  ...ruleOf(table, 'person_id'),
  erasure: {
    action: 'keep',
    ground: 'Tax law',
    until: { years: 10, from: 'at' },
    columns: { person_id: null },
    afterwards: 'delete',
  },
});

export const KEYS: readonly Case[] = [
  {
    title: 'kept rows that need each other are refused before, since none could be deleted at the end of their period',
    make: (kind) => [
      ...PEOPLE,
      `create table orders (id integer primary key, person_id integer, at varchar(40), invoice_id integer not null${kind === 'sqlite' ? ' references invoices (id)' : ''})`,
      'create table invoices (id integer primary key, person_id integer, at varchar(40), order_id integer not null, foreign key (order_id) references orders (id))',
      ...(kind === 'sqlite' ? [] : ['alter table orders add foreign key (invoice_id) references invoices (id)']),
    ],
    rules: [people, kept('orders'), kept('invoices')],
    refused:
      /the rows that the data rules .*"orders".* keep refer to each other in a circle .*let one of .*orders\.invoice_id.* be null/,
  },
  {
    title: 'a period that begins at no date is refused before',
    make: (kind) => [
      ...PEOPLE,
      `create table orders (id integer primary key, person_id integer, at ${kind === 'postgres' ? 'timestamp' : 'varchar(30)'})`,
      `insert into orders values (1, 1, '${kind === 'postgres' ? 'infinity' : '0000-00-00'}'), (2, 1, '2026-01-01')`,
    ],
    rules: [people, kept('orders')],
    stops: /"orders": its period cannot be counted, since the column at contains a value that is not a date/,
  },
  {
    title: 'rows go before those whose deletion would empty what may not be null',
    on: ['postgres', 'sqlite'],
    make: [
      ...PEOPLE,
      'create table posts (id integer primary key, author_id integer not null references people (id), parent_id integer not null references posts (id) on delete set null)',
      'insert into posts values (1, 1, 1)',
      'insert into posts values (2, 1, 1), (3, 2, 3)',
    ],
    rules: [people, ruleOf('posts', 'author_id')],
    left: { 'select id from posts': '3' },
  },
  {
    title: 'a key by a collation that ignores case',
    on: ['mysql', 'sqlite'],
    make: (kind) => {
      const c = kind === 'mysql' ? 'varchar(60) collate utf8mb4_general_ci' : 'varchar(60) collate nocase';
      return [
        `create table people (id integer primary key, login ${c} not null unique, email varchar(60))`,
        "insert into people values (1, 'Anna', 'anna@x.test'), (2, 'otto', 'otto@x.test')",
        `create table notes (id integer primary key, author ${c} not null, body varchar(60), foreign key (author) references people (login))`,
        "insert into notes values (1, 'ANNA', 'hers'), (2, 'OTTO', 'his')",
      ];
    },
    rules: [people, ref('notes', 'author', 'people', { references: 'login' })],
    left: { 'select id from notes': '2', 'select id from people': '2' },
    exports: /hers/,
    hides: /his"/,
  },
  {
    title: 'a key by a collation of PostgreSQL that ignores case, and a search in such texts',
    on: ['postgres'],
    make: [
      'drop collation if exists ci cascade',
      "create collation ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
      'create table people (id integer primary key, login varchar(60) collate ci not null unique, email varchar(60))',
      "insert into people values (1, 'Anna', 'anna@x.test'), (2, 'otto', 'otto@x.test')",
      'create table notes (id integer primary key, author varchar(60) collate ci not null references people (login), body varchar(60))',
      "insert into notes values (1, 'ANNA', 'hers anna@x.test'), (2, 'OTTO', 'his')",
      'create table traces (id integer primary key, t text collate ci)',
      "insert into traces values (1, 'to Anna@X.test')",
    ],
    rules: [people, ref('notes', 'author', 'people', { references: 'login' })],
    email: 'anna@x.test',
    left: { 'select id from notes': '2', 'select id from people': '2' },
    exports: /hers/,
    hides: /his"/,
    found: ['traces.t'],
  },
  {
    title: 'a text that refers to numbers leads to the same number alone',
    make: [
      ...PEOPLE,
      'create table posts (id integer primary key, author_id integer not null, foreign key (author_id) references people (id))',
      'create table likes (id integer primary key, post varchar(20), words varchar(20))',
      'insert into posts values (1, 1), (10, 2)',
      "insert into likes values (1, '1', 'hers'), (2, '10', 'his'), (3, '1abc', 'odd'), (4, '01', 'odd')",
    ],
    rules: [people, ruleOf('posts', 'author_id'), ref('likes', 'post', 'posts')],
    left: { 'select id from likes': '2,3,4' },
    exports: /hers/,
    hides: /his"|odd/,
  },
  {
    title: 'a text that refers to UUIDs',
    on: ['postgres'],
    make: [
      'create table people (id uuid primary key, email varchar(60))',
      "insert into people values ('00000000-0000-4000-8000-00000000000a', 'anna@x.test'), ('00000000-0000-4000-8000-00000000000b', 'otto@x.test')",
      'create table posts (id uuid primary key, author_id text)',
      "insert into posts values ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-00000000000a'), ('00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-00000000000b')",
      'create table likes (id integer primary key, post text)',
      "insert into likes values (1, '00000000-0000-4000-8000-000000000001'), (3, upper('00000000-0000-4000-8000-000000000001')), (2, '00000000-0000-4000-8000-000000000002')",
    ],
    rules: [people, ruleOf('posts', 'author_id'), ref('likes', 'post', 'posts')],
    id: '00000000-0000-4000-8000-00000000000a',
    left: { 'select id from likes': '2', 'select count(*) from posts': '1' },
  },
  {
    title: 'follows are deleted for both people by two rules',
    make: [
      ...PEOPLE,
      'create table follows (follower_id integer not null, followed_id integer not null, since varchar(20), primary key (follower_id, followed_id), foreign key (follower_id) references people (id), foreign key (followed_id) references people (id))',
      "insert into people values (3, 'c@x.test', 'C')",
      "insert into follows values (1, 2, 'a'), (2, 1, 'b'), (2, 3, 'c')",
    ],
    rules: [
      people,
      { ...ruleOf('follows', 'follower_id', { key: ['follower_id', 'followed_id'] }), name: 'following' },
      { ...ruleOf('follows', 'followed_id', { key: ['follower_id', 'followed_id'] }), name: 'followers' },
    ],
    left: { 'select since from follows': 'c' },
  },
  {
    title: 'a placeholder that another person has left already is refused before',
    make: [
      ...PEOPLE,
      "insert into people values (3, 'c@x.test', 'C'), (0, null, 'nobody')",
      'create table friends (id integer primary key, a_id integer not null, b_id integer not null, unique (a_id, b_id), foreign key (a_id) references people (id), foreign key (b_id) references people (id))',
      'insert into friends values (1, 1, 2), (2, 3, 2), (3, 0, 2)',
    ],
    rules: [
      people,
      {
        name: 'friends',
        table: {
          table: 'friends',
          person: [
            { column: 'a_id', erased: 0 },
            { column: 'b_id', erased: 0 },
          ],
        },
        erasure: 'delete',
      },
    ],
    stops: /friends/,
  },
  {
    title: 'a ledger from which nothing may be deleted is refused before',
    make: (kind) => [
      ...PEOPLE,
      'create table ledger (id integer primary key, person_id integer, amount integer)',
      'insert into ledger values (1, 1, 5), (2, 2, 6)',
      ...(kind === 'postgres'
        ? [
            "create or replace function no_delete() returns trigger language plpgsql as $$ begin raise exception 'ledger is append-only'; end $$",
            'create trigger no_delete before delete or update on ledger for each row execute function no_delete()',
          ]
        : kind === 'mysql'
          ? [
              "create trigger no_delete before delete on ledger for each row signal sqlstate '45000' set message_text = 'ledger is append-only'",
            ]
          : [
              "create trigger no_delete before delete on ledger begin select raise(abort, 'ledger is append-only'); end",
            ]),
    ],
    rules: [people, ruleOf('ledger', 'person_id')],
    stops: /rows of ledger cannot be deleted: .*append-only/,
  },
  {
    title: 'so is one that refuses at the end of the transaction',
    on: ['postgres'],
    make: [
      ...PEOPLE,
      'create table ledger (id integer primary key, person_id integer, amount integer)',
      'insert into ledger values (1, 1, 5), (2, 2, 6)',
      "create or replace function no_delete() returns trigger language plpgsql as $$ begin raise exception 'ledger is append-only'; end $$",
      'create constraint trigger no_delete after delete on ledger deferrable initially deferred for each row execute function no_delete()',
    ],
    rules: [people, ruleOf('ledger', 'person_id')],
    stops: /rows of ledger cannot be deleted: .*append-only/,
  },
  {
    title: 'rows of a family are not deleted with one of its people',
    make: [
      'create table people (id integer primary key, email varchar(60), family integer)',
      'create index family on people (family)',
      "insert into people values (1, 'anna@x.test', 7), (2, 'otto@x.test', 7), (3, 'x@x.test', 8)",
      'create table notes (id integer primary key, family integer, body varchar(60))',
      "insert into notes values (1, 7, 'ours'), (2, 8, 'his')",
    ],
    rules: [people, ref('notes', 'family', 'people', { references: 'family' })],
    stops: /1 row of its table are not about this person alone, since other people have the same family/,
  },
  {
    title: 'nor is a profile to which another person refers without a foreign key',
    make: [
      'create table people (id integer primary key, email varchar(60), profile_id integer)',
      "insert into people values (1, 'anna@x.test', 7), (2, 'otto@x.test', 7), (3, 'x@x.test', 8)",
      'create table profiles (id integer primary key, bio varchar(60))',
      "insert into profiles values (7, 'ours'), (8, 'his')",
    ],
    rules: [people, ref('profiles', 'id', 'people', { references: 'profile_id' })],
    stops: /1 row of its table are not about this person alone, since other people have the same profile_id/,
  },
];
