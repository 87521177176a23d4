/** References as schemas outside have them. */
import { type Case, people, PEOPLE, ruleOf } from './outside-case.ts';

export const REFERENCES: readonly Case[] = [
  {
    title: 'a partitioned table refers to people, and another one to it',
    on: ['postgres'],
    make: [
      ...PEOPLE,
      'create table orders (id integer, day date not null, person_id integer not null references people (id), note text, primary key (id, day)) partition by range (day)',
      "create table orders_2025 partition of orders for values from ('2025-01-01') to ('2026-01-01')",
      "create table orders_2026 partition of orders for values from ('2026-01-01') to ('2027-01-01')",
      'create table items (id integer primary key, order_id integer not null, day date not null, foreign key (order_id, day) references orders (id, day))',
      "insert into orders values (1, '2025-05-01', 1, 'gift'), (2, '2026-05-01', 1, null), (3, '2026-05-01', 2, null)",
      "insert into items values (1, 1, '2025-05-01'), (2, 3, '2026-05-01')",
    ],
    rules: [
      people,
      ruleOf('orders', 'person_id', { key: ['id', 'day'] }),
      {
        name: 'items',
        table: { table: 'items', person: { column: 'order_id', rule: 'orders', references: 'id' } },
        erasure: 'delete',
      },
    ],
    left: { 'select id from orders': '3', 'select id from items': '2' },
    exports: /"day": ?"2025-05-01"/,
  },
  {
    title: 'inherited tables hold rows of their parent',
    on: ['postgres'],
    make: [
      ...PEOPLE,
      'create table pets (id integer primary key, person_id integer references people (id), name text)',
      'create table cats (lives integer) inherits (pets)',
      "insert into pets values (1, 1, 'Rex')",
      "insert into cats values (2, 1, 'Tom of Anna', 9), (3, 2, 'Mia', 9)",
    ],
    rules: [people, ruleOf('pets', 'person_id')],
    left: { 'select id from pets': '3' },
  },
  {
    title: 'a generated column is the foreign key',
    make: (kind) => [
      ...PEOPLE,
      kind === 'sqlite'
        ? 'create table notes (id integer primary key, owner integer, owner_key integer generated always as (owner) stored references people (id), body text)'
        : 'create table notes (id integer primary key, owner integer, owner_key integer generated always as (owner) stored, body text, foreign key (owner_key) references people (id))',
      "insert into notes (id, owner, body) values (1, 1, 'x'), (2, 2, 'y')",
    ],
    rules: [people, ruleOf('notes', 'owner')],
    left: { 'select id from notes': '2', 'select id from people': '2' },
  },
  {
    title: 'a materialized view holds rows, and is named',
    on: ['postgres'],
    make: [...PEOPLE, 'create materialized view stored_people as select email, name from people'],
    rules: [people],
    email: 'anna@x.test',
    left: { 'select id from people': '2' },
    found: ['stored_people.email'],
    checked: /stored_people/,
  },
  {
    title: 'a trigger writes what was deleted into a log',
    on: ['sqlite', 'mysql'],
    make: (kind) => [
      ...PEOPLE,
      'create table people_log (id integer, email varchar(60))',
      kind === 'sqlite'
        ? 'create trigger logged after delete on people begin insert into people_log values (old.id, old.email); end'
        : 'create trigger logged after delete on people for each row insert into people_log values (old.id, old.email)',
    ],
    rules: [people],
    dataMap: { exempt: [{ table: 'people_log', reason: 'a log' }] },
    email: 'anna@x.test',
    found: ['people_log.email'],
    checked: /logged/,
  },
  {
    title: 'a key to a unique column of text, and columns that refer to it in other forms',
    make: [
      'create table people (id integer primary key, email varchar(60) not null unique, name varchar(60))',
      "insert into people values (1, 'anna+a.b@x.test', 'Anna'), (2, 'otto@x.test', 'Otto')",
      'create table orders (id integer primary key, customer_email varchar(60) not null, foreign key (customer_email) references people (email))',
      "insert into orders values (1, 'anna+a.b@x.test'), (2, 'otto@x.test')",
    ],
    rules: [
      people,
      {
        name: 'orders',
        table: { table: 'orders', person: { column: 'customer_email', rule: 'people', references: 'email' } },
        erasure: 'delete',
      },
    ],
    left: { 'select id from orders': '2', 'select id from people': '2' },
    exports: /anna\+a\.b@x\.test/,
    hides: /otto/,
  },
  {
    title: 'tables in another schema refer to people',
    on: ['postgres'],
    make: [
      ...PEOPLE,
      'create schema crm',
      'create table crm.calls (id integer primary key, person_id integer not null references public.people (id), words text)',
      'create table crm.takes (id integer primary key, call_id integer not null references crm.calls (id))',
      "insert into crm.calls values (1, 1, 'hello'), (2, 2, 'bye')",
      'insert into crm.takes values (1, 1), (2, 2)',
    ],
    rules: [
      people,
      ruleOf('crm.calls', 'person_id'),
      { name: 'takes', table: { table: 'crm.takes', person: { column: 'call_id', rule: 'calls' } }, erasure: 'delete' },
    ],
    left: { 'select id from crm.calls': '2', 'select id from crm.takes': '2' },
    exports: /hello/,
    checked: /crm\.calls\.person_id → people/,
  },
  {
    title: 'a table of another schema without a rule refuses before',
    on: ['postgres'],
    make: [
      ...PEOPLE,
      'create schema crm',
      'create table crm.calls (id integer primary key, person_id integer not null references public.people (id))',
      'insert into crm.calls values (1, 1), (2, 2)',
    ],
    rules: [people],
    stops: /1 row of crm\.calls refer to them \(crm\.calls\.person_id\)/,
    checked: /crm\.calls\.person_id/,
  },
  {
    title: 'names with capitals, reserved words, spaces and quotes',
    on: ['postgres', 'sqlite'],
    make: [
      'create table "User" (id integer primary key, "E-Mail" varchar(60), "firstName" varchar(60))',
      'create table "order" (id integer primary key, "userId" integer not null references "User" (id), "we""ird; note" text, "User" integer references "User" (id))',
      `insert into "User" values (1, 'anna@x.test', 'Anna'), (2, 'otto@x.test', 'Otto')`,
      `insert into "order" values (1, 1, 'for Anna', 1), (2, 2, 'y', 2)`,
    ],
    rules: [ruleOf('User', 'id'), ruleOf('order', 'userId')],
    left: { 'select id from "order"': '2', 'select id from "User"': '2' },
    exports: /for Anna/,
  },
  {
    title: 'a polymorphic reference by a class name with backslashes',
    make: (kind) => [
      ...PEOPLE,
      'create table notes (id integer primary key, notable_type varchar(60), notable_id integer, body varchar(60))',
      `insert into notes values (1, 'App${kind === 'mysql' ? '\\\\' : '\\'}Models${kind === 'mysql' ? '\\\\' : '\\'}People', 1, 'mine'), (2, 'App${kind === 'mysql' ? '\\\\' : '\\'}Models${kind === 'mysql' ? '\\\\' : '\\'}People', 2, 'his'), (3, 'App${kind === 'mysql' ? '\\\\' : '\\'}Models${kind === 'mysql' ? '\\\\' : '\\'}Order', 1, 'order')`,
    ],
    rules: [people, ruleOf('notes', 'notable_id', { where: { notable_type: 'App\\Models\\People' } })],
    left: { 'select id from notes': '2,3' },
    exports: /mine/,
    hides: /his|order"/,
    checked: /notes\.notable_id → people.*(exported, )?deleted/,
  },
  {
    title: 'a polymorphic reference without a rule is a guess that names the type',
    make: [
      ...PEOPLE,
      'create table likes (id integer primary key, likeable_type varchar(60), likeable_id integer)',
      "insert into likes values (1, 'People', 1), (2, 'People', 2), (3, 'Post', 77)",
    ],
    rules: [people],
    checked: /likes\.likeable_id → people \(a guess: likeable_type is "People"\): not answered/,
  },
  {
    title: 'a list of people in one column is named',
    make: (kind) => [
      ...PEOPLE,
      `create table talks (id integer primary key, participant_ids ${kind === 'postgres' ? 'integer[]' : 'json'}, tag_ids ${kind === 'postgres' ? 'integer[]' : 'json'})`,
    ],
    rules: [people],
    checked:
      /talks\.participant_ids: may refer to people \(a guess: a list, named like keys of people\): export and erase/,
    unchecked: /talks\.tag_ids/,
  },
  {
    title: 'a join table with a payload and who invited',
    make: [
      ...PEOPLE,
      'create table teams (id integer primary key, name varchar(20))',
      'create table members (person_id integer not null, team_id integer not null, role varchar(20), invited_by integer, primary key (person_id, team_id), foreign key (person_id) references people (id), foreign key (team_id) references teams (id), foreign key (invited_by) references people (id))',
      "insert into teams values (5, 'Red')",
      "insert into members values (1, 5, 'owner', null), (2, 5, 'guest', 1)",
    ],
    rules: [
      people,
      ruleOf('members', 'person_id', { key: ['person_id', 'team_id'] }),
      {
        name: 'invitations',
        table: { table: 'members', key: ['person_id', 'team_id'], person: 'invited_by' },
        portability: false,
        erasure: { action: 'set', columns: { invited_by: null } },
      },
    ],
    left: { 'select person_id from members': '2', 'select count(*) from members where invited_by is not null': '0' },
    exports: /owner/,
    checked: /members\.invited_by → people: changed \(invitations\)/,
  },
  {
    title: 'people refer to people, six deep',
    make: [
      'create table people (id integer primary key, email varchar(60), boss_id integer references people (id), foreign key (boss_id) references people (id))',
      "insert into people values (1, 'a@x.test', null), (2, 'b@x.test', 1), (3, 'c@x.test', 2), (4, 'd@x.test', 3), (5, 'e@x.test', 4), (6, 'f@x.test', 5)",
    ],
    rules: [{ ...people, erasure: { action: 'delete', others: 'detach' } }],
    id: '3',
    left: { 'select id from people': '1,2,4,5,6', 'select id from people where boss_id is null': '1,4' },
  },
  {
    title: 'people refer to people on delete cascade, six deep, stops',
    make: [
      'create table people (id integer primary key, email varchar(60), boss_id integer, foreign key (boss_id) references people (id) on delete cascade)',
      "insert into people values (1, 'a@x.test', null), (2, 'b@x.test', 1), (3, 'c@x.test', 2), (4, 'd@x.test', 3), (5, 'e@x.test', 4), (6, 'f@x.test', 5)",
    ],
    rules: [people],
    stops: /the database would delete 5 rows of people/,
  },
];
