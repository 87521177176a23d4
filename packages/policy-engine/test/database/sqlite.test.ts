import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { connectDatabase, nodeSqliteDatabase } from 'policy-engine';
import { nodeSqliteTransaction } from 'policy-engine/database';
import { forEachDatabase } from '../support/databases.ts';

forEachDatabase((target) => {
  test('a file is durable (synchronous full), in WAL mode, with foreign keys', async () => {
    const database = await target.open();
    const pragma = (name: string) =>
      database.transaction(async (tx) => Object.values((await tx.execute(`pragma ${name}`)).rows[0] ?? {})[0]);
    assert.equal(await pragma('journal_mode'), 'wal');
    assert.equal(await pragma('synchronous'), 2);
    assert.equal(await pragma('foreign_keys'), 1);
  });

  test('readers do not wait for an open write transaction', async () => {
    const database = await target.open();
    await database.execute('create table read_while_written (id integer)');
    const wrote = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    const writing = database.transaction(async (tx) => {
      await tx.execute('insert into read_while_written (id) values (1)');
      wrote.resolve();
      await done.promise;
    });
    await wrote.promise;
    assert.deepEqual((await database.execute('select * from read_while_written')).rows, []);
    assert.deepEqual((await database.execute('with a as (select 1 as one) select * from a')).rows, [{ one: 1 }]);
    done.resolve();
    await writing;
    assert.deepEqual((await database.execute('select * from read_while_written')).rows, [{ id: 1 }]);
  });

  test('columns that were added or renamed after a statement was prepared have their names', async () => {
    const database = await target.open();
    await database.execute('create table widened (id integer, name text)');
    await database.execute("insert into widened (id, name) values (1, 'Anna')");
    const all = async () => (await database.execute('select * from widened')).rows;
    assert.deepEqual(await all(), [{ id: 1, name: 'Anna' }]);
    await database.execute('alter table widened rename column name to called');
    assert.deepEqual(await all(), [{ id: 1, called: 'Anna' }]);
    await database.execute('alter table widened add column age integer');
    assert.deepEqual(await all(), [{ id: 1, called: 'Anna', age: null }]);
  });

  test('transactions that wait together commit together, and one that fails undoes only itself', async () => {
    const database = await target.open();
    await database.execute('create table together (id integer primary key)');
    const insert = (id: number) =>
      database.transaction(async (tx) => {
        await tx.execute('insert into together (id) values (?)', [id]);
        if (id === 3) throw new Error('not this one');
      });
    const results = await Promise.allSettled([
      ...[1, 2, 3, 4, 2].map(insert),
      database.execute('insert into together (id) values (9)'),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
    const { rows } = await database.execute('select id from together order by id');
    assert.deepEqual(
      rows.map(({ id }) => id),
      [1, 2, 4, 9],
    );
  });

  test('a failing commit fails only for its own transaction', async () => {
    const database = await target.open();
    await database.execute('create table parents (id integer primary key)');
    await database.execute(
      'create table children (id integer primary key, parent integer references parents (id) deferrable initially deferred)',
    );
    const child = (id: number, parent: number | null) =>
      database.transaction((tx) => tx.execute('insert into children (id, parent) values (?, ?)', [id, parent]));
    const [first, orphan, last] = await Promise.allSettled([child(1, null), child(2, 404), child(3, null)]);
    assert.equal(first?.status, 'fulfilled');
    assert.equal(last?.status, 'fulfilled');
    assert.ok(orphan?.status === 'rejected');
    assert.match(String(orphan.reason), /FOREIGN KEY/);
    const { rows } = await database.execute('select id from children order by id');
    assert.deepEqual(
      rows.map(({ id }) => id),
      [1, 3],
    );
  });

  test('waiting for a foreign writer does not block the event loop, and ends', async () => {
    const foreign = new DatabaseSync(target.url);
    const database = nodeSqliteDatabase(target.url, { waitLimit: 300 });
    await database.execute('create table waited (id integer)');
    foreign.exec('begin immediate');
    let ticks = 0;
    const ticker = setInterval(() => void (ticks += 1), 5);
    const started = performance.now();
    await assert.rejects(database.execute('insert into waited (id) values (1)'), {
      code: 'database_busy',
      status: 503,
    });
    const waited = performance.now() - started;
    clearInterval(ticker);
    assert.ok(waited >= 300 && waited < 5000, `waited ${waited} ms`);
    assert.ok(ticks > 0, `${ticks} ticks while waiting`);

    const patient = nodeSqliteDatabase(target.url, { waitLimit: 60_000 });
    const inserted = patient.transaction((tx) => tx.execute('insert into waited (id) values (2)'));
    await sleep(20);
    foreign.exec('rollback');
    await inserted;
    assert.deepEqual((await database.execute('select id from waited')).rows, [{ id: 2 }]);
    foreign.close();
    await patient.close();
    await database.close();
  });

  test('a transaction that never ends makes others fail instead of hang', async () => {
    const database = nodeSqliteDatabase(target.url, { waitLimit: 50 });
    const stuck = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const first = database.transaction(async () => {
      started.resolve();
      await stuck.promise;
    });
    await started.promise;
    await assert.rejects(
      database.transaction(async () => {}),
      { code: 'database_busy' },
    );
    await assert.rejects(database.execute('create table never (id integer)'), { code: 'database_busy' });
    stuck.resolve();
    await first;
    await database.execute('create table after_stuck (id integer)');
    await database.close();
  });

  test('databases over the same DatabaseSync take turns', async () => {
    const handle = new DatabaseSync(target.url);
    handle.exec('create table turns (id integer primary key, value integer)');
    handle.exec('insert into turns (id, value) values (1, 0)');
    const increment = () =>
      nodeSqliteDatabase(handle).transaction(async (tx) => {
        const { rows } = await tx.execute<{ value: number }>('select value from turns');
        await sleep(1);
        await tx.execute('update turns set value = ?', [rows[0]!.value + 1]);
      });
    await Promise.all(Array.from({ length: 10 }, increment));
    assert.deepEqual((await nodeSqliteDatabase(handle).execute('select value from turns')).rows, [{ value: 10 }]);
    await nodeSqliteDatabase(handle).transaction(async () => {
      await assert.rejects(nodeSqliteDatabase(handle).execute('select 1'), { code: 'database_misuse' });
    });
    await nodeSqliteDatabase(handle).close();
    assert.ok(handle.isOpen, 'closing is left to the host');
    handle.close();
  });

  test('more different statements than the cache holds can be run', async () => {
    const database = await target.open();
    for (let round = 0; round < 2; round++) {
      for (let value = 0; value < 300; value++) {
        assert.deepEqual((await database.execute(`select ${value} as value`)).rows, [{ value }]);
      }
    }
  });

  test('a cached select sees a column added later', async () => {
    const database = await target.open();
    await database.execute('create table grows (id integer)');
    await database.execute('insert into grows (id) values (1)');
    assert.deepEqual((await database.execute('select * from grows')).rows, [{ id: 1 }]);
    await database.execute("alter table grows add column note text default 'x'");
    assert.deepEqual((await database.execute('select * from grows')).rows, [{ id: 1, note: 'x' }]);
  });

  test('closing twice is allowed, and removes the write-ahead log', async () => {
    const database = nodeSqliteDatabase(`${target.url}.closed`);
    await database.execute('create table a (id integer)');
    assert.ok(existsSync(`${target.url}.closed-wal`));
    await database.close();
    await database.close();
    assert.ok(!existsSync(`${target.url}.closed-wal`));
  });
}, 'sqlite');

test('a handle of another driver is refused', () => {
  for (const handle of [{}, { prepare() {}, inTransaction: false }, null, undefined]) {
    assert.throws(() => nodeSqliteDatabase(handle as never), { code: 'database_misuse' });
    assert.throws(() => nodeSqliteTransaction(handle as never), { code: 'database_misuse' });
  }
});

const refused = ['', 'file:', 'file:a.db?mode=memory', 'file:a.db#x', 'file://elsewhere/a.db', 'file:%zz', 'a\0b'];
for (const location of refused) {
  test(`${JSON.stringify(location)} is refused as a SQLite file`, async () => {
    await assert.rejects(connectDatabase(location), { name: 'PolicyEngineError', code: 'database_url_refused' });
  });
}
