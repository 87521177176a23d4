/** A database that refuses, is gone or full is an outage for whoever asks, and the log says which. */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, suite, test } from 'node:test';
import BetterSqlite3 from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { betterSqlite3Database, mysql2Database, nodeSqliteDatabase, pgDatabase } from 'policy-engine';
import { outageOf } from '../../dist/platform/database/connection/sql-outages.js';
import { forEachDatabase, uniqueName } from '../support/databases.ts';
import { engineOn, refusesAll, worksAgain } from './outage-engine.ts';

suite('errors of drivers', () => {
  const outages: ReadonlyArray<readonly [what: RegExp, ...errors: object[]]> = [
    [/does not exist/, { code: '3D000' }, { errno: 1049 }, { code: 'P1003' }],
    [/refuses the user/, { code: '28P01' }, { code: '28000' }, { errno: 1045 }, { name: 'SequelizeAccessDeniedError' }],
    [
      /no space or memory/,
      { code: '53100' },
      { code: '53200' },
      { errno: 1114 },
      { errno: 1021 },
      { errcode: 13 },
      { errcode: 10 | (3 << 8) },
      { code: 'SQLITE_FULL' },
      { code: 'SQLITE_IOERR_WRITE' },
    ],
    [/read-only/, { code: '25006' }, { errno: 1290 }, { errno: 1836 }, { errcode: 8 | (1 << 8) }],
    [
      /too busy/,
      { code: '57014' },
      { code: '55P03' },
      { errno: 1969 },
      { errno: 3024 },
      { code: 'P2024' },
      { name: 'KnexTimeoutError' },
      { message: 'Query read timeout' },
    ],
    [/Other writers/, { code: '40P01' }, { errno: 1205 }, { errcode: 5 }, { code: 'SQLITE_LOCKED' }],
    [/accepts no connection/, { code: '55000', severity: 'FATAL' }],
    [
      /cut or refused/,
      ...['57P01', '57P02', '57P03', '08006', '53300', '25P03', 'ECONNREFUSED', 'EAI_AGAIN', 'ENOTFOUND', 'P1001'].map(
        (code) => ({ code }),
      ),
      ...[1040, 1053, 1203, 1927, 2006, 2013, 4031].map((errno) => ({ errno })),
      { errcode: 14 },
      { message: 'Connection terminated unexpectedly' },
      { message: 'timeout exceeded when trying to connect' },
      { name: 'SequelizeHostNotReachableError' },
      { message: 'WSREP has not yet prepared node for application use', errno: 1047 },
    ],
  ];
  for (const [what, ...errors] of outages) {
    test(`mean an outage, also inside the wrappers of ORMs: ${what.source}`, () => {
      for (const error of errors) {
        const wrapped = [
          error,
          new Error('wrapped', { cause: error }),
          { name: 'QueryFailedError', driverError: error },
          { name: 'SequelizeDatabaseError', parent: error, original: error },
          new Error('P2010', { cause: { meta: { driverAdapterError: { cause: error } } } }),
          new AggregateError([new Error('first'), error]),
        ];
        for (const one of wrapped) assert.match(String(outageOf(one)), what, JSON.stringify(error));
      }
    });
  }

  test('that a person who tries again meets again are none', () => {
    const lasting = [
      { code: '23505' },
      { code: '42501' },
      { code: '55000', severity: 'ERROR', message: 'currval of sequence is not yet defined in this session' },
      { errno: 1062 },
      { errno: 1142 },
      { errno: 1047, message: 'Unknown command' },
      { errcode: 11 },
      { errcode: 26 },
      { code: 'SQLITE_CORRUPT' },
      { code: 'SQLITE_NOTADB' },
      { message: 'no' },
      null,
      'ECONNREFUSED',
    ];
    for (const error of lasting) assert.equal(outageOf(error), null, JSON.stringify(error));
  });

  test('of several addresses name each attempt', () => {
    const attempts = ['::1', '127.0.0.1'].map((at) => new Error(`connect ECONNREFUSED ${at}:5432`));
    const error = Object.assign(new AggregateError(attempts), { code: 'ECONNREFUSED' });
    assert.match(String(outageOf(error)), /ECONNREFUSED ::1:5432; connect ECONNREFUSED 127\.0\.0\.1:5432\.$/);
  });
});

forEachDatabase((target) => {
  const name = uniqueName();
  let admin: pg.Client;
  let url: URL;
  before(async () => {
    admin = new pg.Client({ connectionString: new URL('/postgres', target.url).href });
    await admin.connect();
    await admin.query(`create database ${name}`);
    url = new URL(`/${name}`, target.url);
  });
  after(async () => {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });

  test('a PostgreSQL that is read-only, too slow or out of free connections is unavailable', async () => {
    const pool = new pg.Pool({ connectionString: url.href, max: 1 });
    // The server may still end a connection that the pool has let go of.
    pool.on('error', () => {});
    const state = await engineOn(pgDatabase(pool));
    await pool.query('set default_transaction_read_only = on');
    const [read, written] = await Promise.all([
      state.made.as('anna').json('GET', '/policies/user_terms.json'),
      state.made.as('anna').json('PUT', '/policies/user_terms/cookie/accept.json'),
    ]);
    assert.deepEqual([read.status, written.status], [200, 503]);
    assert.match(state.log.at(-1) ?? '', /is read-only/);
    await pool.query('set default_transaction_read_only = off');
    const client = await pool.connect();
    pool.options.connectionTimeoutMillis = 50;
    await refusesAll(state, /timeout exceeded when trying to connect/);
    client.release();
    pool.options.connectionTimeoutMillis = 0;
    await pool.query("set statement_timeout = '20ms'");
    const slow = await pgDatabase(pool)
      .execute('select pg_sleep(5)')
      .catch((error: unknown) => error);
    assert.match(String(outageOf(slow)), /too busy: canceling statement due to statement timeout/);
    await pool.query('set statement_timeout = 0');
    await worksAgain(state);
    await pool.end();
  });

  test('a PostgreSQL that refuses connections, kills them or has dropped the database is unavailable', async () => {
    const role = uniqueName();
    await admin.query(`create role ${role} login`);
    const pool = new pg.Pool({ connectionString: url.href, max: 2 });
    pool.on('error', () => {});
    const kill = () => admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    try {
      const state = await engineOn(pgDatabase(pool));
      await admin.query(`alter database ${name} with allow_connections false`);
      await kill();
      // The first statement may still meet a connection that the server is closing.
      await pool.query('select 1').catch(() => {});
      await refusesAll(state, /not currently accepting connections/);
      await admin.query(`alter database ${name} with allow_connections true`);
      await worksAgain(state);

      await admin.query(`drop database ${name} with (force)`);
      await pool.query('select 1').catch(() => {});
      await refusesAll(state, /The database does not exist: database ".+" does not exist/);

      const limited = new URL(`/${new URL(target.url).pathname.slice(1)}`, target.url);
      limited.username = role;
      await admin.query(`alter role ${role} connection limit 0`);
      const none = new pg.Pool({ connectionString: limited.href });
      const refused = await pgDatabase(none)
        .execute('select 1')
        .catch((error: unknown) => error);
      assert.match(String(outageOf(refused)), /too many connections for role/);
      await admin.query(`alter role ${role} connection limit -1 nologin`);
      const denied = await pgDatabase(none)
        .execute('select 1')
        .catch((error: unknown) => error);
      assert.match(String(outageOf(denied)), /refuses the user.*not permitted to log in/);
      await none.end();
    } finally {
      await pool.end();
      await admin.query(`drop role ${role}`);
    }
  });
}, 'postgres');

forEachDatabase((target) => {
  const name = uniqueName();
  let admin: mysql.Connection;
  let url: URL;
  before(async () => {
    admin = await mysql.createConnection(target.url);
    await admin.query(`create database ${name}`);
    url = new URL(`/${name}`, target.url);
  });
  after(async () => {
    await admin.query(`drop database if exists ${name}`);
    await admin.end();
  });

  test('a MariaDB whose statements take too long, or whose transaction only reads, is unavailable', async () => {
    const pool = mysql.createPool({ uri: url.href, connectionLimit: 1 });
    const database = mysql2Database(pool);
    const state = await engineOn(database);
    await pool.query('set session max_statement_time = 0.02');
    const slow = await database.execute('select sleep(60)').catch((error: unknown) => error);
    assert.match(String(outageOf(slow)), /too busy/);
    await pool.query('set session max_statement_time = 0');
    await pool.query('set session transaction read only');
    const { status } = await state.made.as('anna').json('PUT', '/policies/user_terms/cookie/accept.json');
    assert.equal(status, 503);
    assert.match(state.log.at(-1) ?? '', /is read-only/);
    await pool.query('set session transaction read write');
    await worksAgain(state);
    await pool.end();
  });

  test('a MariaDB that has dropped the database, kills connections or has none left is unavailable', async () => {
    const pool = mysql.createPool({ uri: url.href, connectionLimit: 1, queueLimit: 1 });
    try {
      const state = await engineOn(mysql2Database(pool));
      const kill = async () => {
        const [rows] = await admin.query('select id from information_schema.processlist where db = ?', [name]);
        for (const { id } of rows as { id: number }[]) await admin.query(`kill ${id}`);
      };
      const held = await pool.getConnection();
      const waiting = pool.getConnection();
      await refusesAll(state, /Queue limit reached/);
      held.release();
      (await waiting).release();
      await admin.query(`drop database ${name}`);
      await kill();
      await pool.query('select 1').catch(() => {});
      await refusesAll(state, /The database does not exist: Unknown database/);
    } finally {
      await pool.end();
    }
  });
}, 'mysql');

suite('SQLite', () => {
  /** Pages of the file that nothing more fits into. */
  const FULL = 'pragma max_page_count = 1';
  const kinds = {
    'node:sqlite': () => {
      const handle = new DatabaseSync(':memory:');
      return { handle, database: nodeSqliteDatabase(handle) };
    },
    'better-sqlite3': () => {
      const handle = new BetterSqlite3(':memory:');
      return { handle, database: betterSqlite3Database(handle) };
    },
  };
  for (const [driver, open] of Object.entries(kinds)) {
    test(`${driver} that is full or that the host has closed is unavailable`, async () => {
      const { handle, database } = open();
      const state = await engineOn(database);
      handle.exec(`create table filler (text); ${FULL}`);
      const long = 'x'.repeat(100_000);
      const full = await database.execute('insert into filler values (?)', [long]).catch((error: unknown) => error);
      assert.match(String(outageOf(full)), /no space or memory left/);
      handle.exec('pragma max_page_count = 1000000');
      await worksAgain(state);
      handle.close();
      await refusesAll(state, /not open/);
    });
  }
});
