import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import BetterSqlite3 from 'better-sqlite3';
import { betterSqlite3Database, type Database, type PolicyEngineError } from 'policy-engine';
import { betterSqlite3Transaction, isUniqueViolation } from 'policy-engine/database';
import { isConflict, isMissingTable } from '../../dist/platform/database/connection/sql-errors.js';
import { outageOf } from '../../dist/platform/database/connection/sql-outages.js';
import { forEachDatabase } from '../support/databases.ts';

forEachDatabase((target) => {
  /** A connection of the host and the engine's database on it, for one test. */
  async function withFile(run: (handle: BetterSqlite3.Database, database: Database) => Promise<void>): Promise<void> {
    const handle = new BetterSqlite3(target.url);
    const database = betterSqlite3Database(handle);
    try {
      await run(handle, database);
    } finally {
      await database.close();
      handle.close();
    }
  }

  test('with a file, the engine has connections of its own beside the host’s', async () => {
    await withFile(async (handle, database) => {
      await database.execute('create table notes (id integer primary key)');
      await database.transaction(async (transaction) => {
        await transaction.execute('insert into notes (id) values (1)');
        assert.deepEqual(handle.prepare('select id from notes').all(), []);
      });
      assert.deepEqual(handle.prepare('select id from notes').all(), [{ id: 1 }]);
      // An open read transaction of the host blocks no writer.
      handle.exec('begin; select id from notes');
      await database.execute('insert into notes (id) values (2)');
      handle.exec('commit');
      assert.deepEqual((await database.execute('select count(*) as n from notes')).rows, [{ n: 2 }]);
    });
  });

  test('closing the database leaves the connection of the host open', async () => {
    const handle = new BetterSqlite3(target.url);
    await betterSqlite3Database(handle).close();
    assert.ok(handle.open);
    handle.close();
  });

  test('with a database in memory, the engine waits while the host has a transaction open', async () => {
    const handle = new BetterSqlite3(':memory:');
    handle.exec('create table notes (id integer primary key); begin; insert into notes (id) values (1)');
    const database = betterSqlite3Database(handle);
    const writing = database.execute('insert into notes (id) values (2)');
    setTimeout(() => handle.exec('rollback'), 30);
    await writing;
    assert.deepEqual(handle.prepare('select id from notes').all(), [{ id: 2 }]);
    handle.exec('begin');
    await assert.rejects(
      betterSqlite3Database(handle, { waitLimit: 40 }).execute('insert into notes (id) values (3)'),
      (error: PolicyEngineError) => {
        assert.equal(error.code, 'database_busy');
        assert.match(String(error.cause), /betterSqlite3Transaction\(\) joins it/);
        return true;
      },
    );
    handle.close();
  });

  test('the settings of the host’s connection do not change values', async () => {
    await withFile(async (handle, database) => {
      handle.defaultSafeIntegers(true);
      await database.execute('create table numbers (value bigint)');
      await database.execute('insert into numbers (value) values (?)', [5]);
      assert.deepEqual((await database.execute('select value from numbers')).rows, [{ value: 5 }]);
      handle.exec('begin');
      const joined = betterSqlite3Transaction(handle);
      assert.deepEqual((await joined.execute('select value from numbers')).rows, [{ value: 5 }]);
      handle.exec('commit');
      assert.deepEqual(handle.prepare('select value from numbers').all(), [{ value: 5n }]);
    });
  });

  test('errors of the driver are recognised', async () => {
    await withFile(async (handle, database) => {
      const errorOf = (sql: string, on: BetterSqlite3.Database = handle): unknown => {
        try {
          on.exec(sql);
        } catch (error) {
          return error;
        }
        return assert.fail(`${sql} does not fail`);
      };
      await database.execute('create table once (id integer primary key, name text unique)');
      await database.execute("insert into once (id, name) values (1, 'a')");
      assert.ok(isUniqueViolation(errorOf('insert into once (id) values (1)')));
      assert.ok(isUniqueViolation(errorOf("insert into once (id, name) values (2, 'a')")));
      assert.ok(isMissingTable(errorOf('select * from nowhere')));
      assert.ok(!isMissingTable(errorOf('select nothing')));
      const reading = new BetterSqlite3(target.url, { readonly: true });
      assert.match(String(outageOf(errorOf('insert into once (id) values (3)', reading))), /is read-only/);
      reading.close();
      const other = new BetterSqlite3(target.url, { timeout: 0 });
      other.exec('begin immediate');
      handle.pragma('busy_timeout = 0');
      const busy = errorOf('begin immediate');
      assert.ok(isConflict(busy));
      assert.ok(!isUniqueViolation(busy));
      other.close();
    });
  });
}, 'sqlite');

test('a call of transaction(fn) is refused, since it ends before anything awaited', async () => {
  const handle = new BetterSqlite3(':memory:');
  handle.exec('create table notes (id integer primary key)');
  let writing: Promise<unknown> | undefined;
  handle.transaction(() => {
    const joined = betterSqlite3Transaction(handle);
    writing = Promise.resolve().then(() => joined.execute('insert into notes (id) values (1)'));
  })();
  await assert.rejects(writing!, { code: 'database_misuse' });
  assert.deepEqual(handle.prepare('select id from notes').all(), []);
  handle.close();
});

test('anything other than an open connection of better-sqlite3 is refused', () => {
  const closed = new BetterSqlite3(':memory:').close();
  for (const handle of [{}, closed, new DatabaseSync(':memory:'), null, undefined]) {
    assert.throws(() => betterSqlite3Database(handle as never), { code: 'database_misuse' });
    assert.throws(() => betterSqlite3Transaction(handle as never), { code: 'database_misuse' });
  }
});
