/** Schemas that are valid and unusual: what a declaration does not expect. */
import { type Case, people, PEOPLE, ruleOf } from './outside-case.ts';

const set = (columns: Record<string, string | number | null>) => ({ action: 'set', columns }) as const;

/** People and their posts, in tables whose rows are those of tenants. */
const tenants = (id: string) => [
  `create table people (tenant_id integer not null, id ${id} not null, email varchar(60), primary key (tenant_id, id))`,
  `create table posts (tenant_id integer not null, id ${id} not null, author_id ${id} not null, body varchar(60), primary key (tenant_id, id), foreign key (tenant_id, author_id) references people (tenant_id, id))`,
];
const TWO_TENANTS = [
  "insert into people values (1, 1, 'anna@x.test'), (2, 1, 'otto@x.test')",
  "insert into posts values (1, 1, 1, 'hers'), (2, 1, 1, 'his')",
];
const tenantRules = (more: object = {}) => [
  ruleOf('people', 'id', { key: ['tenant_id', 'id'], ...more }),
  ruleOf('posts', 'author_id', { key: ['tenant_id', 'id'], ...more }),
];

export const UNUSUAL: readonly Case[] = [
  {
    title: 'a soft-deleted account of the same address is found, which a partial unique index allows',
    make: (kind) => [
      kind === 'mysql'
        ? 'create table people (id integer primary key, email varchar(60), name varchar(60), deleted_at datetime null, live varchar(60) generated always as (if(deleted_at is null, email, null)) virtual unique)'
        : 'create table people (id integer primary key, email varchar(60), name varchar(60), deleted_at timestamp null)',
      ...(kind === 'mysql' ? [] : ['create unique index live on people (email) where deleted_at is null']),
      "insert into people (id, email, name, deleted_at) values (1, 'anna@x.test', 'Anna', null), (2, 'otto@x.test', 'Otto', null), (3, 'anna@x.test', 'A.', '2020-01-01')",
    ],
    rules: [people],
    email: 'anna@x.test',
    left: { 'select id from people': '2,3' },
    found: ['people.email'],
    exports: /Anna/,
    hides: /"A\."|otto/,
  },
  {
    title: 'the same text for everybody does not fit a unique column, and is refused before',
    make: [
      'create table people (id integer primary key, email varchar(60) unique, name varchar(60))',
      "insert into people values (1, 'anna@x.test', 'Anna'), (2, 'otto@x.test', 'Otto')",
    ],
    rules: [{ ...people, erasure: set({ email: 'erased@x.test', name: null }) }],
    refused: /email of people is unique and cannot be the same in two rows: set email to null, or by a function/,
  },
  {
    title: 'a text that is no value of an enumeration, or no number, is refused before',
    on: ['postgres', 'mysql'],
    make: (kind) => [
      ...(kind === 'postgres' ? ['drop type if exists mood cascade', "create type mood as enum ('glad', 'sad')"] : []),
      `create table people (id integer primary key, mood ${kind === 'postgres' ? 'mood' : "enum('glad', 'sad')"}, height integer)`,
      "insert into people values (1, 'glad', 180), (2, 'sad', 170)",
    ],
    rules: [{ ...people, erasure: set({ mood: 'unknown', height: 'gone' }) }],
    refused:
      /mood of people has the values glad, sad, not "unknown".*height of people is int[\w()]*, which cannot hold "gone"/s,
  },
  {
    title: 'ids that only count within a tenant are refused before',
    make: [...tenants('integer'), ...TWO_TENANTS],
    rules: tenantRules(),
    refused: /id of people does not tell people apart alone, but with tenant_id/,
  },
  {
    title: 'one tenant is erased where the rules name it',
    make: [...tenants('integer'), ...TWO_TENANTS],
    rules: tenantRules({ where: { tenant_id: 1 } }),
    left: { 'select tenant_id from people': '2', 'select tenant_id from posts': '2' },
    exports: /hers/,
    hides: /his"|otto/,
  },
  {
    title: 'ids that are different in all tenants, whose tables have the tenant in their key',
    make: [
      ...tenants('varchar(20)'),
      "insert into people values (1, 'p1', 'anna@x.test'), (2, 'p2', 'otto@x.test')",
      "insert into posts values (1, 'x1', 'p1', 'hers'), (2, 'x2', 'p2', 'his')",
    ],
    rules: tenantRules(),
    id: 'p1',
    left: { 'select tenant_id from people': '2', 'select tenant_id from posts': '2' },
    exports: /hers/,
    hides: /his"|otto/,
  },
  {
    title: 'versions of one person are rows of that person',
    make: [
      'create table people (id integer not null, version integer not null, email varchar(60), primary key (id, version))',
      "insert into people values (1, 1, 'old@x.test'), (1, 2, 'anna@x.test'), (2, 1, 'otto@x.test')",
    ],
    rules: [ruleOf('people', 'id', { key: ['id', 'version'] })],
    left: { 'select id from people': '2' },
    exports: /(?=[^]*old@x)(?=[^]*anna@x)/,
    hides: /otto/,
  },
  {
    title: 'polymorphic references three levels deep',
    make: [
      ...PEOPLE,
      'create table comments (id integer primary key, subject_type varchar(20), subject_id integer, body varchar(60))',
      'create table reactions (id integer primary key, subject_type varchar(20), subject_id integer, emoji varchar(20))',
      'create table reports (id integer primary key, subject_type varchar(20), subject_id integer, words varchar(60))',
      "insert into comments values (1, 'Person', 1, 'to Anna'), (2, 'Person', 2, 'to Otto'), (3, 'Post', 1, 'on a post')",
      "insert into reactions values (1, 'Comment', 1, 'heart'), (2, 'Comment', 2, 'star'), (3, 'Person', 1, 'moon'), (4, 'Comment', 3, 'sun')",
      "insert into reports values (1, 'Reaction', 1, 'rude'), (2, 'Reaction', 2, 'kind'), (3, 'Reaction', 3, 'odd'), (4, 'Reaction', 4, 'warm')",
    ],
    rules: [
      people,
      ruleOf('comments', 'subject_id', { where: { subject_type: 'Person' } }),
      {
        name: 'reactions',
        table: {
          table: 'reactions',
          person: { column: 'subject_id', rule: 'comments' },
          where: { subject_type: 'Comment' },
        },
        erasure: 'delete',
      },
      {
        name: 'reports',
        table: {
          table: 'reports',
          person: { column: 'subject_id', rule: 'reactions' },
          where: { subject_type: 'Reaction' },
        },
        erasure: 'delete',
      },
    ],
    left: {
      'select id from comments': '2,3',
      'select id from reactions': '2,3,4',
      'select id from reports': '2,3,4',
    },
    exports: /rude/,
    hides: /kind|odd|warm|star|moon|sun/,
  },
  {
    title: 'a list of addresses in JSON, with and without a rule',
    make: (kind) => {
      const json = kind === 'postgres' ? 'jsonb' : kind === 'mysql' ? 'json' : 'text';
      return [
        ...PEOPLE,
        `create table mails (id integer primary key, person_id integer not null, sent_to ${json}, foreign key (person_id) references people (id))`,
        `create table outbox (id integer primary key, cc ${json})`,
        `insert into mails values (1, 1, '["anna@x.test", {"mail": "eva@x.test"}]'), (2, 2, '["anna@x.test"]')`,
        `insert into outbox values (1, '["eva@x.test", "Anna@X.test"]'), (2, '[]')`,
      ];
    },
    rules: [people, ruleOf('mails', 'person_id')],
    email: 'anna@x.test',
    left: { 'select id from mails': '2' },
    found: ['mails.sent_to', 'outbox.cc'],
    exports: /anna@x\.test/,
  },
  {
    title: 'tables whose names differ by case alone',
    on: ['postgres', 'mysql'],
    make: (kind) => {
      const [one, other] = kind === 'postgres' ? ['"Notes"', 'notes'] : ['`Notes`', '`notes`'];
      return [
        ...PEOPLE,
        `create table ${one} (id integer primary key, person_id integer not null, body varchar(60), constraint big foreign key (person_id) references people (id))`,
        `create table ${other} (id integer primary key, person_id integer not null, body varchar(60), constraint small foreign key (person_id) references people (id))`,
        `insert into ${one} values (1, 1, 'big'), (2, 2, 'BIG')`,
        `insert into ${other} values (1, 1, 'small'), (2, 2, 'SMALL')`,
      ];
    },
    rules: [
      people,
      { ...ruleOf('Notes', 'person_id'), name: 'large' },
      { ...ruleOf('notes', 'person_id'), name: 'small' },
    ],
    left: { 'select id from notes': '2' },
    exports: /(?=[^]*"big")(?=[^]*"small")/,
    hides: /BIG|SMALL/,
  },
  {
    title: 'rows of others are detached before a cascade of another rule reaches them',
    on: ['postgres'],
    make: [
      'create table people (id integer primary key, post_id integer not null)',
      'create table posts (id integer primary key, author_id integer not null, parent_id integer, foreign key (author_id) references people (id) on delete cascade, foreign key (parent_id) references posts (id) on delete cascade)',
      'insert into people values (1, 1), (2, 3)',
      'insert into posts values (1, 1, null), (2, 1, 1), (3, 2, 2)',
      'alter table people add foreign key (post_id) references posts (id) on delete restrict',
    ],
    rules: [
      { ...people, erasure: { action: 'delete', others: 'detach' } },
      { ...ruleOf('posts', 'author_id'), erasure: { action: 'delete', others: 'detach' } },
    ],
    left: {
      'select id from people': '2',
      'select id from posts': '3',
      'select count(*) from posts where parent_id is not null': '0',
    },
  },
  {
    title: 'reserved words as names of tables and columns',
    on: ['mysql'],
    make: [
      'create table `user` (id integer primary key, `key` varchar(60), `from` varchar(60))',
      'create table `order` (`index` integer primary key, `user` integer not null, `group` varchar(60), `a``b;--` varchar(20), foreign key (`user`) references `user` (id))',
      "insert into `user` values (1, 'k1', 'Anna'), (2, 'k2', 'Otto')",
      "insert into `order` values (1, 1, 'for Anna', 'x'), (2, 2, 'for Otto', 'y')",
    ],
    rules: [ruleOf('user', 'id'), ruleOf('order', 'user', { key: 'index' })],
    left: { 'select `index` from `order`': '2', 'select id from `user`': '2' },
    exports: /for Anna/,
    hides: /for Otto/,
  },
  {
    title: 'a computed column is the key of a table, and others refer to it',
    on: ['postgres'],
    make: [
      ...PEOPLE,
      'create table seats (person_id integer not null, nth integer not null, code integer generated always as (person_id * 100 + nth) stored primary key, foreign key (person_id) references people (id))',
      'create table meals (id integer primary key, seat integer not null, dish varchar(20), foreign key (seat) references seats (code))',
      'insert into seats (person_id, nth) values (1, 1), (1, 2), (2, 1)',
      "insert into meals values (1, 101, 'soup'), (2, 201, 'rice'), (3, 102, 'bread')",
    ],
    rules: [
      people,
      ruleOf('seats', 'person_id', { key: 'code' }),
      { name: 'meals', table: { table: 'meals', person: { column: 'seat', rule: 'seats' } }, erasure: 'delete' },
    ],
    left: { 'select code from seats': '201', 'select id from meals': '2' },
    exports: /(?=[^]*soup)(?=[^]*bread)/,
    hides: /rice/,
  },
  {
    title: 'ids of a domain, and a foreign key that is checked at the end of the transaction',
    on: ['postgres'],
    make: [
      'drop domain if exists person_id cascade',
      "create domain person_id as varchar(20) check (value ~ '^p')",
      'create table people (id person_id primary key, email varchar(60), best varchar(20))',
      'create table notes (id integer primary key, owner person_id not null, body text, constraint late foreign key (owner) references people (id) deferrable initially deferred)',
      "insert into people values ('p1', 'anna@x.test', 'p2'), ('p2', 'otto@x.test', 'p1')",
      "insert into notes values (1, 'p1', 'hers'), (2, 'p2', 'his')",
    ],
    rules: [people, ruleOf('notes', 'owner')],
    id: 'p1',
    left: { 'select id from notes': '2', 'select count(*) from people': '1' },
    exports: /hers/,
    hides: /his"/,
  },
  {
    title: 'rows that no key tells apart are refused before',
    make: [
      ...PEOPLE,
      'create table visits (person_id integer, page varchar(60))',
      "insert into visits values (1, '/a'), (1, '/a'), (2, '/b')",
    ],
    rules: [people, ruleOf('visits', 'person_id')],
    refused: /rows of visits cannot be told apart/,
  },
  {
    title: 'a trigger that keeps rows which are deleted is refused before',
    on: ['postgres', 'sqlite'],
    make: (kind) => [
      ...PEOPLE,
      'create table notes (id integer primary key, person_id integer, body varchar(60), gone integer)',
      "insert into notes values (1, 1, 'x', 0), (2, 2, 'y', 0)",
      ...(kind === 'postgres'
        ? [
            'create or replace function keep_notes() returns trigger language plpgsql as $$ begin update notes set gone = 1 where id = old.id; return null; end $$',
            'create trigger kept before delete on notes for each row execute function keep_notes()',
          ]
        : [
            'create trigger kept before delete on notes begin update notes set gone = 1 where id = old.id; select raise(ignore); end',
          ]),
    ],
    rules: [people, ruleOf('notes', 'person_id')],
    checked: /kept/,
    stops: /rows of notes cannot be deleted: the row is still there/,
  },
];
