/** Reports about features of one database: exclusions, partitions, identities, generated columns, full-text indexes, periods, engines. */
import { type Case, people, PEOPLE, ruleOf } from './outside-case.ts';

const set = (columns: Record<string, string | number | null>) => ({ action: 'set', columns }) as const;
const detaching = { ...people, erasure: { action: 'delete', others: 'detach' } } as const;

const POSTGRES: readonly Case[] = [
  {
    title: 'an exclusion refuses the same value in overlapping rows, before',
    make: [
      ...PEOPLE,
      'create extension if not exists btree_gist',
      'create table stays (id integer primary key, person_id integer, room text, during int4range, exclude using gist (room with =, during with &&))',
      "insert into stays values (1, 1, 'a', '[1,5)'), (2, 1, 'b', '[2,6)'), (3, 2, 'c', '[3,4)')",
    ],
    rules: [people, { ...ruleOf('stays', 'person_id'), erasure: set({ room: 'none', person_id: null }) }],
    stops: /what it writes is refused in stays: .*exclusion constraint/,
  },
  {
    title: 'an identity that is always generated is the key of its rows',
    make: [
      'create table people (id integer generated always as identity primary key, email varchar(60), name varchar(60))',
      "insert into people (email, name) values ('anna@x.test', 'Anna'), ('otto@x.test', 'Otto')",
    ],
    rules: [{ ...people, erasure: set({ email: null, name: null }) }],
    email: 'anna@x.test',
    left: { 'select count(*) from people where email is null': '1' },
    found: [],
  },
  {
    // rheinwerk-verlag/pganonymize#51
    title: 'a generated column follows what is set, and cannot be set itself',
    make: [
      "create table people (id integer primary key, email varchar(60), shown varchar(80) generated always as ('to ' || email) stored)",
      "insert into people (id, email) values (1, 'anna@x.test'), (2, 'otto@x.test')",
    ],
    rules: [{ ...people, erasure: set({ email: null }) }],
    email: 'anna@x.test',
    left: { 'select count(*) from people where shown is null': '1' },
    found: [],
  },
  {
    title: 'a rule that sets a generated column is refused before',
    make: [
      "create table people (id integer primary key, email varchar(60), shown varchar(80) generated always as ('to ' || email) stored)",
    ],
    rules: [{ ...people, erasure: set({ shown: null }) }],
    refused: /shown/,
  },
  {
    title: 'hstore and ltree are exported and searched',
    make: [
      ...PEOPLE,
      'create extension if not exists hstore',
      'create extension if not exists ltree',
      'create table settings (id integer primary key, person_id integer, pairs hstore, path ltree)',
      `insert into settings values (1, 1, 'mail=>"anna@x.test"', 'top.anna'), (2, 2, 'copy=>"anna@x.test"', 'top.otto')`,
    ],
    rules: [people, ruleOf('settings', 'person_id')],
    email: 'anna@x.test',
    exports: /anna@x\.test/,
    left: { 'select id from settings': '2' },
    found: ['settings.pairs'],
  },
  {
    title: 'lexemes that a trigger makes of a text follow it',
    make: [
      ...PEOPLE,
      'alter table people add words tsvector',
      "create trigger words before insert or update on people for each row execute function tsvector_update_trigger(words, 'pg_catalog.simple', name, email)",
      'update people set name = name',
    ],
    rules: [{ ...people, erasure: set({ name: null, email: null }) }],
    email: 'anna@x.test',
    left: { "select count(*) from people where words = ''": '1' },
    found: [],
  },
  {
    title: 'only one column of a key becomes null when the person goes',
    make: [
      'create table people (tenant integer not null, id integer not null unique, name varchar(60), primary key (tenant, id))',
      "insert into people values (1, 1, 'Anna'), (1, 2, 'Otto')",
      'create table tasks (id integer primary key, tenant integer not null, person_id integer, foreign key (tenant, person_id) references people (tenant, id) on delete set null (person_id))',
      'insert into tasks values (1, 1, 1), (2, 1, 2)',
    ],
    rules: [ruleOf('people', 'id', { key: 'id' })],
    left: { 'select count(*) from tasks where person_id is null and tenant = 1': '1', 'select id from people': '2' },
  },
  {
    title: 'a domain that does not allow null refuses before',
    make: [
      'drop domain if exists filled cascade',
      "create domain filled as text not null default 'x'",
      'create table people (id integer primary key, email filled, name text)',
      "insert into people values (1, 'anna@x.test', 'Anna'), (2, 'otto@x.test', 'Otto')",
    ],
    rules: [{ ...people, erasure: set({ email: null }) }],
    refused: /email of people does not allow null/,
  },
  {
    title: 'keys that are checked at the end of the transaction, in a circle of rows of two people, stop',
    make: [
      'create table people (id integer primary key, buddy_id integer not null)',
      'alter table people add foreign key (buddy_id) references people (id) deferrable initially deferred',
      'insert into people values (1, 2), (2, 1)',
    ],
    rules: [people],
    stops: /people\.buddy_id/,
  },
  {
    title: 'an unlogged table and one that inherits columns alone',
    make: [
      ...PEOPLE,
      'create table stamped (at timestamptz default now())',
      'create unlogged table clicks (id integer primary key, person_id integer) inherits (stamped)',
      'insert into clicks (id, person_id) values (1, 1), (2, 2)',
    ],
    rules: [people, ruleOf('clicks', 'person_id')],
    exports: /"at"/,
    left: { 'select id from clicks': '2' },
  },
  {
    title: 'a foreign key that is not yet validated counts',
    make: [
      ...PEOPLE,
      'create table notes (id integer primary key, person_id integer)',
      'insert into notes values (1, 1), (2, 77)',
      'alter table notes add foreign key (person_id) references people (id) not valid',
    ],
    rules: [detaching],
    left: { 'select count(*) from notes where person_id is null': '1' },
  },
  {
    title: 'an array of an enumeration and a composite leave as they are',
    make: [
      'drop type if exists diet cascade',
      "create type diet as enum ('vegan', 'halal, \"strict\"')",
      'create table people (id integer primary key, diets diet[])',
      `insert into people values (1, array['vegan', 'halal, "strict"']::diet[]), (2, '{}')`,
    ],
    rules: [people],
    exports: /"vegan",\s*"halal, \\"strict\\""/,
    left: { 'select id from people': '2' },
  },
];

const MARIADB: readonly Case[] = [
  {
    title: 'a table of another engine, without transactions and keys',
    make: [
      ...PEOPLE,
      'create table clicks (id integer primary key, person_id integer, agent varchar(60)) engine = MyISAM',
      "insert into clicks values (1, 1, 'a'), (2, 2, 'b')",
    ],
    rules: [people, ruleOf('clicks', 'person_id')],
    left: { 'select id from clicks': '2', 'select id from people': '2' },
  },
  {
    title: 'a period of the application, without overlaps',
    make: [
      ...PEOPLE,
      'create table jobs (person_id integer not null, title varchar(40), since date, until date, id integer not null unique, period for held (since, until), unique (person_id, held without overlaps))',
      "insert into jobs values (1, 'cook', '2020-01-01', '2021-01-01', 1), (1, 'baker', '2021-01-01', '2022-01-01', 2), (2, 'cook', '2020-01-01', '2021-01-01', 3)",
    ],
    rules: [people, ruleOf('jobs', 'person_id')],
    exports: /baker/,
    left: { 'select id from jobs': '3' },
  },
  {
    title: 'a full-text index follows what is deleted and what is set',
    make: [
      ...PEOPLE,
      'create table letters (id integer primary key, person_id integer, body text, fulltext (body))',
      "insert into letters values (1, 1, 'confidential words'), (2, 2, 'confidential words')",
    ],
    rules: [people, { ...ruleOf('letters', 'person_id'), erasure: set({ body: null, person_id: null }) }],
    left: { "select id from letters where match (body) against ('confidential' in boolean mode)": '2' },
  },
  {
    title: 'a check of JSON refuses a text before',
    make: [...PEOPLE, 'alter table people add settings json', 'update people set settings = \'{"a":1}\''],
    rules: [{ ...people, erasure: set({ settings: 'erased', name: null, email: null }) }],
    stops: /what it writes is refused in people/,
  },
  {
    title: 'partitions by hash of the person',
    make: [
      ...PEOPLE,
      'create table logs (id integer not null, person_id integer not null, line varchar(40), primary key (id, person_id)) partition by hash (person_id) partitions 4',
      "insert into logs values (1, 1, 'x'), (2, 2, 'y'), (3, 1, 'z')",
    ],
    rules: [people, ruleOf('logs', 'person_id', { key: ['id', 'person_id'] })],
    left: { 'select id from logs': '2' },
  },
  {
    title: 'keys of texts by different collations of the same table',
    make: [
      'create table people (id varchar(20) collate utf8mb4_bin primary key, email varchar(60))',
      "insert into people values ('Ab', 'anna@x.test'), ('aB', 'otto@x.test')",
      'create table notes (id integer primary key, person_id varchar(20) collate utf8mb4_bin, foreign key (person_id) references people (id))',
      "insert into notes values (1, 'Ab'), (2, 'aB')",
    ],
    rules: [people, ruleOf('notes', 'person_id')],
    id: 'Ab',
    left: { 'select id from notes': '2', 'select count(*) from people': '1' },
  },
  {
    title: 'a virtual column with a unique key over what is set',
    make: [
      'create table people (id integer primary key, email varchar(60), domain varchar(60) as (substring_index(email, char(64), -1)) virtual, unique (domain))',
      "insert into people (id, email) values (1, 'anna@x.test'), (2, 'otto@y.test')",
    ],
    rules: [{ ...people, erasure: set({ email: 'gone@y.test' }) }],
    stops: /what it writes is refused in people/,
  },
  {
    title: 'a key that deletes and one that refuses between the same two rows',
    make: [
      ...PEOPLE,
      'create table carts (id integer primary key, person_id integer, foreign key (person_id) references people (id) on delete cascade)',
      'create table items (id integer primary key, cart_id integer, buyer_id integer, foreign key (cart_id) references carts (id) on delete cascade, foreign key (buyer_id) references people (id))',
      'insert into carts values (1, 1), (2, 2)',
      'insert into items values (1, 1, 1), (2, 2, 2)',
    ],
    rules: [people, ruleOf('carts', 'person_id')],
    stops: /items\.buyer_id/,
  },
];

const SQLITE: readonly Case[] = [
  {
    title: 'a full-text index over a table follows by its triggers',
    make: [
      ...PEOPLE,
      'create table posts (id integer primary key, person_id integer, body text)',
      "create virtual table posts_index using fts5(body, content='posts', content_rowid='id')",
      'create trigger posts_in after insert on posts begin insert into posts_index (rowid, body) values (new.id, new.body); end',
      "create trigger posts_out after delete on posts begin insert into posts_index (posts_index, rowid, body) values ('delete', old.id, old.body); end",
      "insert into posts values (1, 1, 'anna@x.test wrote'), (2, 2, 'otto wrote')",
    ],
    rules: [people, ruleOf('posts', 'person_id')],
    email: 'anna@x.test',
    left: { "select rowid from posts_index where posts_index match 'wrote'": '2' },
    found: [],
  },
  {
    title: 'a full-text index without content is named as not searched',
    make: [
      ...PEOPLE,
      "create virtual table words using fts5(body, content='')",
      "insert into words (rowid, body) values (1, 'anna')",
    ],
    rules: [people],
    email: 'anna@x.test',
    notSearched: /"table":"words".*"reason":"index"/,
  },
  {
    title: 'a view whose triggers write elsewhere is no table of a rule',
    make: [
      ...PEOPLE,
      'create view members as select id, email from people',
      'create trigger members_out instead of delete on members begin delete from people where id = old.id; end',
    ],
    rules: [people, ruleOf('members', 'id')],
    refused: /members/,
  },
  {
    title: 'a unique key that replaces rows of others is refused before',
    make: [
      'create table people (id integer primary key, email text unique on conflict replace, name text)',
      "insert into people values (1, 'anna@x.test', 'Anna'), (2, 'otto@x.test', 'Otto')",
    ],
    rules: [{ ...people, erasure: set({ email: 'erased@x.test', name: null }) }],
    refused: /email of people is unique and cannot be the same in two rows/,
  },
  {
    title: 'so is one over an expression of it that ignores refused rows',
    make: [
      'create table people (id integer primary key, email text, name text)',
      'create unique index mails on people (lower(email))',
      "insert into people values (1, 'anna@x.test', 'Anna'), (2, 'otto@x.test', 'Otto')",
    ],
    rules: [{ ...people, erasure: set({ email: 'ERASED', name: null }) }],
    stops: /cannot be the same in the rows of two people/,
  },
  {
    title: 'a table without row ids whose key is the person and a name',
    make: [
      ...PEOPLE,
      'create table settings (person_id integer not null, name text not null, value any, primary key (person_id, name)) strict, without rowid',
      "insert into settings values (1, 'theme', 'dark'), (1, 'size', 12), (2, 'theme', 'light')",
    ],
    rules: [people, ruleOf('settings', 'person_id', { key: ['person_id', 'name'] })],
    exports: /"value":\s*12/,
    left: { 'select count(*) from settings': '1' },
  },
  {
    title: 'a trigger that raises for rows of closed months stops before',
    make: [
      ...PEOPLE,
      'create table bills (id integer primary key, person_id integer, month text)',
      "create trigger closed before delete on bills when old.month < '2024-01' begin select raise(abort, 'the month is closed'); end",
      "insert into bills values (1, 1, '2023-05'), (2, 2, '2024-05')",
    ],
    rules: [people, ruleOf('bills', 'person_id')],
    stops: /rows of bills cannot be deleted: .*the month is closed/,
  },
];

const on = (kind: 'postgres' | 'mysql' | 'sqlite', cases: readonly Case[]): Case[] =>
  cases.map((one) => ({ on: [kind], ...one }));

export const REPORTED_OF_DATABASES: readonly Case[] = [
  ...on('postgres', POSTGRES),
  ...on('mysql', MARIADB),
  ...on('sqlite', SQLITE),
];
