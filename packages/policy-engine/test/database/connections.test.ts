import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import mysql from 'mysql2';
import mysqlPromise from 'mysql2/promise';
import pg from 'pg';
import { connectDatabase, mysql2Database, pgDatabase } from 'policy-engine';
import { migrate, mysql2Transaction, pgTransaction } from 'policy-engine/database';
import type { Database } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';

/** Two transactions that lock two rows in opposite order. Returns how often each callback ran. */
async function crossed(database: Database): Promise<number[]> {
  const place = database.dialect === 'postgres' ? '$1' : '?';
  const runs = [0, 0];
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  const lock = (index: number, [first, second]: readonly [number, number]) =>
    database.transaction(
      async (tx) => {
        runs[index]! += 1;
        await tx.execute(`update pair set value = value + 1 where id = ${place}`, [first]);
        if (++holding === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await tx.execute(`update pair set value = value + 1 where id = ${place}`, [second]);
      },
      { isolation: 'read committed' },
    );
  await Promise.all([lock(0, [1, 2]), lock(1, [2, 1])]);
  return runs;
}

async function deadlockIsRetried(database: Database): Promise<void> {
  await database.execute('create table pair (id integer primary key, value integer not null)');
  await database.execute('insert into pair (id, value) values (1, 0), (2, 0)');
  const runs = await crossed(database);
  // PostgreSQL may detect the deadlock on both sides at once.
  assert.ok(Math.max(...runs) >= 2 && Math.min(...runs) >= 1, `runs: ${runs.join()}`);
  const { rows } = await database.execute('select value from pair order by id');
  assert.deepEqual(rows, [{ value: 2 }, { value: 2 }]);
}

forEachDatabase((target) => {
  describe('pg connections', () => {
    test('retry the loser of a deadlock', async () => deadlockIsRetried(await target.open()));

    test('prepare frequent statements once, until a pooler mixes connections up', async () => {
      const pool = new pg.Pool({ connectionString: target.url, max: 1 });
      const database = pgDatabase(pool);
      const ask = async (within: Database) =>
        (await within.execute('select $1 || 1 as said', ['a'], { isRepeated: true })).rows[0];
      const names = async () => (await pool.query('select name from pg_prepared_statements')).rows.length;
      for (let time = 1; time < 5; time++) await ask(database);
      assert.equal(await names(), 0);
      await ask(database);
      await ask(database);
      assert.equal(await names(), 1);
      // Like PgBouncer in transaction mode: the next statement uses another connection to the server.
      await pool.query('deallocate all');
      assert.deepEqual(await database.transaction(ask), { said: 'a1' });
      assert.deepEqual(await ask(database), { said: 'a1' });
      assert.equal(await names(), 0, 'names are not tried again');
      await pool.end();
    });

    test('all return to the pool, and the pool stays open', async () => {
      const pool = new pg.Pool({ connectionString: target.url, max: 3 });
      const database = pgDatabase(pool);
      await database.transaction((tx) => tx.execute('select 1'));
      await assert.rejects(database.transaction((tx) => tx.execute('select * from nowhere')));
      await assert.rejects(
        database.transaction(() => Promise.reject(new Error('mine'))),
        { message: 'mine' },
      );
      await assert.rejects(database.execute('select * from nowhere'));
      await database.close();
      assert.equal(pool.totalCount, pool.idleCount);
      assert.equal(pool.totalCount, 1, 'a refused statement costs no connection');
      assert.equal((await pool.query('select 1')).rowCount, 1);
      await pool.end();
    });

    test('that are lost in a transaction end only that transaction', async () => {
      const pool = new pg.Pool({ connectionString: target.url, max: 1 });
      pool.on('error', () => {});
      const database = pgDatabase(pool);
      const admin = await target.open();
      const failing = database.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
        await admin.execute('select pg_terminate_backend($1)', [rows[0]!.pid]);
        // The error arrives while no statement is running; without a listener it would end the process.
        await new Promise((resolve) => setTimeout(resolve, 50));
        await tx.execute('select 1');
      });
      await assert.rejects(failing);
      assert.deepEqual((await database.execute('select 1 as one')).rows, [{ one: 1 }]);
      await pool.end();
    });

    test('are not affected by a host’s global parsers', async () => {
      const before = [pg.types.getTypeParser(20), pg.types.getTypeParser(1114)] as const;
      pg.types.setTypeParser(20, () => 'host');
      pg.types.setTypeParser(1114, () => 'host');
      try {
        const database = await target.open();
        const { rows } = await database.execute(
          `select 5::bigint as n, timestamp '2026-01-02 03:04:05.678' as plain, timestamptz '2026-01-02 03:04:05+05:30' as zoned, 1.50::numeric as exact, true as yes`,
        );
        assert.deepEqual(rows, [
          { n: 5, plain: '2026-01-02T03:04:05.678Z', zoned: '2026-01-01T21:34:05.000Z', exact: '1.50', yes: 1 },
        ]);
      } finally {
        pg.types.setTypeParser(20, before[0]);
        pg.types.setTypeParser(1114, before[1]);
      }
    });

    test('pg pool and client are distinguished', async () => {
      const client = new pg.Client({ connectionString: target.url });
      const pool = new pg.Pool({ connectionString: target.url });
      assert.throws(() => pgDatabase(client as never), { code: 'database_misuse', message: /pgTransaction/ });
      assert.throws(() => pgTransaction(pool as never), { code: 'database_misuse', message: /pgDatabase/ });
      assert.throws(() => pgDatabase(undefined as never), { code: 'database_misuse' });
      await pool.end();
    });
  });
}, 'postgres');

forEachDatabase((target) => {
  describe('mysql2 connections', () => {
    test('retry the loser of a deadlock', async () => deadlockIsRetried(await target.open()));

    test('all return to the pool, and the pool stays open', async () => {
      const pool = mysqlPromise.createPool({ uri: target.url, connectionLimit: 1, waitForConnections: false });
      const database = mysql2Database(pool);
      const ids = new Set<unknown>();
      const note = async (): Promise<void> => {
        ids.add((await database.execute('select connection_id() as id')).rows[0]?.['id']);
      };
      await note();
      await assert.rejects(database.transaction((tx) => tx.execute('select * from nowhere')));
      await assert.rejects(
        database.transaction(() => Promise.reject(new Error('mine'))),
        { message: 'mine' },
      );
      await assert.rejects(database.execute('select * from nowhere'));
      await note();
      await database.close();
      assert.equal(ids.size, 1, 'a refused statement costs no connection');
      await pool.query('select 1');
      await pool.end();
    });

    test('that are lost in a transaction end only that transaction', async () => {
      const pool = mysqlPromise.createPool({ uri: target.url, connectionLimit: 1 });
      const database = mysql2Database(pool);
      const admin = await target.open();
      const failing = database.transaction(async (tx) => {
        const { rows } = await tx.execute<{ id: number }>('select connection_id() as id');
        await admin.execute(`kill ${rows[0]!.id}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        await tx.execute('select 1');
      });
      await assert.rejects(failing);
      assert.deepEqual((await database.execute('select 1 as one')).rows, [{ one: 1 }]);
      await pool.end();
    });

    test("the host's sessions keep their settings", async () => {
      const pool = mysqlPromise.createPool({ uri: target.url, connectionLimit: 1 });
      const settings = async (): Promise<unknown> =>
        (
          await pool.query(
            "show session variables where variable_name in ('sql_mode', 'time_zone', 'tx_isolation', 'autocommit')",
          )
        )[0];
      const before = await settings();
      const database = mysql2Database(pool);
      await database.transaction((tx) => tx.execute('select 1'));
      await database.transaction((tx) => tx.execute('select 1'), { isolation: 'read committed' });
      assert.deepEqual(await settings(), before);
      await pool.end();
    });

    const unfit: [string, string, RegExp][] = [
      ['without strict mode', "set session sql_mode = ''", /STRICT_TRANS_TABLES/],
      [
        'that does not escape with backslashes',
        "set session sql_mode = concat(@@sql_mode, ',NO_BACKSLASH_ESCAPES')",
        /NO_BACKSLASH_ESCAPES/,
      ],
      ['of three-byte text', 'set names utf8mb3', /utf8mb3, not utf8mb4/],
    ];
    for (const [title, statement, message] of unfit) {
      test(`a session ${title} is refused`, async () => {
        const pool = mysqlPromise.createPool({ uri: target.url, connectionLimit: 1 });
        await pool.query(statement);
        const database = mysql2Database(pool);
        for (let round = 0; round < 2; round++) {
          await assert.rejects(database.execute('select 1'), { code: 'database_session_refused', message });
          await assert.rejects(migrate(database), { code: 'database_session_refused' });
        }
        await pool.end();
      });
    }

    test('migrating in a transaction is refused, because MySQL would commit it', async () => {
      const connection = await mysqlPromise.createConnection({ uri: target.url });
      await connection.beginTransaction();
      await assert.rejects(migrate(mysql2Transaction(connection)), { code: 'database_misuse' });
      await connection.end();
    });

    test('pools and connections of mysql2 and mysql2/promise are distinguished', async () => {
      const pool = mysql.createPool({ uri: target.url });
      const connection = mysql.createConnection({ uri: target.url });
      const promise = await mysqlPromise.createConnection({ uri: target.url });
      for (const given of [pool, pool.promise()]) {
        assert.deepEqual((await mysql2Database(given).execute('select 1 as one')).rows, [{ one: 1 }]);
        assert.throws(() => mysql2Transaction(given as never), { code: 'database_misuse', message: /mysql2Database/ });
      }
      for (const given of [connection, promise]) {
        assert.throws(() => mysql2Database(given as never), { code: 'database_misuse', message: /mysql2Transaction/ });
      }
      assert.throws(() => mysql2Database(undefined as never), { code: 'database_misuse' });
      await Promise.all([pool.promise().end(), connection.promise().end(), promise.end()]);
    });

    test('mariadb:// is accepted as a scheme', async () => {
      const database = await connectDatabase(target.url.replace(/^mysql:/, 'mariadb:'));
      assert.deepEqual((await database.execute('select 1 as one')).rows, [{ one: 1 }]);
      await database.close();
    });
  });
}, 'mysql');
