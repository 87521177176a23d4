/** What is written of a person after their erasure is found, reopens the request, and is erased (spree/spree#14560). */
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';
import { addPerson, countOf, DAY, makeShop, shopEngine, type ShopEngine } from './shop.ts';

const ANNA = 'anna-41';
const erasure = { graceDays: 0, identifiers: () => ['Anna Müller', '+49 170 1234567'] };

async function erased(shop: ShopEngine): Promise<string> {
  const { id } = await shop.engine.erasure.create({ id: ANNA });
  await shop.engine.erasure.confirm(id);
  await shop.work();
  return id;
}

forEachDatabase((target) => {
  let database: Database;
  const text = target.dialect === 'mysql' ? 'longtext' : 'text';
  const json = target.dialect === 'sqlite' ? 'text' : target.dialect === 'mysql' ? 'json' : 'jsonb';
  const insert = (table: string, ...values: readonly unknown[]) => {
    const places = values.map((_, index) => (target.dialect === 'postgres' ? `$${index + 1}` : '?'));
    return database.execute(`insert into ${table} values (${places.join(', ')})`, values);
  };
  const marks = () => countOf(database, 'policy_manager_erasure_marks');

  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(async () => {
    await makeShop(database);
    await database.execute(
      `create table late_log (id integer primary key, note ${text}, data ${json}, first varchar(99), last varchar(99) not null)`,
    );
    await database.execute(`create table late_queue (payload ${text})`);
    await addPerson(database, ANNA, { orders: 0, reviews: 0 });
    await addPerson(database, 'otto-42', { orders: 0, reviews: 1, visits: 1 });
  });
  afterEach(async () => {
    await database.execute('drop table late_log');
    await database.execute('drop table late_queue');
    await database.execute('delete from policy_manager_erasure_marks');
  });

  test('the tables are searched again after 1, 7 and 30 days, and then the key is destroyed', async () => {
    const shop = await shopEngine(database, { erasure });
    const id = await erased(shop);
    const { receipt } = await shop.engine.erasure.find(id);
    const at = (days: number) => new Date(Date.parse(receipt!.completedAt) + days * DAY).toISOString().slice(0, 10);
    assert.deepEqual(
      receipt?.repeated?.plannedAt.map((one) => one.slice(0, 10)),
      [1, 7, 30].map(at),
    );
    assert.equal(receipt?.repeated?.marksUntil?.slice(0, 10), at(30));
    const { rows } = await database.execute<{ marks: string }>('select marks from policy_manager_erasure_marks');
    assert.doesNotMatch(JSON.stringify(rows), /anna|m\u00fcller/i);
    for (const [days, done] of [
      [1, 1],
      [5, 1],
      [1, 2],
      [22, 2],
      [2, 3],
    ] as const) {
      shop.pass(days * DAY);
      await shop.work();
      const request = await shop.engine.erasure.find(id);
      assert.equal(request.state, 'completed');
      assert.equal(request.receipt?.repeated?.searches.length, done);
      assert.equal(await marks(), done === 3 ? 0 : 1);
      const last = request.receipt.repeated.searches.at(-1)!;
      assert.deepEqual([last.found, last.erased], [[], null]);
      assert.ok(last.tables >= 7 && last.columns >= 15, `${last.tables} ${last.columns}`);
    }
    assert.equal((await shop.engine.erasure.find(id)).receipt?.repeated?.marksUntil, null);
    await assert.rejects(shop.engine.erasure.eraseFound(id), { code: 'nothing_found_again' });
  });

  test('what a late job writes again reopens the request, and one button erases it', async () => {
    const shop = await shopEngine(database, { erasure });
    const id = await erased(shop);
    await insert('late_log', 1, 'Call Anna Müller back: 0170/123 45 67, thanks', null, null, 'x');
    await insert(
      'late_log',
      2,
      'anna-41@SHOP.test',
      '{"n":9007199254740993,"who":"Anna M\\u00fcller","x":1}',
      null,
      'x',
    );
    await insert(
      'late_log',
      3,
      'nothing',
      '{"name":{"first":"Anna","last":"M\\u00fcller"},"n":1.50}',
      'Anna',
      'MÜLLER',
    );
    await insert(
      'late_log',
      5,
      `cursor=${Buffer.from('{"m":"anna-41@shop.test"}').toString('base64url')}&n=1`,
      null,
      null,
      'x',
    );
    await insert('late_log', 4, 'Anna Schmidt, Hans Müller', '{"first":"Anna"}', 'Anna', 'Schmidt');
    await insert('shop_visits', 9001, ANNA, '/', '2026-03-02');
    await insert('shop_visits', 9002, 'otto-42', '/', '2026-03-02');
    shop.pass(DAY + 1000);
    await shop.work();
    const open = await shop.engine.erasure.find(id);
    assert.equal(open.state, 'reopened');
    assert.ok(open.dueAt > new Date(Date.parse(open.createdAt) + 28 * DAY).toISOString());
    const [search] = open.receipt?.repeated?.searches ?? [];
    const counted = search?.found.map(({ table, column, rows }) => `${table}.${column} ${rows}`).toSorted();
    assert.deepEqual(counted, [
      'late_log.data 2',
      'late_log.first 1',
      'late_log.last 1',
      'late_log.note 3',
      'shop_visits.user_id 1',
    ]);
    const findings = await shop.engine.check();
    assert.equal(findings.find(({ code }) => code === 'erasure_reopened')?.subject, '1');

    await shop.engine.erasure.eraseFound(id);
    await shop.work();
    const done = await shop.engine.erasure.find(id);
    const last = done.receipt?.repeated?.searches.at(-1);
    assert.deepEqual([done.state, last?.found, last?.left], ['completed', [], []]);
    const asText = target.dialect === 'mysql' ? 'convert(data using utf8mb4)' : 'cast(data as text)';
    const { rows } = await database.execute<Record<string, string | null>>(
      `select note, ${asText} as data, first, last from late_log order by id`,
    );
    assert.equal(rows[0]?.['note'], 'Call [erased] back: [erased], thanks');
    assert.equal(rows[1]?.['note'], null);
    const words = rows.slice(0, 3).map(({ data }) => data);
    assert.doesNotMatch(words.join(' '), /anna|m(?:ü|\\u00fc)ller/i);
    assert.match(rows[1]?.['data'] ?? '', /9007199254740993/);
    assert.match(rows[2]?.['data'] ?? '', /1\.50?\b/);
    assert.deepEqual([rows[2]?.['first'], rows[2]?.['last'], rows[2]?.['note']], [null, '–', 'nothing']);
    assert.deepEqual([rows[3]?.['note'], rows[3]?.['first']], ['Anna Schmidt, Hans Müller', 'Anna']);
    assert.deepEqual(
      [await countOf(database, 'shop_visits', "user_id = 'anna-41'"), await countOf(database, 'shop_visits')],
      [0, 2],
    );
    // The searches go on, until the key is destroyed.
    assert.equal(await marks(), 1);
    // Another process, or the same after a restart.
    const restarted = await shopEngine(database, { erasure });
    restarted.pass(33 * DAY);
    await restarted.work();
    assert.equal(await marks(), 0);
    assert.equal((await restarted.engine.erasure.find(id)).receipt?.repeated?.searches.length, 3);
  });

  test('rows of other accounts and without a key are left to an administrator, who can close the request', async () => {
    const shop = await shopEngine(database, { erasure });
    const id = await erased(shop);
    await insert('shop_users', 'anna-99', `${ANNA}@shop.test`, 'Anna');
    await insert('late_queue', 'mail to Müller, Anna');
    await insert('late_queue', 'mail to Otto');
    shop.pass(DAY + 1000);
    await shop.work();
    await shop.engine.erasure.eraseFound(id);
    await shop.work();
    const open = await shop.engine.erasure.find(id);
    assert.equal(open.state, 'reopened');
    assert.deepEqual(
      open.receipt?.repeated?.searches.at(-1)?.left.toSorted((one, two) => (one.table < two.table ? -1 : 1)),
      [
        // SQLite numbers the rows of every table.
        ...(target.dialect === 'sqlite' ? [] : [{ table: 'late_queue', column: 'payload', rows: 1, reason: 'no_key' }]),
        { table: 'shop_users', column: 'email', rows: 1, reason: 'other_person' },
      ],
    );
    assert.equal(await countOf(database, 'shop_users', "email = 'anna-41@shop.test'"), 1);
    await database.execute("delete from late_queue where payload like '%Anna'");
    const settled = await shop.engine.erasure.settle(id, 'Signed up again');
    assert.equal(settled.state, 'completed');
    assert.deepEqual(settled.receipt?.repeated?.settled.at(-1)?.reason, 'Signed up again');
    // The same is not reported again; more is.
    shop.pass(7 * DAY);
    await shop.work();
    assert.equal((await shop.engine.erasure.find(id)).state, 'completed');
    await insert('late_queue', 'a:1:{s:4:"name";s:12:"Anna Müller";}');
    await insert('late_queue', 'to ANNA-41@shop.test');
    shop.pass(30 * DAY);
    await shop.work();
    assert.equal((await shop.engine.erasure.find(id)).state, 'reopened');
    // The key is still needed, for the button.
    assert.equal(await marks(), 1);
    await shop.engine.erasure.settle(id, 'Erased by hand');
    assert.equal(await marks(), 0);
    await assert.rejects(shop.engine.erasure.settle(id, 'Again'), { code: 'nothing_found_again' });
  });

  test('nothing is stored or searched again if the host says so', async () => {
    const shop = await shopEngine(database, { erasure: { ...erasure, searchAgainDays: [] } });
    const id = await erased(shop);
    assert.equal((await shop.engine.erasure.find(id)).receipt?.repeated, undefined);
    assert.equal(await marks(), 0);
  });
});
