import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import BetterSqlite3 from 'better-sqlite3';
import mysql from 'mysql2';
import mysqlPromise from 'mysql2/promise';
import pg from 'pg';
import { nodeSqliteDatabase } from 'policy-engine';
import {
  betterSqlite3Transaction,
  isUniqueViolation,
  fromTransaction,
  mysql2Transaction,
  nodeSqliteTransaction,
  pgTransaction,
} from 'policy-engine/database';
import { createQueries } from '../../dist/schema.js';
import type { Database, PolicyEngineError } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';

/** A host with its own driver and its own table. */
interface Host {
  begin(): Promise<unknown>;
  commit(): Promise<unknown>;
  rollback(): Promise<unknown>;
  insertUser(id: string): Promise<unknown>;
  users(): Promise<unknown[]>;
  /** The engine's database in the host's transaction. */
  join(): Database;
  close(): Promise<unknown>;
}

/** Tests joined transactions with each driver. */
function joinedSuite(
  name: string,
  open: () => Promise<Host>,
  { savepoints, checked }: { savepoints: boolean; checked: boolean },
): void {
  describe(name, () => {
    let host: Host;
    before(async () => {
      host = await open();
    });
    after(() => host.close());

    const insert = (database: Database, id: string) =>
      database.execute(`insert into users (id) values (${database.dialect === 'postgres' ? '$1' : '?'})`, [id]);
    const fresh = async (): Promise<void> => {
      await host.begin();
      await host.join().execute('delete from users');
      await host.commit();
    };

    test('what the engine writes is committed with the host', async () => {
      await fresh();
      await host.begin();
      await host.insertUser('host');
      const database = host.join();
      assert.equal(database.inTransaction, true);
      await insert(database, 'engine');
      await database.transaction(async (inner) => {
        assert.equal((await inner.execute('select id from users')).rows.length, 2);
        await insert(inner, 'inner');
      });
      await host.commit();
      assert.deepEqual(await host.users(), ['engine', 'host', 'inner']);
    });

    test('what the engine writes is rolled back with the host', async () => {
      await fresh();
      await host.begin();
      await host.insertUser('host');
      const database = host.join();
      await database.transaction((inner) => insert(inner, 'inner'));
      await insert(database, 'engine');
      await host.rollback();
      assert.deepEqual(await host.users(), []);
    });

    test('compiled queries run in the joined transaction', async () => {
      await fresh();
      await host.begin();
      const { rows } = await createQueries(host.join())
        .selectNoFrom((fields) => fields.val('joined').as('word'))
        .execute()
        .then((rows) => ({ rows }));
      await host.commit();
      assert.deepEqual(rows, [{ word: 'joined' }]);
    });

    test('after a failure of the engine the host decides, as far as savepoints allow', async () => {
      await fresh();
      await host.begin();
      await host.insertUser('host');
      const database = host.join();
      const failing = database.transaction(async (inner) => {
        await insert(inner, 'inner');
        await insert(inner, 'host');
      });
      await assert.rejects(failing, isUniqueViolation);
      if (savepoints) {
        await insert(database, 'engine');
        await host.commit();
        assert.deepEqual(await host.users(), ['engine', 'host']);
      } else {
        await assert.rejects(insert(database, 'engine'), { code: 'database_transaction_failed' });
        await host.rollback();
        assert.deepEqual(await host.users(), []);
      }
    });

    if (checked) {
      test('joining without an open transaction is refused, and so is use after its end', async () => {
        await fresh();
        await assert.rejects(async () => await insert(host.join(), 'lost'), { code: 'database_misuse' });
        await host.begin();
        const kept = host.join();
        await host.commit();
        await assert.rejects(insert(kept, 'lost'), { code: 'database_misuse' });
        assert.deepEqual(await host.users(), []);
      });
    }

    test('closing the joined database keeps the host’s connection open', async () => {
      await host.begin();
      await host.join().close();
      await host.rollback();
      await host.users();
    });
  });
}

const createTable = 'create table users (id varchar(50) primary key)';
const selectUsers = 'select id from users order by id';
const idOf = (row: unknown): unknown => (row as { id: unknown }).id;

forEachDatabase((target) => {
  const hostOn = (handle: DatabaseSync | BetterSqlite3.Database, join: () => Database): Host => {
    handle.exec(`drop table if exists users; ${createTable}`);
    return {
      begin: async () => handle.exec('begin'),
      commit: async () => handle.exec('commit'),
      rollback: async () => handle.exec('rollback'),
      insertUser: async (id) => handle.prepare('insert into users (id) values (?)').run(id),
      users: async () => handle.prepare(selectUsers).all().map(idOf),
      join,
      close: async () => handle.close(),
    };
  };
  const open = (join: (handle: DatabaseSync) => Database) => async (): Promise<Host> => {
    const handle = new DatabaseSync(target.url);
    return hostOn(handle, () => join(handle));
  };
  joinedSuite('nodeSqliteTransaction', open(nodeSqliteTransaction), { savepoints: true, checked: true });
  const openBetter = async (): Promise<Host> => {
    const handle = new BetterSqlite3(target.url);
    return hostOn(handle, () => betterSqlite3Transaction(handle));
  };
  joinedSuite('betterSqlite3Transaction', openBetter, { savepoints: true, checked: true });
  joinedSuite(
    'fromTransaction over node:sqlite',
    open((handle) =>
      fromTransaction({
        dialect: 'sqlite',
        execute: async (sql, parameters) => ({ rows: handle.prepare(sql).all(...(parameters as string[])) }),
      }),
    ),
    { savepoints: false, checked: false },
  );

  test('while the host has a transaction open, a database over its DatabaseSync waits', async () => {
    const handle = new DatabaseSync(target.url);
    handle.exec('create table notes (id integer primary key)');
    const database = nodeSqliteDatabase(handle);
    handle.exec('begin; insert into notes (id) values (1)');
    const writes = [
      database.execute('insert into notes (id) values (2)'),
      database.transaction((tx) => tx.execute('insert into notes (id) values (3)')),
    ];
    setTimeout(() => handle.exec('rollback'), 30);
    await Promise.all(writes);
    assert.deepEqual((await database.execute('select id from notes order by id')).rows, [{ id: 2 }, { id: 3 }]);
    handle.exec('begin');
    const impatient = nodeSqliteDatabase(handle, { waitLimit: 40 });
    await assert.rejects(impatient.execute('insert into notes (id) values (4)'), (error: PolicyEngineError) => {
      assert.equal(error.code, 'database_busy');
      assert.match(String(error.cause), /nodeSqliteTransaction\(\) joins it/);
      return true;
    });
    handle.close();
  });
}, 'sqlite');

forEachDatabase((target) => {
  const open = (join: (client: pg.Client) => Database) => async (): Promise<Host> => {
    const client = new pg.Client({ connectionString: target.url });
    await client.connect();
    await client.query('drop table if exists users');
    await client.query(createTable);
    return {
      begin: () => client.query('begin'),
      commit: () => client.query('commit'),
      rollback: () => client.query('rollback'),
      insertUser: (id) => client.query('insert into users (id) values ($1)', [id]),
      users: async () => (await client.query(selectUsers)).rows.map(idOf),
      join: () => join(client),
      close: () => client.end(),
    };
  };
  joinedSuite('pgTransaction', open(pgTransaction), { savepoints: true, checked: true });
  joinedSuite(
    'fromTransaction over pg',
    open((client) =>
      fromTransaction({
        dialect: 'postgres',
        async execute(sql, parameters) {
          const { rows, rowCount } = await client.query(sql, [...parameters]);
          return { rows, affectedRows: rowCount ?? 0 };
        },
      }),
    ),
    { savepoints: false, checked: false },
  );
}, 'postgres');

forEachDatabase((target) => {
  const open =
    (kind: 'callback' | 'promise', join?: (connection: mysqlPromise.Connection) => Database) =>
    async (): Promise<Host> => {
      const promise = await mysqlPromise.createConnection({ uri: target.url });
      const callback = mysql.createConnection({ uri: target.url });
      const connection = kind === 'promise' ? promise : callback.promise();
      await connection.query('drop table if exists users');
      await connection.query(createTable);
      return {
        begin: () => connection.beginTransaction(),
        commit: () => connection.commit(),
        rollback: () => connection.rollback(),
        insertUser: (id) => connection.query('insert into users (id) values (?)', [id]),
        users: async () => ((await connection.query(selectUsers))[0] as unknown[]).map(idOf),
        join: () => join?.(connection) ?? mysql2Transaction(kind === 'promise' ? promise : callback),
        close: () => Promise.all([promise.end(), callback.promise().end()]),
      };
    };
  joinedSuite('mysql2Transaction, promise connection', open('promise'), { savepoints: true, checked: true });
  joinedSuite('mysql2Transaction, callback connection', open('callback'), { savepoints: true, checked: true });
  joinedSuite(
    'fromTransaction over mysql2',
    open('promise', (connection) =>
      fromTransaction({
        dialect: 'mysql',
        async execute(sql, parameters) {
          const [answer] = await connection.query(sql, [...parameters] as string[]);
          return Array.isArray(answer)
            ? { rows: answer as Record<string, unknown>[] }
            : { rows: [], affectedRows: (answer as { affectedRows: number }).affectedRows };
        },
      }),
    ),
    { savepoints: false, checked: false },
  );
}, 'mysql');
