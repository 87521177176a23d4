/** Reports about deleted users in other software: keys, histories, counters, kinds of rows in one table. */
import { type Case, people, PEOPLE, ruleOf } from './outside-case.ts';

const detaching = { ...people, erasure: { action: 'delete', others: 'detach' } } as const;
const set = (columns: Record<string, string | number | null>) => ({ action: 'set', columns }) as const;
const AUTO = {
  postgres: 'serial primary key',
  mysql: 'integer auto_increment primary key',
  sqlite: 'integer primary key',
};

export const REPORTED: readonly Case[] = [
  {
    // gotempsh/temps#405
    title: 'the payload of an audit row survives the person, and is named',
    make: (kind) => [
      ...PEOPLE,
      `create table audit_logs (id integer primary key, user_id integer references people (id) on delete set null, data ${kind === 'postgres' ? 'jsonb' : 'text'}${kind === 'mysql' ? ', foreign key (user_id) references people (id) on delete set null' : ''})`,
      `insert into audit_logs values (1, 1, '{"who":"anna@x.test"}'), (2, 2, '{"who":"otto@x.test"}')`,
    ],
    rules: [people],
    email: 'anna@x.test',
    left: { 'select count(*) from audit_logs': '2', 'select count(*) from audit_logs where user_id is null': '1' },
    found: ['audit_logs.data'],
  },
  {
    // directus/directus#9365, CitizenLabDotCo/citizenlab#12753
    title: 'who created a row cannot be null, which stops with the change of schema',
    make: [
      ...PEOPLE,
      'create table imports (id integer primary key, importer_id integer not null, foreign key (importer_id) references people (id))',
      'insert into imports values (1, 1)',
    ],
    rules: [people],
    stops: /refuses to delete its rows, since 1 row of imports refer to them .*let imports\.importer_id be null/,
  },
  {
    title: 'who created a row becomes null where the rule says so',
    make: [
      ...PEOPLE,
      'create table imports (id integer primary key, importer_id integer, foreign key (importer_id) references people (id))',
      'insert into imports values (1, 1), (2, 2)',
    ],
    rules: [detaching],
    left: { 'select count(*) from imports where importer_id is null': '1', 'select id from people': '2' },
    found: [],
  },
  {
    // kasuken/LearnStack#53
    title: 'a cascade that meets a key which refuses is found before',
    make: [
      ...PEOPLE,
      'create table resources (id integer primary key, owner_id integer, foreign key (owner_id) references people (id) on delete cascade)',
      'create table idea_links (id integer primary key, resource_id integer, foreign key (resource_id) references resources (id))',
      'insert into resources values (1, 1)',
      'insert into idea_links values (1, 1)',
    ],
    rules: [people],
    stops: /refuses to delete its rows, since 1 row of idea_links refer to them \(idea_links\.resource_id\)/,
  },
  {
    title: 'the same with a rule for each goes in order',
    make: [
      ...PEOPLE,
      'create table resources (id integer primary key, owner_id integer, foreign key (owner_id) references people (id) on delete cascade)',
      'create table idea_links (id integer primary key, resource_id integer, foreign key (resource_id) references resources (id))',
      'insert into resources values (1, 1), (2, 2)',
      'insert into idea_links values (1, 1), (2, 2)',
    ],
    rules: [
      people,
      ruleOf('resources', 'owner_id'),
      {
        name: 'links',
        table: { table: 'idea_links', person: { column: 'resource_id', rule: 'resources' } },
        erasure: 'delete',
      },
    ],
    left: { 'select id from idea_links': '2', 'select id from resources': '2' },
  },
  {
    title: 'a generic key of a framework, with a number for the kind of row',
    make: [
      ...PEOPLE,
      'create table activities (id integer primary key, content_type_id integer, object_id integer, note varchar(40))',
      "insert into activities values (1, 7, 1, 'hers'), (2, 8, 1, 'of a thing'), (3, 7, 2, 'his')",
    ],
    rules: [people, ruleOf('activities', 'object_id', { where: { content_type_id: 7 } })],
    left: { 'select id from activities': '2,3' },
    exports: /hers/,
    hides: /of a thing|"his"/,
  },
  {
    title: 'several kinds of people in one table, of which one is in the map',
    make: [
      'create table people (id integer primary key, kind varchar(20), email varchar(60))',
      "insert into people values (1, 'Customer', 'anna@x.test'), (2, 'Admin', 'otto@x.test')",
    ],
    rules: [ruleOf('people', 'id', { where: { kind: 'Customer' } })],
    left: { 'select id from people': '2' },
  },
  {
    title: 'a row of another kind than the map says is not erased',
    make: [
      'create table people (id integer primary key, kind varchar(20), email varchar(60))',
      "insert into people values (1, 'Customer', 'anna@x.test'), (2, 'Admin', 'otto@x.test')",
    ],
    rules: [ruleOf('people', 'id', { where: { kind: 'Customer' } })],
    id: '2',
    left: { 'select id from people': '1,2' },
  },
  {
    title: 'rows that were only marked as deleted are exported and erased',
    make: (kind) => [
      ...PEOPLE,
      `create table notes (id integer primary key, person_id integer, body varchar(40), deleted_at ${kind === 'postgres' ? 'timestamp' : 'datetime'} null)`,
      "insert into notes values (1, 1, 'kept', null), (2, 1, 'removed', '2024-01-01'), (3, 2, 'his', null)",
    ],
    rules: [people, ruleOf('notes', 'person_id')],
    exports: /removed/,
    left: { 'select id from notes': '3' },
  },
  {
    title: 'a counter that triggers keep on rows of others stays right',
    make: (kind) => [
      ...PEOPLE,
      'create table posts (id integer primary key, author_id integer, comments_count integer not null default 0)',
      'create table comments (id integer primary key, post_id integer, person_id integer)',
      'insert into posts values (1, 2, 2)',
      'insert into comments values (1, 1, 1), (2, 1, 2)',
      ...(kind === 'postgres'
        ? [
            'create or replace function less() returns trigger language plpgsql as $$ begin update posts set comments_count = comments_count - 1 where id = old.post_id; return old; end $$',
            'create trigger less after delete on comments for each row execute function less()',
          ]
        : [
            `create trigger less after delete on comments for each row ${kind === 'sqlite' ? 'begin ' : ''}update posts set comments_count = comments_count - 1 where id = old.post_id${kind === 'sqlite' ? '; end' : ''}`,
          ]),
    ],
    rules: [people, ruleOf('comments', 'person_id')],
    left: { 'select comments_count from posts': '1', 'select id from comments': '2' },
    checked: /"name":"less"/,
  },
  {
    // avocet-shores/laravel-rewind#61, opensupplyhub/open-apparel-registry#519
    title: 'a history that a trigger writes of each deletion is found',
    make: (kind) => [
      ...PEOPLE,
      `create table people_history (history_id ${AUTO[kind]}, email varchar(60))`,
      ...(kind === 'postgres'
        ? [
            'create or replace function remembered() returns trigger language plpgsql as $$ begin insert into people_history (email) values (old.email); return old; end $$',
            'create trigger remembered before delete on people for each row execute function remembered()',
          ]
        : [
            `create trigger remembered before delete on people for each row ${kind === 'sqlite' ? 'begin ' : ''}insert into people_history (email) values (old.email)${kind === 'sqlite' ? '; end' : ''}`,
          ]),
    ],
    rules: [people],
    email: 'anna@x.test',
    found: ['people_history.email'],
  },
  {
    title: 'a trigger that puts the old value back is refused before',
    on: ['postgres', 'mysql'],
    make: (kind) => [
      ...PEOPLE,
      ...(kind === 'postgres'
        ? [
            'create or replace function fixed() returns trigger language plpgsql as $$ begin new.email := old.email; return new; end $$',
            'create trigger fixed before update on people for each row execute function fixed()',
          ]
        : ['create trigger fixed before update on people for each row set new.email = old.email']),
    ],
    rules: [{ ...people, erasure: set({ email: null, name: null }) }],
    stops: /people.*email.*(?:trigger|still)/,
  },
  {
    title: 'so is one that does it afterwards',
    on: ['sqlite'],
    make: [
      ...PEOPLE,
      'create trigger fixed after update of email on people when new.email is null begin update people set email = old.email where id = old.id; end',
    ],
    rules: [{ ...people, erasure: set({ email: null, name: null }) }],
    stops: /people.*email.*(?:trigger|still)/,
  },
  {
    title: 'people who report to a manager stay when the manager goes',
    make: [
      'create table people (id integer primary key, name varchar(40), manager_id integer, foreign key (manager_id) references people (id))',
      "insert into people values (1, 'Anna', null), (2, 'Otto', 1), (3, 'Ines', 2)",
    ],
    rules: [detaching],
    left: { 'select id from people': '2,3', 'select count(*) from people where manager_id is null': '1' },
  },
  {
    title: 'and stop it where the rule does not say so',
    make: [
      'create table people (id integer primary key, name varchar(40), manager_id integer, foreign key (manager_id) references people (id))',
      "insert into people values (1, 'Anna', null), (2, 'Otto', 1)",
    ],
    rules: [people],
    stops: /since 1 row of people refer to them \(people\.manager_id\)/,
  },
  {
    title: 'an implicit join table of two letters goes with its row',
    make: (kind) => {
      const [a, b] = kind === 'mysql' ? ['`A`', '`B`'] : ['"A"', '"B"'];
      const name = kind === 'mysql' ? '`_PersonToTag`' : '"_PersonToTag"';
      return [
        ...PEOPLE,
        'create table tags (id integer primary key)',
        `create table ${name} (${a} integer not null, ${b} integer not null, unique (${a}, ${b}), foreign key (${a}) references people (id) on delete cascade, foreign key (${b}) references tags (id) on delete cascade)`,
        'insert into tags values (1)',
        `insert into ${name} values (1, 1), (2, 1)`,
      ];
    },
    rules: [people],
    left: { 'select id from people': '2', 'select id from tags': '1' },
  },
  {
    title: 'a closure table of a thread goes with its comments, and answers of others stay',
    make: [
      ...PEOPLE,
      'create table comments (id integer primary key, person_id integer, parent_id integer, foreign key (person_id) references people (id), foreign key (parent_id) references comments (id))',
      'create table closure (ancestor integer not null, descendant integer not null, primary key (ancestor, descendant), foreign key (ancestor) references comments (id) on delete cascade, foreign key (descendant) references comments (id) on delete cascade)',
      'insert into comments values (1, 1, null), (2, 2, 1), (3, 1, 2)',
      'insert into closure values (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)',
    ],
    rules: [people, { ...ruleOf('comments', 'person_id'), erasure: { action: 'delete', others: 'detach' } }],
    dataMap: { exempt: [{ table: 'closure', reason: 'Which comment is below which' }] },
    left: { 'select id from comments': '2', 'select count(*) from closure': '1' },
  },
  {
    title: 'rows found by the address of the person, which others may spell otherwise',
    make: [
      ...PEOPLE,
      'create table subscribers (id integer primary key, email varchar(60))',
      "insert into subscribers values (1, 'anna@x.test'), (2, 'otto@x.test')",
    ],
    rules: [
      people,
      {
        name: 'subscribers',
        table: { table: 'subscribers', person: { column: 'email', rule: 'people', references: 'email' } },
        erasure: 'delete',
      },
    ],
    left: { 'select id from subscribers': '2', 'select id from people': '2' },
  },
  {
    on: ['postgres', 'sqlite'],
    title: 'an address that others refer to is set to null in their rows, or refused before',
    make: [
      'create table people (id integer primary key, email varchar(60) unique, name varchar(60))',
      "insert into people values (1, 'anna@x.test', 'Anna'), (2, 'otto@x.test', 'Otto')",
      'create table orders (id integer primary key, email varchar(60) not null, foreign key (email) references people (email) on update cascade)',
      "insert into orders values (1, 'anna@x.test')",
    ],
    rules: [{ ...people, erasure: set({ email: null }) }],
    stops: /what it writes is refused in people/,
  },
  {
    title: 'attributes as rows: a secret by its name stays back, and the rest leaves',
    make: [
      ...PEOPLE,
      'create table user_attributes (id integer primary key, person_id integer, name varchar(40), value varchar(80))',
      "insert into user_attributes values (1, 1, 'otp_secret', 'JBSWY3DPEHPK3PXP'), (2, 1, 'shoe_size', 'forty-one'), (3, 2, 'shoe_size', 'fifty')",
    ],
    rules: [people, ruleOf('user_attributes', 'person_id')],
    exports: /forty-one/,
    hides: /JBSWY3DPEHPK3PXP|fifty/,
    left: { 'select id from user_attributes': '3' },
  },
];
