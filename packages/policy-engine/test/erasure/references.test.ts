/** Rows that refer to each other: each erasure is solved, or refused before it is confirmed. Foreign keys stay on. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { forEachDatabase } from '../support/databases.ts';
import { column, drop, engineOf, erase, make, stoppedBy } from './linked.ts';
import { makeShop, shopEngine } from './shop.ts';

const TABLES = ['answers', 'notes', 'mails', 'posts', 'homes', 'profiles', 'people'];
const people: DataRuleOptions = { name: 'people', table: { table: 'people', person: 'id' }, erasure: 'delete' };
const posts: DataRuleOptions = { name: 'posts', table: { table: 'posts', person: 'author_id' }, erasure: 'delete' };
const homes: DataRuleOptions = { name: 'homes', table: { table: 'homes', person: 'owner_id' }, erasure: 'delete' };

/** Posts of a thread, each an answer to the one before, by the authors in turn. */
const thread = (length: number, authors: readonly number[]) =>
  Array.from({ length }, (_, nth) => {
    const parent = nth === 0 ? 'null' : String(nth);
    return `(${nth + 1}, ${authors[nth % authors.length]}, ${parent})`;
  }).join(', ');

forEachDatabase((target) => {
  const { dialect } = target;
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
    await makeShop(database);
  });
  const having = async (...statements: string[]) => {
    await drop(database, TABLES);
    await make(database, [
      'create table people (id integer primary key, name varchar(40))',
      "insert into people values (1, 'Anna'), (2, 'Otto')",
      ...statements,
    ]);
  };
  const postsTable = (rest: string) =>
    `create table posts (id integer primary key, author_id integer, parent_id integer${rest})`;

  test('a circle of tables is solved by a column that becomes null first', async () => {
    await having(
      'create table homes (id integer primary key, owner_id integer not null, foreign key (owner_id) references people (id))',
      'alter table people add column home_id integer null references homes (id)',
      'insert into homes values (1, 1), (2, 2), (3, 1)',
      'update people set home_id = id',
    );
    const shop = await engineOf({ database, rules: [people, homes] });
    const plan = await shop.engine.erasure.plan({ id: '1' });
    assert.deepEqual(
      plan.map(({ rule, rows, how }) => [rule, rows, how]),
      [
        ['homes', 2, "people.home_id of the person's rows becomes null first"],
        ['people', 1, undefined],
      ],
    );
    await erase(shop);
    assert.deepEqual(await column(database, 'homes', 'id'), [2]);
    assert.deepEqual(await column(database, 'people', 'home_id'), [2]);
  });

  test('a thread of any depth is deleted', async () => {
    await having(
      postsTable(', foreign key (parent_id) references posts (id)'),
      `insert into posts values ${thread(300, [1])}`,
    );
    const shop = await engineOf({ database, rules: [people, posts] });
    const { receipt } = await erase(shop);
    assert.equal(receipt?.entries.find(({ rule }) => rule === 'posts')?.rows, 300);
    assert.deepEqual(await column(database, 'posts', 'id'), []);
  });

  test('a thread whose database deletes answers is deleted row by row, and all of its rows are counted', async () => {
    await having(
      postsTable(', foreign key (parent_id) references posts (id) on delete cascade'),
      `insert into posts values ${thread(100, [1])}`,
    );
    const shop = await engineOf({ database, rules: [people, posts] });
    const { receipt } = await erase(shop);
    const entry = receipt?.entries.find(({ rule }) => rule === 'posts');
    assert.deepEqual([entry?.rows, entry?.database], [100, undefined]);
    assert.deepEqual(await column(database, 'posts', 'id'), []);
  });

  test('a thread whose parents cannot be null is deleted from its leaves', async () => {
    await having(
      postsTable(' not null, foreign key (parent_id) references posts (id)'),
      // MariaDB does not delete a row that refers to itself.
      `insert into posts values (90, 2, 90), (1, 1, ${dialect === 'mysql' ? 90 : 1})`,
      ...Array.from(
        { length: 40 },
        (_, nth) => `insert into posts values (${nth + 2}, 1, ${Math.ceil((nth + 1) / 2)})`,
      ),
    );
    const shop = await engineOf({ database, rules: [people, posts] });
    assert.match(
      (await shop.engine.erasure.plan({ id: '1' }))[0]?.how ?? '',
      /rows to which no posts\.parent_id refers go first/,
    );
    await erase(shop);
    assert.deepEqual(await column(database, 'posts', 'id'), [90]);
  });

  test('rows that refer to each other in a circle go in one statement, or the erasure is refused', async () => {
    await having(
      postsTable(' not null, foreign key (parent_id) references posts (id)'),
      'insert into posts values (1, 1, 1), (2, 1, 1), (3, 1, 2)',
      'update posts set parent_id = 3 where id = 1',
    );
    const shop = await engineOf({ database, rules: [people, posts] });
    if (dialect === 'mysql') {
      assert.match(
        await stoppedBy(shop),
        /refer to each other in a circle \(posts\.parent_id\).*let posts\.parent_id be null/,
      );
      return;
    }
    await erase(shop);
    assert.deepEqual(await column(database, 'posts', 'id'), []);
  });

  for (const [parents, mayBeNull] of [
    ['may', true],
    ['may not', false],
  ] as const) {
    test(`a thread of a circle of tables is deleted at any length, whose parents ${parents} be null`, async () => {
      const length = mayBeNull ? 1100 : 40;
      const chain = Array.from({ length }, (_, nth) => `(${nth + 1}, ${nth === 0 ? 2001 : nth})`);
      await having(
        'drop table people',
        `create table posts (id integer primary key, parent_id integer${mayBeNull ? '' : ' not null'}, foreign key (parent_id) references posts (id))`,
        `insert into posts values (2001, 2001), ${chain.join(', ')}`,
        'create table people (id integer primary key, post_id integer not null, foreign key (post_id) references posts (id))',
        'insert into people values (1, 1), (2, 2001)',
        'alter table posts add column author_id integer null references people (id)',
        'update posts set author_id = case when id = 2001 then 2 else 1 end',
      );
      const shop = await engineOf({ database, rules: [people, posts] });
      const { receipt } = await erase(shop);
      assert.equal(receipt?.entries.find(({ rule }) => rule === 'posts')?.rows, length);
      assert.deepEqual(await column(database, 'posts', 'id'), [2001]);
      assert.deepEqual(await column(database, 'people', 'id'), [2]);
    });
  }

  test('answers of others that the database would delete stop the plan, unless the rule says what happens', async () => {
    await having(
      postsTable(', foreign key (parent_id) references posts (id) on delete cascade'),
      `insert into posts values ${thread(12, [1, 2, 2])}`,
    );
    const shop = await engineOf({ database, rules: [people, posts] });
    const [entry] = await shop.engine.erasure.plan({ id: '1' });
    assert.equal(entry?.rule, 'posts');
    assert.ok(entry?.database?.every(({ column: name, change }) => name === 'posts.parent_id' && change === 'deleted'));
    assert.deepEqual(
      entry?.database?.map(({ others }) => others),
      [8],
      'two answers to each of four posts, and one entry for their key',
    );
    assert.match(
      await stoppedBy(shop),
      /data rule "posts": with its rows, the database would delete 8 rows of posts that are not about this person alone/,
    );

    const detaching: DataRuleOptions = { ...posts, erasure: { action: 'delete', others: 'detach' } };
    await erase(await engineOf({ database, rules: [people, detaching] }));
    assert.deepEqual(await column(database, 'posts', 'id'), [2, 3, 5, 6, 8, 9, 11, 12]);
    assert.deepEqual(await column(database, 'posts', 'parent_id'), [null, 2, null, 5, null, 8, null, 11]);

    await having(
      postsTable(', foreign key (parent_id) references posts (id) on delete cascade'),
      `insert into posts values ${thread(6, [2, 1, 2])}`,
    );
    const all: DataRuleOptions = { ...posts, erasure: { action: 'delete', others: 'delete' } };
    const { receipt } = await erase(await engineOf({ database, rules: [people, all] }));
    assert.deepEqual(await column(database, 'posts', 'id'), [1]);
    const done = receipt?.entries.find(({ rule }) => rule === 'posts');
    assert.ok((done?.database?.[0]?.others ?? 0) > 0, 'the receipt counts them');
    assert.match(done?.reason ?? '', /The database also deletes rows/);
  });

  test('answers are deleted that are deeper than a database follows by itself, and counted', async () => {
    await having(
      postsTable(', foreign key (parent_id) references posts (id) on delete cascade'),
      `insert into posts values ${thread(60, [1, ...Array.from({ length: 59 }, () => 2)])}, (99, 2, null)`,
    );
    const all: DataRuleOptions = { ...posts, erasure: { action: 'delete', others: 'delete' } };
    const { receipt } = await erase(await engineOf({ database, rules: [people, all] }));
    assert.deepEqual(await column(database, 'posts', 'id'), [99]);
    const done = receipt?.entries.find(({ rule }) => rule === 'posts');
    assert.deepEqual(
      done?.database?.map(({ rows, others }) => [rows, others]),
      [[59, 59]],
    );
  });

  test('rows that no rule names and that refer to deleted ones stop the plan', async () => {
    await having(
      'create table notes (id integer primary key, about integer references people (id), foreign key (about) references people (id))',
      'insert into notes values (1, 1), (2, 2)',
    );
    assert.match(
      await stoppedBy(await engineOf({ database, rules: [people] })),
      /the database refuses to delete its rows, since 1 row of notes refer to them \(notes\.about\)/,
    );
    await erase(await engineOf({ database, rules: [people] }), '3');
    await erase(await engineOf({ database, rules: [{ ...people, erasure: { action: 'delete', others: 'detach' } }] }));
    assert.deepEqual(await column(database, 'notes', 'about'), [null, 2]);
  });

  test('columns that the database empties in rows of others stop the plan', async () => {
    await having(
      `create table notes (id integer primary key, owner_id integer, seen_by integer,
          foreign key (owner_id) references people (id), foreign key (seen_by) references people (id) on delete set null)`,
      'insert into notes values (1, 1, 2), (2, 2, 1), (3, 2, 2)',
    );
    const notes: DataRuleOptions = {
      name: 'notes',
      table: { table: 'notes', person: 'owner_id' },
      erasure: 'delete',
    };
    const shop = await engineOf({ database, rules: [people, notes] });
    assert.match(await stoppedBy(shop), /the database would change 1 row of notes .* \(notes\.seen_by\)/);
    const seen: DataRuleOptions = {
      name: 'seen',
      table: { table: 'notes', person: 'seen_by' },
      erasure: { action: 'set', columns: { seen_by: null } },
    };
    await erase(await engineOf({ database, rules: [people, notes, seen] }));
    assert.deepEqual(await column(database, 'notes', 'seen_by'), [null, 2]);
  });

  test('a profile that the row of a person refers to is deleted with it', async () => {
    const profiles: DataRuleOptions = {
      name: 'profiles',
      table: { table: 'profiles', person: { column: 'id', rule: 'people', references: 'profile_id' } },
      erasure: 'delete',
    };
    for (const nullable of [true, false]) {
      await having(
        'drop table people',
        'create table profiles (id integer primary key, bio varchar(40))',
        `create table people (id integer primary key, profile_id integer ${nullable ? 'null' : 'not null'}, foreign key (profile_id) references profiles (id))`,
        "insert into profiles values (7, 'x'), (8, 'y')",
        'insert into people values (1, 7), (2, 8)',
      );
      const shop = await engineOf({ database, rules: [people, profiles] });
      const plan = await shop.engine.erasure.plan({ id: '1' });
      const way = nullable ? /profile_id of the person's rows becomes null first/ : /in one transaction with/;
      assert.ok(plan.some(({ how }) => way.test(how ?? '')));
      const { receipt } = await erase(shop);
      assert.deepEqual(await column(database, 'profiles', 'id'), [8]);
      assert.deepEqual(await column(database, 'people', 'id'), [2]);
      assert.deepEqual(receipt?.entries.map(({ rule, rows }) => [rule, rows]).toSorted(), [
        ['people', 1],
        ['profiles', 1],
      ]);
    }
  });

  test('a circle in which no column may be null is deferred, or refused with the change that solves it', async () => {
    const deferrable = dialect === 'postgres' ? ' deferrable' : '';
    await having(
      'drop table people',
      ...(dialect === 'sqlite'
        ? [
            'create table people (id integer primary key, home_id integer not null references homes (id))',
            'create table homes (id integer primary key, owner_id integer not null references people (id))',
          ]
        : [
            'create table people (id integer primary key, home_id integer not null)',
            'create table homes (id integer primary key, owner_id integer not null, foreign key (owner_id) references people (id))',
          ]),
    );
    // The rows of 1 are a circle. Those of 2 are a line that ends at the circle of nobody who asks.
    const fill = [
      'insert into people values (1, 1), (2, 2), (3, 3)',
      'insert into homes values (1, 1), (2, 3), (3, 3), (4, 2)',
    ];
    if (dialect === 'sqlite') {
      await database.transaction(async (transaction) => {
        await transaction.execute('pragma defer_foreign_keys = on');
        await make(transaction, fill);
      });
    } else {
      await make(database, [
        ...fill,
        `alter table people add foreign key (home_id) references homes (id)${deferrable}`,
      ]);
    }
    const shop = await engineOf({ database, rules: [people, homes] });
    const isUnsolvable =
      /refer to each other in a circle in which no column may be null.*let one of .*people\.home_id.* be null/;
    const { receipt } = await erase(shop, '2');
    assert.deepEqual(receipt?.entries.map(({ rule, rows }) => [rule, rows]).toSorted(), [
      ['homes', 1],
      ['people', 1],
    ]);
    if (dialect === 'mysql') {
      assert.match(await stoppedBy(shop), isUnsolvable);
      const findings = await shop.engine.checkDataMap();
      assert.ok(findings.some(({ kind, reason }) => kind === 'unfit' && isUnsolvable.test(reason)));
      return;
    }
    await erase(shop);
    assert.deepEqual(await column(database, 'homes', 'id'), [2, 3]);
    assert.deepEqual(await column(database, 'people', 'id'), [3]);
  });

  test('a circle by restrict and cascade is refused for those whose rows are in it, with the change that solves it', async () => {
    const isSqlite = dialect === 'sqlite';
    await having(
      `create table homes (id integer primary key, owner_id integer not null, post_id integer not null${isSqlite ? ' references posts (id) on delete cascade' : ''}, foreign key (owner_id) references people (id))`,
      'create table posts (id integer primary key, author_id integer not null, home_id integer not null, foreign key (author_id) references people (id), foreign key (home_id) references homes (id))',
    );
    // The rows of 1 are a circle. Those of 2 are a line that ends at the circle of nobody who asks.
    const fill = [
      "insert into people values (3, 'Ines')",
      'insert into homes values (1, 1, 1), (2, 2, 2), (3, 3, 3)',
      'insert into posts values (1, 1, 1), (2, 2, 3), (3, 3, 3)',
    ];
    if (isSqlite) {
      await database.transaction(async (transaction) => {
        await transaction.execute('pragma defer_foreign_keys = on');
        await make(transaction, fill);
      });
    } else {
      await make(database, [
        ...fill,
        'alter table homes add foreign key (post_id) references posts (id) on delete cascade',
      ]);
    }
    const shop = await engineOf({ database, rules: [people, homes, posts] });
    const { receipt } = await erase(shop, '2');
    assert.deepEqual(receipt?.entries.map(({ rule, rows }) => [rule, rows]).toSorted(), [
      ['homes', 1],
      ['people', 1],
      ['posts', 1],
    ]);
    assert.deepEqual(await column(database, 'homes', 'id'), [1, 3]);
    if (dialect === 'mysql') {
      const why = /circle in which no column may be null.*let one of .*homes\.post_id.* be null/;
      assert.match(await stoppedBy(shop), why);
      assert.ok((await shop.engine.checkDataMap()).some(({ kind, reason }) => kind === 'unfit' && why.test(reason)));
      return;
    }
    await erase(shop);
    assert.deepEqual(await column(database, 'homes', 'id'), [3]);
    assert.deepEqual(await column(database, 'posts', 'id'), [3]);
  });

  test('a rule that leaves rows which refer to deleted ones is refused before', async () => {
    await having(
      'create table mails (id integer primary key, to_id integer, at varchar(40), foreign key (to_id) references people (id) on delete cascade)',
      "insert into mails values (1, 1, '2026-01-01')",
    );
    const keep = { action: 'keep', ground: 'Tax law', until: { years: 10, from: 'at' } } as const;
    const mails: DataRuleOptions = { name: 'mails', table: { table: 'mails', person: 'to_id' }, erasure: keep };
    const shop = await engineOf({ database, rules: [people, mails] });
    assert.match(
      await stoppedBy(shop),
      /"mails" leaves rows that the database deletes with those of "people".*set it to null/,
    );
    await erase(
      await engineOf({ database, rules: [people, { ...mails, erasure: { ...keep, columns: { to_id: null } } }] }),
    );
    assert.deepEqual(await column(database, 'mails', 'to_id'), [null]);
  });

  test('keys of several columns are followed', async () => {
    await having(
      'create table posts (shop varchar(10), nr integer, author_id integer, parent integer, primary key (shop, nr), foreign key (shop, parent) references posts (shop, nr))',
      "insert into posts values ('a', 1, 1, null), ('a', 2, 1, 1), ('a', 3, 1, 2), ('b', 1, 2, null)",
      'create table answers (id integer primary key, shop varchar(10), nr integer, foreign key (shop, nr) references posts (shop, nr))',
      "insert into answers values (1, 'a', 2), (2, 'b', 1)",
    );
    const long: DataRuleOptions = { ...posts, table: { table: 'posts', key: ['shop', 'nr'], person: 'author_id' } };
    assert.match(
      await stoppedBy(await engineOf({ database, rules: [people, long] })),
      /1 row of answers refer to them \(answers\.shop, nr\)/,
    );
    await erase(
      await engineOf({ database, rules: [people, { ...long, erasure: { action: 'delete', others: 'detach' } }] }),
    );
    assert.deepEqual(await column(database, 'posts', 'shop', 'nr'), ['b']);
    assert.equal((await column(database, 'answers', 'id')).length, 2);
  });
});
