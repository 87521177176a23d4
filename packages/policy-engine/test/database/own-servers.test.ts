/** Servers and disks of its own that start, stop, fill up and become read-only are outages, and end as such. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { betterSqlite3Database, type Database, mysql2Database, nodeSqliteDatabase, pgDatabase } from 'policy-engine';
import { skipWithout } from '../../../../testing/servers.ts';
import { outageOf } from '../../dist/platform/database/connection/sql-outages.js';
import { engineOn, refusesAll, worksAgain, type State } from './outage-engine.ts';
import { canStart, folderOf, OwnMariadb, OwnPostgres } from './own-servers/servers.ts';

const errorOf = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    () => null,
    (error: unknown) => error,
  );

/** Reading works; writing answers 503 with the time to wait, and the log names the cause. */
async function refusesWrites({ made, log }: State, cause: RegExp): Promise<void> {
  log.length = 0;
  const [read, written] = [
    await made.as('anna').json('GET', '/policies/user_terms.json'),
    await made.as('anna').json('PUT', '/policies/user_terms/cookie/accept.json'),
  ];
  assert.deepEqual([read.status, written.status, written.headers.get('retry-after')], [200, 503, '5']);
  assert.match(log.at(-1) ?? '', cause);
}

/** Fills the disk until nothing more fits. @returns the error */
async function fill(database: Database, text: string, rows = 10_000): Promise<unknown> {
  for (let row = 0; row < rows; row += 1) {
    const place = database.dialect === 'postgres' ? '$1' : '?';
    const error = await errorOf(database.execute(`insert into filler values (${place})`, [text]));
    if (error !== null) return error;
  }
  return null;
}

/** Closes the pool's only connection, so that the next statement needs another one. */
async function reconnects(pool: pg.Pool): Promise<void> {
  (await pool.connect()).release(true);
}

/** Waits until the server runs a statement with this word. */
async function isRunning(url: string, word: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sql = "select 1 from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()";
  while ((await client.query(sql, [`%${word}%`])).rows.length === 0) await sleep(20);
  await client.end();
}

if (!canStart.postgres) skipWithout('on PostgreSQL', 'a PostgreSQL of its own', () => 3);
else {
  suite('PostgreSQL', () => {
    test('that shuts down, is down, starts and only reads is unavailable', async () => {
      await using server = await OwnPostgres.start();
      const pool = new pg.Pool({ connectionString: server.url, max: 1 });
      pool.on('error', () => {});
      const state = await engineOn(pgDatabase(pool));
      const held = new pg.Client({ connectionString: server.url });
      await held.connect();
      await reconnects(pool);
      // Waits for the connection that is held; others are refused.
      server.signal('SIGTERM');
      await refusesAll(state, /cut or refused: the database system is shutting down/);
      await held.end();
      await server.down();
      await refusesAll(state, /cut or refused: connect ECONNREFUSED/);

      writeFileSync(path.join(server.data, 'standby.signal'), '');
      server.configure({ hot_standby: 'off' });
      await server.up('an error');
      await refusesAll(state, /cut or refused: the database system is (?:not accepting connections|starting up)/);
      await server.down();

      server.configure({ hot_standby: 'on' });
      await server.up();
      await refusesWrites(state, /is read-only: nothing can be stored: cannot .* in a read-only transaction/);
      await server.down();

      rmSync(path.join(server.data, 'standby.signal'));
      await server.up();
      await worksAgain(state);
      await pool.end();
    });

    test('that ends all connections, or whose setting lets nobody write, is unavailable', async () => {
      await using server = await OwnPostgres.start();
      const pool = new pg.Pool({ connectionString: server.url, max: 1 });
      pool.on('error', () => {});
      const database = pgDatabase(pool);
      const state = await engineOn(database);
      await pool.query('alter database postgres set default_transaction_read_only = on');
      await reconnects(pool);
      await refusesWrites(state, /is read-only/);
      await pool.query('set default_transaction_read_only = off');
      await worksAgain(state);
      const cut = errorOf(database.execute('select pg_sleep(600)'));
      await isRunning(server.url, 'pg_sleep');
      server.signal('SIGINT');
      assert.match(String(outageOf(await cut)), /cut or refused: terminating connection due to administrator command/);
      await pool.end();
    });

    test('whose disk is full is unavailable', async () => {
      await using server = await OwnPostgres.start();
      const disk = folderOf(16);
      try {
        server.give(disk.path);
        const pool = new pg.Pool({ connectionString: server.url });
        pool.on('error', () => {});
        await pool.query(`create tablespace small location '${disk.path}'`);
        await pool.query('create database shop tablespace small');
        const shop = new pg.Pool({ connectionString: new URL('/shop', server.url).href });
        shop.on('error', () => {});
        const database = pgDatabase(shop);
        const state = await engineOn(database);
        await shop.query('create table filler (text text); alter table filler alter column text set storage plain');
        const full = await fill(database, 'x'.repeat(7000));
        assert.equal((full as { code?: string } | null)?.code, '53100');
        assert.match(String(outageOf(full)), /no space or memory left: could not extend file/);
        await shop.query('drop table filler');
        await worksAgain(state);
        await shop.end();
        await pool.end();
      } finally {
        await server.down();
        disk.end();
      }
    });
  });
}

if (!canStart.mariadb) skipWithout('on MariaDB', 'a MariaDB of its own', () => 1);
else {
  test('a MariaDB that only reads, or whose table space is full, is unavailable', async () => {
    const space = '--innodb-data-file-path=ibdata1:12M:autoextend:max:24M';
    await using server = await OwnMariadb.start('--innodb-file-per-table=0', space, '--innodb-log-file-size=8M');
    const admin = await mysql.createConnection(server.url);
    await admin.query('create database shop');
    // Whoever may administer the server may also write to one that is read-only.
    await admin.query("create user host@'127.0.0.1'");
    await admin.query("grant all on shop.* to host@'127.0.0.1'");
    const url = Object.assign(new URL('/shop', server.url), { username: 'host' }).href;
    const pool = mysql.createPool({ uri: url, connectionLimit: 2 });
    const database = mysql2Database(pool);
    const state = await engineOn(database);
    await admin.query('set global read_only = on');
    await refusesWrites(
      state,
      /is read-only: nothing can be stored: The MariaDB server is running with the --read-only option/,
    );
    await admin.query('set global read_only = off');
    await worksAgain(state);
    await database.execute('create table filler (text longtext)');
    const full = await fill(database, 'x'.repeat(500_000));
    assert.equal((full as { errno?: number } | null)?.errno, 1114);
    assert.match(String(outageOf(full)), /no space or memory left: The table 'filler' is full/);
    await pool.end();
    await admin.end();
  });
}

suite('SQLite', () => {
  const drivers: Readonly<Record<string, (file: string) => { database: Database; close: () => void }>> = {
    'node:sqlite': (file) => {
      const database = nodeSqliteDatabase(file);
      return { database, close: () => {} };
    },
    'better-sqlite3': (file) => {
      const handle = new BetterSqlite3(file);
      return { database: betterSqlite3Database(handle), close: () => void handle.close() };
    },
  };
  for (const [driver, open] of Object.entries(drivers)) {
    test(
      `${driver} on a disk that is full is unavailable`,
      { skip: !canStart.postgres && 'needs a disk' },
      async () => {
        const disk = folderOf(4);
        try {
          const { database, close } = open(path.join(disk.path, 'shop.db'));
          const state = await engineOn(database);
          await database.execute('create table filler (text text)');
          const full = await fill(database, 'x'.repeat(50_000));
          assert.match(String(outageOf(full)), /no space or memory left: database or disk is full/);
          await refusesWrites(state, /no space or memory left/);
          await database.close();
          close();
        } finally {
          disk.end();
        }
      },
    );
  }

  test('a file that may only be read is unavailable for whoever writes', async () => {
    const folder = folderOf();
    const file = path.join(folder.path, 'shop.db');
    const writer = new DatabaseSync(file);
    await engineOn(nodeSqliteDatabase(writer));
    writer.close();
    const kinds = {
      'node:sqlite': () => nodeSqliteDatabase(new DatabaseSync(file, { readOnly: true })),
      query_only: () => {
        const handle = new DatabaseSync(file);
        handle.exec('pragma query_only = on');
        return nodeSqliteDatabase(handle);
      },
    };
    for (const [kind, open] of Object.entries(kinds)) {
      const error = await errorOf(open().execute("insert into policy_manager_secrets (name, value) values ('a', 'b')"));
      assert.match(
        String(outageOf(error)),
        /is read-only: nothing can be stored: attempt to write a readonly database/,
        kind,
      );
    }
    folder.end();
  });
});
