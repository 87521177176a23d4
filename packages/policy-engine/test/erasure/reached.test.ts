/** Comments of others on somebody's posts: a rule that reaches them over the posts stops, unless it says that they go as well. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { DataRuleOptions } from 'policy-engine/data-map';
import { forEachDatabase } from '../support/databases.ts';
import { column, drop, engineOf, erase, make, stoppedBy } from './linked.ts';
import { makeShop, shopEngine } from './shop.ts';

const people: DataRuleOptions = { name: 'people', table: { table: 'people', person: 'id' }, erasure: 'delete' };
const posts: DataRuleOptions = { name: 'posts', table: { table: 'posts', person: 'author_id' }, erasure: 'delete' };
const byPost = { table: 'comments', person: { column: 'post_id', rule: 'posts' } };
const comments: DataRuleOptions = { name: 'comments', table: byPost, erasure: 'delete' };

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
    await makeShop(database);
  });
  const having = async (key = ', foreign key (user_id) references people (id)', extra = '') => {
    await drop(database, ['comments', 'posts', 'people']);
    await make(database, [
      'create table people (id integer primary key, name varchar(40))',
      "insert into people values (1, 'Anna'), (2, 'Otto')",
      'create table posts (id integer primary key, author_id integer, foreign key (author_id) references people (id))',
      'insert into posts values (1, 1), (2, 1), (3, 2)',
      `create table comments (id integer primary key, post_id integer, user_id integer, body varchar(40)${extra},
        foreign key (post_id) references posts (id)${key})`,
      `insert into comments (id, post_id, user_id, body) values (1, 1, 1, 'mine'), (2, 1, 2, 'of Otto'), (3, 2, 2, 'of Otto'), (4, 2, null, 'of nobody'),
        (5, 3, 2, 'elsewhere')`,
    ]);
  };
  beforeEach(() => having());

  test('they are counted in the plan and stop it', async () => {
    const shop = await engineOf({ database, rules: [people, posts, comments] });
    const entry = (await shop.engine.erasure.plan({ id: '1' })).find(({ rule }) => rule === 'comments');
    assert.deepEqual(entry?.database, [{ column: 'comments.user_id', change: 'reached', rows: 2, others: 2 }]);
    assert.match(entry?.reason ?? '', /Rows of other people are among them \(comments\.user_id\): 2/);
    assert.match(
      await stoppedBy(shop),
      /data rule "comments": 2 rows that it erases by way of another row are about other people \(comments\.user_id\)/,
    );
    assert.deepEqual(await column(database, 'comments', 'id'), [1, 2, 3, 4, 5]);
  });

  test('also without a foreign key, where values are keys of people', async () => {
    await having('');
    const shop = await engineOf({ database, rules: [people, posts, comments] });
    assert.match(await stoppedBy(shop), /2 rows that it erases by way of another row/);
    await database.execute('update comments set user_id = 77 where user_id = 2');
    await erase(shop);
    assert.deepEqual(await column(database, 'comments', 'id'), [5], 'a key of nobody is nobody’s');
  });

  test('a rule may say that they go, and the receipt counts them', async () => {
    const all: DataRuleOptions = { ...comments, erasure: { action: 'delete', others: 'delete' } };
    const { receipt } = await erase(await engineOf({ database, rules: [people, posts, all] }));
    assert.deepEqual(await column(database, 'comments', 'id'), [5]);
    const done = receipt?.entries.find(({ rule }) => rule === 'comments');
    assert.deepEqual(done?.database, [{ column: 'comments.user_id', change: 'reached', rows: 2, others: 2 }]);
  });

  test('an exemption of the column says that it is nobody’s', async () => {
    const exempt = { exempt: [{ table: 'comments', columns: ['user_id'], reason: 'Who typed it in for the author' }] };
    await erase(await engineOf({ database, rules: [people, posts, comments], dataMap: exempt }));
    assert.deepEqual(await column(database, 'comments', 'id'), [5]);
  });

  test('values written into them stop as well', async () => {
    const setting: DataRuleOptions = { ...comments, erasure: { action: 'set', columns: { body: null } } };
    const detached: DataRuleOptions = { ...posts, erasure: { action: 'set', columns: { author_id: null } } };
    const shop = await engineOf({ database, rules: [people, detached, setting] });
    assert.match(
      await stoppedBy(shop),
      /"comments": 2 rows that it erases by way of another row are about other people \(comments\.user_id\): name that column as a side of the rule, or exempt it/,
    );
  });

  test('who handled a row is not whose it is', async () => {
    await having('', ', handled_by integer references people (id)');
    await database.execute('update comments set user_id = null, handled_by = 2');
    await erase(await engineOf({ database, rules: [people, posts, comments], dataMap: { exempt: [] } }));
    assert.deepEqual(await column(database, 'comments', 'id'), [5]);
  });

  test('comments that come after the plan stop the deletion', async () => {
    await database.execute('delete from comments where user_id = 2 and post_id < 3');
    const shop = await engineOf({ database, rules: [people, posts, comments] });
    const asked = await shop.engine.erasure.create({ id: '1' });
    await shop.engine.erasure.confirm(asked.id);
    await database.execute("insert into comments (id, post_id, user_id, body) values (9, 1, 2, 'late')");
    await shop.work();
    assert.match((await shop.engine.erasure.find(asked.id)).error ?? '', /1 row that it erases by way of another row/);
    assert.deepEqual(await column(database, 'comments', 'id'), [1, 4, 5, 9]);
    await shop.engine.erasure.cancel(asked.id).catch(() => undefined);
  });
});
