/** No statement of a host changes its meaning because the engine runs it, and no connection comes back changed. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import BetterSqlite3 from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { betterSqlite3Database, mysql2Database, pgDatabase } from 'policy-engine';
import type { Database } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

const UPSERT =
  'insert into subscribers (email, active, visits) values ($2, true, 1) on conflict (email) where active = $1 do update set visits = subscribers.visits + 1';
/** PostgreSQL may use a plan made without the values from the sixth run of a prepared statement. */
const RUNS = 20;

forEachDatabase((target) => {
  suite('PostgreSQL', () => {
    let pool: pg.Pool;
    let database: Database;
    before(async () => {
      pool = new pg.Pool({ connectionString: target.url, max: 1 });
      database = pgDatabase(pool);
      await pool.query('create table subscribers (email text not null, active boolean not null, visits integer)');
      await pool.query('create unique index one_active on subscribers (email) where active = true');
    });
    after(() => pool.end());

    const prepared = async () => {
      const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
      return rows.map(({ statement }) => statement);
    };

    test('an upsert of the host on a partial index works however often it is repeated', async () => {
      for (let run = 0; run < RUNS; run += 1) await database.execute(UPSERT, [true, 'alone@example.com']);
      for (let run = 0; run < RUNS; run += 1) {
        await database.transaction(async (transaction) => {
          await transaction.execute(UPSERT, [true, 'within@example.com']);
          await transaction.transaction((inner) => inner.execute(UPSERT, [true, 'nested@example.com']));
        });
      }
      const { rows } = await database.execute('select email, visits from subscribers order by email');
      assert.deepEqual(
        rows,
        ['alone', 'nested', 'within'].map((name) => ({ email: `${name}@example.com`, visits: RUNS })),
      );
      assert.deepEqual(await prepared(), []);
    });

    test('the engine’s own statements mean the same under a plan made without their values', async () => {
      await pool.query('set plan_cache_mode = force_generic_plan');
      await using made = await getTestEngine({ database, writeLimit: false });
      const text = { description: 'Cookies', state: 'published' };
      await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
      const anna = made.as('anna');
      for (let run = 0; run < RUNS; run += 1) {
        const way = run % 2 === 0 ? 'reject' : 'accept';
        const { status } = await anna.json('PUT', `/policies/user_terms/cookie/${way}.json`);
        assert.equal(status, 200);
        assert.equal(await made.engine.policiesOf({ id: 'anna' }).hasConsentedCookie(), way === 'accept');
      }
      const statements = await prepared();
      assert.ok(statements.length > 0, 'those that repeat have a name');
      for (const statement of statements) {
        assert.match(statement, /policy_manager_/);
        assert.doesNotMatch(statement, /on conflict[^)]*\) where/);
      }
    });

    test('a transaction that the host left open on a connection of its pool takes nothing of the engine', async () => {
      const client = await pool.connect();
      await client.query("begin; insert into subscribers values ('left@example.com', true, 1)");
      client.release();
      await database.execute("insert into subscribers values ('kept@example.com', true, 1)");
      const { rows } = await pool.query('select email from subscribers where email like $1 or email like $2', [
        'left%',
        'kept%',
      ]);
      assert.deepEqual(rows, [{ email: 'kept@example.com' }]);
    });

    test('settings and type parsers of the host change no value, and stay as they are', async () => {
      const types = { getTypeParser: () => () => 'parsed by the host' };
      const client = new pg.Pool({ connectionString: target.url, max: 1, types });
      await client.query("set bytea_output = 'escape'; set time zone 'Asia/Seoul'; set extra_float_digits = 3");
      const large = 9007199254740993n;
      const { rows } = await pgDatabase(client).execute(
        `select '\\x005c27ff'::bytea as bytes, '2026-11-21'::date as day, '2026-11-21T09:30:00Z'::timestamptz as time,
          '{"id": 9007199254740993, "ids": [1, -9007199254740993], "price": 12345678901234567.89, "small": 1.50, "e": 1e3}'::jsonb as doc, 2::bigint as n`,
      );
      assert.deepEqual(rows, [
        {
          bytes: Uint8Array.of(0, 0x5c, 0x27, 0xff),
          day: '2026-11-21',
          time: '2026-11-21T09:30:00.000Z',
          doc: { id: large, ids: [1, -large], price: '12345678901234567.89', small: 1.5, e: 1000 },
          n: 2,
        },
      ]);
      await client.query("set datestyle = 'German'");
      const asked = pgDatabase(client).execute("select '2026-11-21T09:30:00Z'::timestamptz as time");
      await assert.rejects(asked, { code: 'database_session_refused', message: /set DateStyle to ISO/ });
      const settings = await client.query("select current_setting('datestyle') || current_setting('timezone') as now");
      assert.deepEqual(settings.rows, [{ now: 'parsed by the host' }]);
      await client.end();
    });
  });
}, 'postgres');

forEachDatabase((target) => {
  suite('MariaDB', () => {
    test('what the engine writes is stored although the sessions of the host do not commit by themselves', async () => {
      const pool = mysql.createPool({ uri: target.url, connectionLimit: 1 });
      const database = mysql2Database(pool);
      const reader = mysql.createPool({ uri: target.url, connectionLimit: 1 });
      await pool.query('set autocommit = 0');
      await database.execute('create table notes (id integer primary key)');
      await database.execute('insert into notes values (1)');
      await database.transaction((transaction) => transaction.execute('insert into notes values (2)'));
      const mine = await database.execute('select id from notes order by id');
      const [theirs] = await reader.query('select id from notes order by id');
      assert.deepEqual(
        [mine.rows, theirs],
        [
          [{ id: 1 }, { id: 2 }],
          [{ id: 1 }, { id: 2 }],
        ],
      );
      await reader.query('insert into notes values (3)');
      assert.equal((await database.execute('select id from notes')).rows.length, 3, 'no read is left open');
      const [[setting]] = (await pool.query('select @@autocommit as autocommit')) as unknown as [[object]];
      assert.deepEqual(setting, { autocommit: 0 });
      await Promise.all([pool.end(), reader.end()]);
    });

    test('a transaction that the host left open on a connection of its pool takes nothing of the engine', async () => {
      const pool = mysql.createPool({ uri: target.url, connectionLimit: 1 });
      const database = mysql2Database(pool);
      await database.execute('create table leftovers (id integer primary key)');
      await pool.query('start transaction');
      await pool.query('insert into leftovers values (1)');
      await assert.rejects(database.execute('insert into leftovers values (2)'), { code: 'database_misuse' });
      await database.execute('insert into leftovers values (3)');
      const [rows] = await pool.query('select id from leftovers');
      assert.deepEqual(rows, [{ id: 3 }]);
      await pool.end();
    });

    test('settings of the host’s pool change no value', async () => {
      const sql = `select cast('2026-11-21' as date) as day, cast('2026-11-21 09:30:00' as datetime) as time, cast(12.50 as decimal(10, 2)) as price,
        9007199254740993 as large, x'00ff' as bytes, 'ü' as text, null as nothing, 1.5e0 as ratio`;
      const row = {
        day: '2026-11-21',
        time: '2026-11-21T09:30:00.000Z',
        price: '12.50',
        large: 9007199254740993n,
        bytes: Uint8Array.of(0, 255),
        text: 'ü',
        nothing: null,
        ratio: 1.5,
      };
      const json = '{"id": 9007199254740993}';
      for (const options of [
        {},
        { timezone: '+09:00', dateStrings: true, decimalNumbers: true, jsonStrings: true },
        { typeCast: false, rowsAsArray: true, bigNumberStrings: true, supportBigNumbers: true },
        {
          typeCast: () => 'cast by the host',
          namedPlaceholders: true,
          multipleStatements: true,
          nestTables: true as const,
        },
      ]) {
        const pool = mysql.createPool({ uri: target.url, connectionLimit: 1, ...options });
        const database = mysql2Database(pool);
        assert.deepEqual((await database.execute(sql)).rows, [row]);
        await database.execute('create table if not exists documents (doc json)');
        await database.execute('delete from documents');
        await database.execute('insert into documents values (?)', [json]);
        assert.deepEqual((await database.execute('select doc from documents')).rows, [
          { doc: { id: 9007199254740993n } },
        ]);
        await pool.end();
      }
    });
  });
}, 'mysql');

suite('better-sqlite3', () => {
  test('settings of the host’s connection change no value, and stay as they are', async () => {
    const handle = new BetterSqlite3(':memory:');
    handle.defaultSafeIntegers(true);
    handle.exec(
      'pragma foreign_keys = off; create table numbers (n integer); insert into numbers values (9007199254740993), (2)',
    );
    const database = betterSqlite3Database(handle);
    const { rows } = await database.execute('select n, ? as given from numbers', [7n]);
    assert.deepEqual(rows, [
      { n: 9007199254740993n, given: 7 },
      { n: 2, given: 7 },
    ]);
    assert.deepEqual(handle.prepare('select n from numbers').get(), { n: 9007199254740993n });
    assert.equal(handle.pragma('foreign_keys', { simple: true }), 0n);
    handle.close();
  });
});
