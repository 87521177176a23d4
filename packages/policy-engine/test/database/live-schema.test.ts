/** The tables of a host, as each database describes them. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import { identifier, tableIdentifier } from '../../dist/platform/database/schema/identifiers.js';
import { kindOfType, lengthOfType, LiveSchema } from '../../dist/platform/database/schema/live-schema.js';
import { forEachDatabase } from '../support/databases.ts';

/** The same tables in each dialect. */
const statements = {
  sqlite: [
    'create table "Users" (id integer primary key, email varchar(80) not null unique, born date, vip boolean default 0, seen datetime, photo blob, "shout ""!" text generated always as (upper(email)) virtual)',
    'create table orders (number varchar(20) primary key, user_id integer references users on delete cascade, total decimal(10, 2))',
    'create table order_lines (order_number varchar(20) not null, position int not null, note text, primary key (order_number, position), foreign key (order_number) references orders (number) on delete set null)',
    'create unique index orders_by_user on orders (user_id, total)',
    'create unique index partial_one on orders (total) where total > 5',
    'create unique index computed on orders (lower(number))',
    'create view people as select * from users',
  ],
  postgres: [
    `create type mood as enum ('good', 'it''s bad')`,
    'create domain mail as varchar(80)',
    'create table "Users" (id serial primary key, email mail not null unique, born date, vip boolean default false, seen timestamptz, photo bytea, "shout ""!" text generated always as (upper(email)) stored, mood mood, token uuid, extra jsonb, tags text[])',
    'create table orders (number varchar(20) primary key, user_id integer references "Users" on delete cascade, total decimal(10, 2))',
    'create table order_lines (order_number varchar(20) not null, position int not null, note text, primary key (order_number, position), foreign key (order_number) references orders (number) on delete set null)',
    'create unique index orders_by_user on orders (user_id, total)',
    'create unique index partial_one on orders (total) where total > 5',
    'create unique index computed on orders (lower(number))',
    'create view people as select * from "Users"',
    'create schema shop',
    'create table shop.orders (id bigint generated always as identity primary key, user_id int references "Users")',
  ],
  mysql: [
    `create table Users (id int auto_increment primary key, email varchar(80) not null unique, born date, vip boolean default false, seen datetime, photo blob, \`shout "!\` varchar(80) generated always as (upper(email)) virtual, mood enum('good', 'it''s bad'))`,
    'create table orders (number varchar(20) primary key, user_id int, total decimal(10, 2), foreign key (user_id) references Users (id) on delete cascade)',
    'create table order_lines (order_number varchar(20) not null, position int not null, note text, primary key (order_number, position), foreign key (order_number) references orders (number))',
    'create unique index orders_by_user on orders (user_id, total)',
    'create unique index partial_one on order_lines (note(5))',
    'create view people as select * from Users',
  ],
};

forEachDatabase((testDatabase) => {
  const { dialect } = testDatabase;
  let database: Database;
  let schema: LiveSchema;
  before(async () => {
    database = await testDatabase.open();
    for (const statement of statements[dialect]) await database.execute(statement);
    schema = await LiveSchema.read(database, dialect === 'postgres' ? ['shop'] : []);
  });
  const table = (name: string) => schema.find({ schema: undefined, table: name }) ?? assert.fail(`no table ${name}`);

  test('the live schema contains the tables of the host, and no views', () => {
    const own = schema.tables.filter(({ schema: one }) => one === schema.path[0]).map(({ table: name }) => name);
    assert.deepEqual(own.toSorted(), ['Users', 'order_lines', 'orders']);
  });

  test('the live schema contains the columns with their types', () => {
    const users = [...table('Users').columns.values()];
    const kinds = Object.fromEntries(users.map(({ name, kind }) => [name, kind]));
    const more = {
      postgres: { mood: 'text', token: 'uuid', extra: 'json', tags: 'other' },
      mysql: { mood: 'text' },
      sqlite: {},
    };
    assert.deepEqual(kinds, {
      id: 'integer',
      email: 'text',
      born: 'date',
      vip: 'boolean',
      seen: 'time',
      photo: 'bytes',
      'shout "!': 'text',
      ...more[dialect],
    });
    const flags = users
      .slice(0, 4)
      .map(({ isNullable, hasDefault, isGenerated }) => [isNullable, hasDefault, isGenerated]);
    assert.deepEqual(flags, [
      [false, true, false],
      [false, false, false],
      [true, false, false],
      [true, true, false],
    ]);
    assert.equal(table('Users').columns.get('shout "!')?.isGenerated, true);
    assert.equal(table('Users').columns.get('email')?.length, 80);
    assert.equal(table('order_lines').columns.get('note')?.length, undefined);
    if (dialect !== 'sqlite') assert.deepEqual(table('Users').columns.get('mood')?.labels, ['good', "it's bad"]);
  });

  test('the live schema contains the keys, except those of parts of rows or values', () => {
    assert.deepEqual(table('Users').primaryKey, ['id']);
    assert.deepEqual(table('order_lines').primaryKey, ['order_number', 'position']);
    assert.deepEqual(
      table('orders')
        .uniqueKeys.map((key) => key.join())
        .toSorted(),
      ['number', 'user_id,total'],
    );
    assert.deepEqual(
      table('order_lines').uniqueKeys.map((key) => key.join()),
      ['order_number,position'],
    );
    assert.deepEqual(
      table('Users')
        .uniqueKeys.map((key) => key.join())
        .toSorted(),
      ['email', 'id'],
    );
  });

  test('the live schema contains the foreign keys', () => {
    const [toUsers, ...others] = table('orders').foreignKeys;
    assert.equal(others.length, 0);
    assert.deepEqual(toUsers && [toUsers.columns, toUsers.toColumns, toUsers.onDelete], [
      ['user_id'],
      ['id'],
      'cascade',
    ]);
    assert.equal(toUsers && schema.target(toUsers), table('Users'));
    const [toOrders] = table('order_lines').foreignKeys;
    assert.equal(toOrders && schema.target(toOrders), table('orders'));
    assert.equal(toOrders?.onDelete, dialect === 'mysql' ? 'refuse' : 'set null');
  });

  test('the live schema finds a table by a name that a statement would accept', () => {
    assert.equal(schema.find({ schema: undefined, table: 'none' }), undefined);
    assert.equal(schema.find({ schema: 'none', table: 'orders' }), undefined);
    assert.equal(schema.find({ schema: schema.path[0], table: 'orders' }), table('orders'));
    assert.equal(schema.find({ schema: undefined, table: 'users' })?.table, dialect === 'sqlite' ? 'Users' : undefined);
    assert.equal(schema.column(table('orders'), 'USER_ID')?.name, dialect === 'postgres' ? undefined : 'user_id');
    assert.equal(schema.shownName(table('orders')), 'orders');
    if (dialect !== 'postgres') return;
    const other = schema.find({ schema: 'shop', table: 'orders' }) ?? assert.fail();
    assert.equal(schema.shownName(other), 'shop.orders');
    assert.equal(other.columns.get('id')?.hasDefault, true);
  });

  test('the live schema quotes any possible name of a table', async () => {
    const names = [
      'select',
      'a b',
      'a"b',
      'a`b',
      "a'b",
      '$1',
      'ä',
      'a;b',
      'a--b',
      'a.b',
      ...(dialect === 'mysql' ? [] : ['a?b']),
    ];
    for (const [index, name] of names.entries()) {
      const quoted = identifier(dialect, name);
      const holder = tableIdentifier(dialect, { schema: schema.path[0], table: `t "${index}` });
      await database.execute(`create table ${holder} (${quoted} int)`);
      await database.execute(`insert into ${holder} (${quoted}) values (7)`);
      const { rows } = await database.execute(`select ${quoted} from ${holder}`);
      assert.deepEqual(rows, [{ [name]: 7 }]);
      const live = (await LiveSchema.read(database)).find({ schema: undefined, table: `t "${index}` });
      assert.deepEqual([...(live?.columns.keys() ?? [])], [name]);
    }
  });
});

describe('identifiers', () => {
  test('that no statement can contain are refused', () => {
    for (const name of ['', 'a\0b', '\ud800'])
      assert.throws(() => identifier('postgres', name), { code: 'database_name_refused' });
    assert.throws(() => identifier('mysql', 'a?b'), { code: 'database_name_refused' });
  });
});

describe('types', () => {
  const cases = [
    ['postgres', 'character varying(12)', 'text', 12],
    ['postgres', 'character(2)', 'text', 2],
    ['postgres', 'text', 'text', undefined],
    ['postgres', 'interval', 'other', undefined],
    ['postgres', 'numeric(10,2)', 'number', undefined],
    ['postgres', 'timestamp without time zone', 'time', undefined],
    ['mysql', 'bigint(20) unsigned', 'integer', undefined],
    ['mysql', 'tinyint(1)', 'boolean', undefined],
    ['mysql', 'varchar(255)', 'text', 255],
    ['mysql', 'longtext', 'text', undefined],
    ['mysql', 'varbinary(16)', 'bytes', undefined],
    ['mysql', 'point', 'other', undefined],
    ['sqlite', 'NVARCHAR(40)', 'text', 40],
    ['sqlite', 'BIGINT', 'integer', undefined],
    ['sqlite', '', 'bytes', undefined],
    ['sqlite', 'DOUBLE PRECISION', 'number', undefined],
  ] as const;
  for (const [dialect, type, kind, length] of cases) {
    test(`a ${dialect} column of the type ${type || '(none)'} holds ${kind}`, () => {
      assert.equal(kindOfType(dialect, type), kind);
      assert.equal(lengthOfType(type), length);
    });
  }
});
