import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import mysql from 'mysql2';
import mysqlPromise from 'mysql2/promise';
import pg from 'pg';
import { betterSqlite3Database, connectDatabase, mysql2Database, nodeSqliteDatabase, pgDatabase } from 'policy-engine';
import type { Database } from 'policy-engine';
import { forEachDatabase } from '../support/databases.ts';
import { databaseSuite } from './database-suite.ts';
import type { Opened } from './database-suite.ts';

const owned = (database: Database): Opened => ({ database, close: () => database.close() });

forEachDatabase((target) => {
  databaseSuite('connectDatabase, URL', async () => owned(await connectDatabase(target.url)));
});

forEachDatabase((target) => {
  databaseSuite('nodeSqliteDatabase, path', async () => owned(nodeSqliteDatabase(target.url)));
  databaseSuite('nodeSqliteDatabase, file: URL', async () => owned(nodeSqliteDatabase(pathToFileURL(target.url))));
  databaseSuite('nodeSqliteDatabase, file: URL as text, new folder', async () =>
    owned(await connectDatabase(pathToFileURL(join(target.url, '..', 'a b', 'new.db')).href)),
  );
  databaseSuite('nodeSqliteDatabase, :memory:', async () => owned(nodeSqliteDatabase(':memory:')));
  databaseSuite('nodeSqliteDatabase, DatabaseSync of the host', async () => {
    const handle = new DatabaseSync(target.url);
    return { database: nodeSqliteDatabase(handle), close: async () => handle.close() };
  });
  for (const where of ['file', 'memory'] as const) {
    databaseSuite(`betterSqlite3Database, ${where}`, async () => {
      const handle = new BetterSqlite3(where === 'file' ? `${target.url}.better` : ':memory:');
      const database = betterSqlite3Database(handle);
      const close = async () => {
        await database.close();
        handle.close();
      };
      return { database, close };
    });
  }
}, 'sqlite');

forEachDatabase((target) => {
  databaseSuite('pgDatabase, pool', async () => {
    const pool = new pg.Pool({ connectionString: target.url, max: 4 });
    return { database: pgDatabase(pool), close: () => pool.end() };
  });
  databaseSuite('pgDatabase, pool of one connection', async () => {
    const pool = new pg.Pool({ connectionString: target.url, max: 1 });
    return { database: pgDatabase(pool), close: () => pool.end() };
  });
}, 'postgres');

forEachDatabase((target) => {
  databaseSuite('mysql2Database, promise pool', async () => {
    const pool = mysqlPromise.createPool({ uri: target.url, connectionLimit: 4 });
    return { database: mysql2Database(pool), close: () => pool.end() };
  });
  databaseSuite('mysql2Database, callback pool with other settings', async () => {
    const pool = mysql.createPool({
      uri: target.url,
      connectionLimit: 4,
      flags: ['-FOUND_ROWS'],
      rowsAsArray: true,
      bigNumberStrings: true,
      supportBigNumbers: true,
      namedPlaceholders: true,
      dateStrings: true,
      decimalNumbers: true,
      jsonStrings: true,
      timezone: '+09:00',
      typeCast: () => 'nothing of the server',
    });
    return { database: mysql2Database(pool), close: () => pool.promise().end() };
  });
  databaseSuite('mysql2Database, pool of one connection', async () => {
    const pool = mysqlPromise.createPool({ uri: target.url, connectionLimit: 1 });
    return { database: mysql2Database(pool), close: () => pool.end() };
  });
}, 'mysql');
