/** Rows that refer to each other are erased on their date, whatever their order; what stays is named with the reason. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { forEachDatabase } from '../support/databases.ts';
import { column, drop, engineOf, erase, make } from './linked.ts';
import { DAY, makeShop, shopEngine } from './shop.ts';

const TABLES = ['stars', 'answers', 'items', 'posts', 'people'];
const people: DataRuleOptions = { name: 'people', table: { table: 'people', person: 'id' }, erasure: 'delete' };
const after = { days: 30 };
const OLD = "'2020-01-01'";
const NEW = "'2099-01-01'";

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
    await makeShop(database);
  });
  const having = async (...statements: string[]) => {
    await drop(database, TABLES);
    await make(database, [
      'create table people (id integer primary key)',
      'insert into people values (1), (2)',
      ...statements,
    ]);
  };
  const aged = (
    name: string,
    action: 'delete' | { action: 'delete'; others: 'detach' } = 'delete',
  ): DataRuleOptions => ({
    name,
    table: { table: name, person: 'person_id' },
    erasure: 'delete',
    retention: { after, from: 'at', action },
  });
  const table = (name: string, rest: string) =>
    `create table ${name} (id integer primary key, person_id integer, at varchar(30), ${rest})`;

  test('aged rows go after those that refer to them, and a thread from its leaves', async () => {
    const thread = Array.from({ length: 30 }, (_, nth) => `(${nth + 1}, 1, ${OLD}, ${nth === 0 ? 90 : nth})`);
    await having(
      table('posts', 'parent_id integer not null, foreign key (parent_id) references posts (id)'),
      `insert into posts values (90, 2, ${NEW}, 90), ${thread.join(', ')}`,
      table('items', 'post_id integer not null, foreign key (post_id) references posts (id)'),
      `insert into items values (1, 1, ${OLD}, 30), (2, 1, ${OLD}, 1), (3, 1, ${NEW}, 90)`,
    );
    const { engine } = await engineOf({ database, rules: [people, aged('posts'), aged('items')] });
    const report = await engine.erasure.applyRetention();
    assert.deepEqual(
      report.map(({ rule, rows, error }) => [rule, rows, error]),
      [
        ['posts', 30, undefined],
        ['items', 2, undefined],
      ],
    );
    assert.deepEqual(await column(database, 'posts', 'id'), [90]);
    assert.deepEqual(await column(database, 'items', 'id'), [3]);
  });

  test('a circle of aged rows is solved by a column that becomes null first', async () => {
    await having(
      table('posts', 'item_id integer, parent_id integer, foreign key (parent_id) references posts (id)'),
      `insert into posts values (1, 1, ${OLD}, 1, null), (2, 1, ${OLD}, 2, null), (3, 2, ${NEW}, 3, null)`,
      'update posts set parent_id = case id when 1 then 2 when 2 then 1 else 3 end',
      table('items', 'post_id integer not null, foreign key (post_id) references posts (id)'),
      `insert into items values (1, 1, ${OLD}, 1), (2, 1, ${OLD}, 2), (3, 2, ${NEW}, 3)`,
      'alter table posts add column best_id integer null references items (id)',
      'update posts set best_id = item_id',
    );
    const { engine } = await engineOf({ database, rules: [people, aged('posts'), aged('items')] });
    assert.deepEqual(
      (await engine.erasure.applyRetention()).map(({ error }) => error),
      [undefined, undefined],
    );
    assert.deepEqual(await column(database, 'posts', 'best_id'), [3]);
    assert.deepEqual(await column(database, 'items', 'id'), [3]);
  });

  test('rows that others refer to stay and are named, unless the rule sets the column to null', async () => {
    const rows = async () => {
      await having(
        table('posts', 'title varchar(10)'),
        `insert into posts values (1, 1, ${OLD}, null), (2, 1, ${OLD}, null)`,
        'create table answers (id integer primary key, post_id integer, foreign key (post_id) references posts (id))',
        'insert into answers values (1, 1)',
      );
    };
    await rows();
    const first = await engineOf({ database, rules: [people, aged('posts')] });
    const [entry] = await first.engine.erasure.applyRetention();
    assert.equal(entry?.rows, 1);
    assert.match(entry.error ?? '', /^1 rows? stays?, since others refer to .*others: 'detach'/);
    assert.deepEqual(await column(database, 'posts', 'id'), [1]);
    await rows();
    const second = await engineOf({ database, rules: [people, aged('posts', { action: 'delete', others: 'detach' })] });
    assert.equal((await second.engine.erasure.applyRetention())[0]?.error, undefined);
    assert.deepEqual(await column(database, 'posts', 'id'), []);
    assert.deepEqual(await column(database, 'answers', 'post_id'), [null]);
  });

  test('aged rows stay whose deletion would also delete rows that a rule keeps', async () => {
    await having(
      table('posts', 'title varchar(10)'),
      `insert into posts values (1, 1, ${OLD}, null), (2, 1, ${OLD}, null)`,
      table('items', 'post_id integer not null, foreign key (post_id) references posts (id) on delete cascade'),
      `insert into items values (1, 1, ${OLD}, 1)`,
    );
    const items: DataRuleOptions = {
      name: 'items',
      table: { table: 'items', person: 'person_id' },
      erasure: { action: 'keep', ground: 'A law', until: { years: 10, from: 'at' } },
    };
    const { engine } = await engineOf({ database, rules: [people, aged('posts'), items] });
    const [entry] = await engine.erasure.applyRetention();
    assert.equal(entry?.rows, 1);
    assert.match(entry.error ?? '', /others refer to/);
    assert.deepEqual(await column(database, 'items', 'id'), [1]);
  });

  test('aged rows of two tables that each need the other are deleted in one transaction, or named with the column', async () => {
    const deferrable = target.dialect === 'postgres' ? ' deferrable' : '';
    const isSqlite = target.dialect === 'sqlite';
    await having(
      table('posts', `item_id integer not null${isSqlite ? ' references items (id)' : ''}`),
      table('items', 'post_id integer not null, foreign key (post_id) references posts (id)'),
    );
    // 1 and 2 refer to each other; 3 is old, and a young item refers to it.
    const fill = [
      `insert into posts values (1, 1, ${OLD}, 2), (2, 1, ${OLD}, 1), (3, 2, ${OLD}, 3), (4, 2, ${NEW}, 3), (5, 1, ${OLD}, 1)`,
      `insert into items values (1, 1, ${OLD}, 1), (2, 1, ${OLD}, 2), (3, 2, ${NEW}, 3)`,
    ];
    if (isSqlite) {
      await database.transaction(async (transaction) => {
        await transaction.execute('pragma defer_foreign_keys = on');
        await make(transaction, fill);
      });
    } else {
      await make(database, [...fill, `alter table posts add foreign key (item_id) references items (id)${deferrable}`]);
    }
    const { engine } = await engineOf({ database, rules: [people, aged('posts'), aged('items')] });
    const report = new Map((await engine.erasure.applyRetention()).map((entry) => [entry.rule, entry]));
    assert.match(report.get('posts')?.error ?? '', /stays?, since/);
    if (target.dialect === 'mysql') {
      assert.deepEqual(await column(database, 'posts', 'id'), [1, 2, 3, 4], 'what no circle needs is gone');
      assert.deepEqual(await column(database, 'items', 'id'), [1, 2, 3]);
      assert.match(
        report.get('items')?.error ?? '',
        /circle that the database cannot delete: let one of .*posts\.item_id/,
      );
      return;
    }
    assert.deepEqual([report.get('posts')?.rows, report.get('items')?.rows], [3, 2]);
    assert.deepEqual(await column(database, 'posts', 'id'), [3, 4]);
    assert.deepEqual(await column(database, 'items', 'id'), [3]);
    assert.equal(report.get('items')?.error, undefined);
    assert.match(report.get('posts')?.error ?? '', /^1 row stays, since others refer to it/);
  });

  test('aged rows stay, at any depth, with which the database would delete rows that a rule keeps or refuses', async () => {
    const chain = (begin: number, end: string) =>
      Array.from({ length: 30 }, (_, nth) => `(${begin + nth}, null, ${NEW}, ${nth === 0 ? end : begin + nth - 1})`);
    await having(
      table('posts', 'title varchar(10)'),
      `insert into posts values (1, 1, ${OLD}, null), (2, 1, ${OLD}, null), (3, 1, ${OLD}, null)`,
      table(
        'answers',
        'parent_id integer, post_id integer, foreign key (parent_id) references answers (id) on delete cascade, foreign key (post_id) references posts (id) on delete cascade',
      ),
      ...[1, 2, 3].map(
        (post) => `insert into answers select ${post * 100}, null, ${NEW}, null, ${post} from people where id = 1`,
      ),
      ...[1, 2, 3].map(
        (post) =>
          `insert into answers (id, person_id, at, parent_id) values ${chain(post * 100 + 1, String(post * 100)).join(', ')}`,
      ),
      table('items', 'answer_id integer not null, foreign key (answer_id) references answers (id) on delete cascade'),
      `insert into items values (1, 2, ${OLD}, 130)`,
      'create table stars (id integer primary key, answer_id integer, foreign key (answer_id) references answers (id))',
      'insert into stars values (1, 230)',
    );
    const items: DataRuleOptions = {
      name: 'items',
      table: { table: 'items', person: 'person_id' },
      erasure: { action: 'keep', ground: 'A law', until: { years: 10, from: 'at' } },
    };
    const { engine } = await engineOf({ database, rules: [people, aged('posts'), items] });
    const [entry] = await engine.erasure.applyRetention();
    assert.equal(entry?.rows, 1);
    assert.match(entry.error ?? '', /^2 rows stay, since others refer to them/);
    assert.deepEqual(await column(database, 'posts', 'id'), [1, 2]);
    assert.equal((await column(database, 'answers', 'id')).length, 62);
  });

  test('kept rows that refer to each other go on the same date, in the order of their keys', async () => {
    await having(
      table('posts', 'parent_id integer, foreign key (parent_id) references posts (id)'),
      `insert into posts values (1, 1, ${OLD}, null), (2, 1, ${OLD}, 1), (3, 1, ${OLD}, 2), (4, 2, ${OLD}, null)`,
      'update posts set parent_id = 3 where id = 1',
      table('items', 'post_id integer not null, foreign key (post_id) references posts (id)'),
      `insert into items values (1, 1, ${OLD}, 1), (2, 1, ${OLD}, 2)`,
    );
    const kept = (name: string): DataRuleOptions => ({
      name,
      table: { table: name, person: 'person_id' },
      erasure: { action: 'keep', ground: 'A law', until: { years: 10, from: 'at' }, columns: { person_id: null } },
    });
    const shop = await engineOf({ database, rules: [people, kept('posts'), kept('items')] });
    await erase(shop);
    assert.deepEqual(await column(database, 'posts', 'id'), [1, 2, 3, 4]);
    shop.pass(10 * 366 * DAY);
    const report = await shop.engine.erasure.applyRetention();
    assert.deepEqual(
      new Map(report.map(({ rule, rows, error }) => [rule, [rows, error]])),
      new Map([
        ['posts', [3, undefined]],
        ['items', [2, undefined]],
      ]),
    );
    assert.deepEqual(await column(database, 'posts', 'id'), [4]);
    assert.deepEqual(await column(database, 'items', 'id'), []);
  });

  test('kept rows stay on their date, and are named, if the database would delete rows of others with them', async () => {
    const rules = (others?: 'detach' | 'delete'): DataRuleOptions[] => {
      const afterwards = { action: 'delete', ...(others !== undefined && { others }) } as const;
      const until = { years: 10, from: 'at' };
      return [
        people,
        {
          name: 'posts',
          table: { table: 'posts', person: 'person_id' },
          erasure: { action: 'keep', ground: 'A law', until, columns: { person_id: null }, afterwards },
        },
        { name: 'items', table: { table: 'items', person: 'person_id' }, erasure: 'delete' },
      ];
    };
    const ended = async (others?: 'detach' | 'delete') => {
      await having(
        table('posts', 'title varchar(10)'),
        `insert into posts values (1, 1, ${OLD}, 'x'), (2, 1, ${OLD}, 'y')`,
        table('items', 'post_id integer, foreign key (post_id) references posts (id) on delete cascade'),
        `insert into items values (1, 2, ${OLD}, 1), (2, 1, ${OLD}, 2), (3, null, ${OLD}, 2)`,
      );
      const shop = await engineOf({ database, rules: rules(others) });
      await erase(shop);
      shop.pass(10 * 366 * DAY);
      const [entry] = await shop.engine.erasure.applyRetention();
      return [
        entry?.rows,
        entry?.error,
        await column(database, 'items', 'id'),
        await column(database, 'items', 'post_id'),
      ];
    };
    const [rows, error, items] = await ended();
    assert.equal(rows, 1);
    assert.match(String(error), /the database would delete rows about other people: .*others: 'detach'/);
    assert.deepEqual(items, [1]);
    assert.deepEqual(await column(database, 'posts', 'id'), [1]);
    assert.deepEqual(await ended('detach'), [2, undefined, [1, 3], [null, null]]);
    assert.deepEqual(await ended('delete'), [2, undefined, [], []]);
  });
});
