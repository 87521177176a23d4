/** Keys, values and traces as schemas outside have them; and more references. */
import { type Case, people, PEOPLE, ruleOf } from './outside-case.ts';

export const VALUES: readonly Case[] = [
  {
    title: 'IDs beyond the integers of JavaScript',
    on: ['postgres', 'mysql'],
    make: [
      'create table people (id bigint primary key, email varchar(60))',
      "insert into people values (9007199254740992, 'a@x.test'), (9007199254740993, 'b@x.test')",
      'create table notes (id bigint primary key, person_id bigint not null references people (id), n numeric(38,10), foreign key (person_id) references people (id))',
      'insert into notes values (9007199254740994, 9007199254740992, 1), (9007199254740995, 9007199254740993, 1234567890123456789012345678.0123456789)',
    ],
    rules: [people, ruleOf('notes', 'person_id')],
    id: '9007199254740993',
    left: { 'select id from notes': '9007199254740994', 'select id from people': '9007199254740992' },
    exports: /"1234567890123456789012345678\.0123456789"/,
    hides: /9007199254740992|9007199254740994/,
  },
  {
    title: 'unsigned keys beyond bigint',
    on: ['mysql'],
    make: [
      ...PEOPLE,
      'create table notes (id bigint unsigned primary key, person_id integer not null, foreign key (person_id) references people (id))',
      'create table marks (id integer primary key, note_id bigint unsigned not null, foreign key (note_id) references notes (id))',
      'insert into notes values (18446744073709551615, 1), (18446744073709551614, 2)',
      'insert into marks values (1, 18446744073709551615), (2, 18446744073709551614)',
    ],
    rules: [
      people,
      ruleOf('notes', 'person_id'),
      { name: 'marks', table: { table: 'marks', person: { column: 'note_id', rule: 'notes' } }, erasure: 'delete' },
    ],
    left: { 'select id from notes': '18446744073709551614', 'select id from marks': '2' },
    exports: /18446744073709551615/,
  },
  {
    title: 'binary keys between rows',
    on: ['mysql', 'postgres'],
    make: (kind) => {
      const [type, text] =
        kind === 'mysql'
          ? (['binary(16)', (n: number) => `unhex(repeat('0${n}', 16))`] as const)
          : (['bytea', (n: number) => `decode(repeat('0${n}', 16), 'hex')`] as const);
      return [
        ...PEOPLE,
        `create table notes (id ${type} primary key, parent ${type}, person_id integer not null, foreign key (person_id) references people (id), foreign key (parent) references notes (id) on delete cascade)`,
        `insert into notes values (${text(1)}, null, 1), (${text(2)}, ${text(1)}, 1), (${text(3)}, null, 2)`,
        `create table marks (id integer primary key, note ${type} not null, foreign key (note) references notes (id))`,
        `insert into marks values (1, ${text(2)}), (2, ${text(3)})`,
      ];
    },
    rules: [
      people,
      ruleOf('notes', 'person_id'),
      { name: 'marks', table: { table: 'marks', person: { column: 'note', rule: 'notes' } }, erasure: 'delete' },
    ],
    left: { 'select count(*) from notes': '1', 'select id from marks': '2' },
  },
  {
    title: 'a table without row ids, of strict types, and a key of several texts',
    on: ['sqlite'],
    make: [
      ...PEOPLE,
      'create table prefs (person_id integer not null references people (id), "key" text not null, lang text not null, value any, primary key ("key", lang, person_id)) strict, without rowid',
      "insert into prefs values (1, 'theme', 'en', 'dark'), (1, 'theme', 'de', x'00ff'), (2, 'theme', 'en', 5)",
      'create table uses (id integer primary key, k text, l text, p integer, foreign key (k, l, p) references prefs ("key", lang, person_id) on delete cascade)',
      "insert into uses values (1, 'theme', 'en', 1), (2, 'theme', 'en', 2)",
    ],
    rules: [people, ruleOf('prefs', 'person_id', { key: ['key', 'lang', 'person_id'] })],
    left: { 'select value from prefs': '5', 'select id from uses': '2' },
    exports: /dark/,
  },
  {
    title: 'IDs as text in a column without a type',
    on: ['sqlite'],
    make: [
      ...PEOPLE,
      'create table hits (id integer primary key, user_id, page)',
      "insert into hits values (1, '1', 'x'), (2, 1, 'y'), (3, '2', 'z'), (4, 11, 'w')",
    ],
    rules: [people, ruleOf('hits', 'user_id')],
    left: { 'select id from hits': '3,4' },
    exports: /"x"[^]*"y"|"y"[^]*"x"/,
  },
  {
    title: 'citext, inet, domains, enum arrays and composites are searched',
    on: ['postgres'],
    make: [
      'create extension if not exists citext',
      'drop type if exists contact cascade',
      'drop domain if exists mail cascade',
      'create domain mail as varchar(60)',
      'create type contact as (mail text, phone text)',
      ...PEOPLE,
      'create table traces (id integer primary key, c citext, d mail, a text[], j jsonb, x xml, co contact, h varchar(60)[][])',
      `insert into traces values
        (1, 'ANNA@X.test', null, null, null, null, null, null), (2, null, 'anna@x.test', null, null, null, null, null),
        (3, null, null, '{"a","to anna@x.test"}', null, null, null, null), (4, null, null, null, '{"anna@x.test": {"seen": 1}}', null, null, null),
        (5, null, null, null, null, '<p mail="anna@x.test"/>', null, null), (6, null, null, null, null, null, row('anna@x.test', '1'), null),
        (7, null, null, null, null, null, null, '{{"a"},{"anna@x.test"}}')`,
    ],
    rules: [people],
    email: 'anna@x.test',
    found: ['traces.a', 'traces.c', 'traces.co', 'traces.d', 'traces.h', 'traces.j', 'traces.x'],
  },
  {
    title: 'bytes and lexemes are searched',
    on: ['postgres'],
    make: [
      ...PEOPLE,
      'create table traces (id integer primary key, b bytea, v tsvector)',
      `insert into traces values (1, 'anna@x.test', to_tsvector('simple', 'anna@x.test'))`,
    ],
    rules: [people],
    email: 'anna@x.test',
    found: ['traces.b', 'traces.v'],
  },
  {
    title: 'an address in URLs, quoted printable, HTML and escaped twice',
    make: (kind) => {
      const slash = kind === 'mysql' ? '\\\\' : '\\';
      return [
        ...PEOPLE,
        'create table traces (id integer primary key, u varchar(200), h varchar(200), j varchar(200), jj varchar(200), n varchar(200))',
        `insert into traces values (1, '/unsubscribe?to=anna%2Bshop%40x.test', '<a href="mailto:anna&#43;shop&#x40;x.test">', '{"to":"anna${slash}u002bshop${slash}u0040x.test"}', '"{${slash}"n${slash}":${slash}"M${slash}${slash}u00fcller${slash}"}"', 'M&uuml;ller')`,
      ];
    },
    rules: [people],
    email: 'anna+shop@x.test',
    identifiers: ['Müller'],
    found: ['traces.h', 'traces.j', 'traces.jj', 'traces.n', 'traces.u'],
  },
  {
    title: 'a name in other orders, cases and Unicode forms, split in two columns',
    make: [
      ...PEOPLE,
      'create table traces (id integer primary key, a varchar(200), b varchar(200), c varchar(200), given_name varchar(60), family_name varchar(60), other varchar(60))',
      "insert into traces values (1, 'Müllerová, Zoë', 'ZOË  MÜLLEROVÁ', 'Zoe\u0308 Mu\u0308llerova\u0301', 'Zoë', 'Müllerová', 'Zoo')",
    ],
    rules: [people],
    identifiers: ['Zoë Müllerová'],
    found: ['traces.a', 'traces.b', 'traces.c', 'traces.family_name', 'traces.given_name'],
  },
  {
    title: 'a versioned table keeps what was deleted, and is named',
    on: ['mysql'],
    make: [
      ...PEOPLE,
      'create table notes (id integer primary key, person_id integer, body varchar(60)) with system versioning',
      "insert into notes values (1, 1, 'mine, anna@x.test'), (2, 2, 'his')",
    ],
    rules: [people, ruleOf('notes', 'person_id')],
    email: 'anna@x.test',
    left: { 'select id from notes': '2' },
    exports: /mine/,
    found: ['notes.body'],
  },
  {
    title: 'invisible columns are exported, checked and searched',
    on: ['mysql'],
    make: [
      ...PEOPLE,
      'create table notes (id integer primary key, person_id integer, second_mail varchar(60) invisible, foreign key (person_id) references people (id))',
      "insert into notes (id, person_id, second_mail) values (1, 1, 'hidden@x.test'), (2, 2, 'anna@x.test')",
    ],
    rules: [people, ruleOf('notes', 'person_id')],
    email: 'anna@x.test',
    exports: /hidden@x\.test/,
    found: ['notes.second_mail'],
  },
  {
    title: 'rows that the database moves to a placeholder are counted, and stop',
    on: ['postgres', 'sqlite'],
    make: [
      ...PEOPLE,
      "insert into people values (0, null, 'nobody')",
      'create table posts (id integer primary key, author_id integer not null default 0 references people (id) on delete set default, editor_id integer references people (id))',
      'insert into posts values (1, 1, 2), (2, 2, 2)',
    ],
    rules: [people, ruleOf('posts', 'editor_id')],
    stops: /the database would change 1 row of posts/,
  },
  {
    title: 'a rule of the database that ignores deletions is refused before',
    on: ['postgres'],
    make: [
      ...PEOPLE,
      'create table notes (id integer primary key, person_id integer, body text)',
      "insert into notes values (1, 1, 'x')",
      'create rule kept as on delete to notes do instead nothing',
    ],
    rules: [people, ruleOf('notes', 'person_id')],
    checked: /kept/,
    stops: /rows of notes cannot be deleted: the row is still there/,
  },
  {
    title: 'columns named in a rule leave no finding for the rest of rows that are deleted',
    make: [
      ...PEOPLE,
      'create table notes (id integer primary key, person_id integer not null, body varchar(60), phone varchar(60), foreign key (person_id) references people (id))',
    ],
    rules: [
      { ...people, table: { table: 'people', person: 'id', columns: ['email'] } },
      { ...ruleOf('notes', 'person_id', { columns: ['body'] }) },
    ],
    unchecked: /notes\.phone|people\.name/,
  },
  {
    title: 'a circle of three tables, one of them by two columns',
    make: (kind) => [
      ...PEOPLE,
      'create table firms (id integer, seat integer, owner_id integer not null, primary key (id, seat), foreign key (owner_id) references people (id))',
      'create table desks (id integer primary key, firm_id integer not null, seat integer not null, foreign key (firm_id, seat) references firms (id, seat))',
      `alter table people add column desk_id integer null references desks (id)${kind === 'postgres' ? ' deferrable initially deferred' : ''}`,
      'insert into firms values (1, 1, 1), (2, 1, 2)',
      'insert into desks values (1, 1, 1), (2, 2, 1)',
      'update people set desk_id = id',
    ],
    rules: [
      people,
      ruleOf('firms', 'owner_id', { key: ['id', 'seat'] }),
      {
        name: 'desks',
        table: { table: 'desks', person: { column: 'firm_id', rule: 'firms', references: 'id' } },
        erasure: 'delete',
      },
    ],
    left: { 'select id from firms': '2', 'select id from desks': '2', 'select id from people': '2' },
  },
  {
    title: 'two keys by the same column, one of which cascades',
    make: [
      ...PEOPLE,
      'create table accounts (id integer primary key, mail varchar(60), foreign key (id) references people (id) on delete cascade)',
      'create table logins (id integer primary key, account_id integer not null, at varchar(20), foreign key (account_id) references accounts (id) on delete cascade, foreign key (account_id) references people (id))',
      "insert into accounts values (1, 'a'), (2, 'b')",
      "insert into logins values (1, 1, 'x'), (2, 2, 'y')",
    ],
    rules: [people, ruleOf('logins', 'account_id')],
    left: { 'select id from logins': '2', 'select id from accounts': '2', 'select id from people': '2' },
  },
  {
    title: 'sessions without a rule go by cascade, and are counted',
    make: [
      ...PEOPLE,
      'create table sessions (id varchar(20) primary key, user_id integer, foreign key (user_id) references people (id) on delete cascade)',
      "insert into sessions values ('s1', 1), ('s2', 2)",
    ],
    rules: [people],
    left: { 'select id from sessions': 's2' },
    checked: /sessions\.user_id → people: not answered/,
  },
  {
    title: 'a key that the database does not enforce',
    on: ['postgres'],
    make: [
      ...PEOPLE,
      'create table notes (id integer primary key, person_id integer, body text)',
      "insert into notes values (1, 1, 'x'), (2, 2, 'y'), (3, 99, 'orphan')",
      'alter table notes add constraint unproved foreign key (person_id) references people (id) on delete restrict not valid',
    ],
    rules: [people],
    stops: /1 row of notes refer to them/,
  },
  {
    title: 'a message thread whose two sides are in different tables',
    make: [
      ...PEOPLE,
      'create table talks (id integer primary key, opened_by integer not null, subject varchar(40), foreign key (opened_by) references people (id))',
      'create table words (id integer primary key, talk_id integer not null, author_id integer, body varchar(40), foreign key (talk_id) references talks (id) on delete cascade, foreign key (author_id) references people (id))',
      "insert into talks values (1, 1, 'Bike'), (2, 2, 'Car')",
      "insert into words values (1, 1, 1, 'hi'), (2, 1, 2, 'answer'), (3, 2, 1, 'mine'), (4, 2, 2, 'his')",
    ],
    rules: [people, ruleOf('talks', 'opened_by'), ruleOf('words', 'author_id')],
    stops: /would delete 1 row of words/,
  },
  {
    title: 'secrets of many forms stay back, and what only sounds like one leaves',
    make: [
      'create table people (id integer primary key, email varchar(60), totp_seed varchar(40), backup_codes varchar(80), p256dh varchar(90), push_auth varchar(40), remember_digest varchar(70), legacy varchar(80), state varchar(400), passkey_count integer, token_balance integer, secretary varchar(40), pinned varchar(10), keyboard varchar(20), hash_tag varchar(20), reset_sent_at varchar(30))',
      "insert into people values (1, 'anna@x.test', 'JBSWY3DPEHPK3PXPX', 'aaaa-bbbb', 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM', 'tBHItJI5svbpez7KI4CCXg', 'deadbeefdeadbeef', '$2b$12$KIXQe1u1hC3e9dQ4yPq9OuJ6s2mE8f7Zb1Qw3Rt5Yu7Io9Pa1Sd2F', 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U', 7, 12, 'Ms Office', 'yes-pin', 'qwerty', 'gohash', '2026-01-01')",
    ],
    rules: [people],
    exports:
      /(?=[^]*Ms Office)(?=[^]*yes-pin)(?=[^]*qwerty)(?=[^]*gohash)(?=[^]*"passkey_count": ?7)(?=[^]*"token_balance": ?12)/,
    hides: /JBSWY3|aaaa-bbbb|BNcRdre|tBHItJI5|deadbeef|\$2b\$12|eyJhbGci/,
  },
];
