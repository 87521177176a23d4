import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import BetterSqlite3 from 'better-sqlite3';
import mysqlPromise from 'mysql2/promise';
import pg from 'pg';
import { betterSqlite3Database, type Database, mysql2Database, nodeSqliteDatabase, pgDatabase } from 'policy-engine';
import { connectionOf, mysql2Transaction } from 'policy-engine/database';
import { forEachDatabase } from '../support/databases.ts';

interface Opened {
  readonly database: Database;
  /** Writes a row with the driver itself. */
  readonly insert: (connection: object, id: number) => unknown;
  readonly close: () => unknown;
}

const INSERT = 'insert into written (id) values';

/** Tests the connection of a transaction with each driver. */
function suite(name: string, open: () => Promise<Opened>): void {
  test(`${name}: what the host writes on the connection is in the transaction`, async () => {
    const { database, insert, close } = await open();
    await database.execute('create table written (id integer primary key)');
    await database.transaction(async (transaction) => {
      await insert(connectionOf(transaction), 1);
      await transaction.transaction(async (inner) => void (await insert(connectionOf(inner), 2)));
    });
    const failing = database.transaction(async (transaction) => {
      await insert(connectionOf(transaction), 3);
      throw new Error('not this one');
    });
    await assert.rejects(failing, /not this one/);
    const { rows } = await database.execute('select id from written order by id');
    assert.deepEqual(rows, [{ id: 1 }, { id: 2 }]);

    let kept: Database | undefined;
    await database.transaction(async (transaction) => void (kept = transaction));
    assert.throws(() => connectionOf(kept!), { code: 'database_misuse' });
    assert.throws(() => connectionOf(database), { code: 'database_misuse' });
    await database.execute('drop table written');
    await close();
  });
}

forEachDatabase((target) => {
  suite('node:sqlite', async () => {
    const database = nodeSqliteDatabase(target.url);
    const insert = (connection: object, id: number) => (connection as DatabaseSync).exec(`${INSERT} (${id})`);
    return { database, insert, close: () => database.close() };
  });
  for (const location of ['file', 'memory']) {
    suite(`better-sqlite3, ${location}`, async () => {
      const handle = new BetterSqlite3(location === 'file' ? target.url : ':memory:');
      const database = betterSqlite3Database(handle);
      const insert = (connection: object, id: number) =>
        (connection as BetterSqlite3.Database).exec(`${INSERT} (${id})`);
      const close = async (): Promise<void> => {
        await database.close();
        handle.close();
      };
      return { database, insert, close };
    });
  }
}, 'sqlite');

forEachDatabase((target) => {
  suite('pg', async () => {
    const pool = new pg.Pool({ connectionString: target.url, max: 1 });
    const insert = (client: object, id: number) => (client as pg.PoolClient).query(`${INSERT} ($1)`, [id]);
    return { database: pgDatabase(pool), insert, close: () => pool.end() };
  });
}, 'postgres');

forEachDatabase((target) => {
  const insert = (connection: object, id: number) =>
    (connection as mysqlPromise.Connection).query(`${INSERT} (?)`, [id]);
  suite('mysql2', async () => {
    const pool = mysqlPromise.createPool({ uri: target.url, connectionLimit: 1 });
    return { database: mysql2Database(pool), insert, close: () => pool.end() };
  });

  test('a transaction that joins one of the host has no connection of its own', async () => {
    const connection = await mysqlPromise.createConnection({ uri: target.url });
    await connection.beginTransaction();
    assert.throws(() => connectionOf(mysql2Transaction(connection)), { code: 'database_misuse' });
    await connection.rollback();
    await connection.end();
  });
}, 'mysql');
