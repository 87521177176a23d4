/** Opens a database of the benchmark, with the host's engine on it. */
import { createHash, createHmac } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { connectDatabase, type Database, nodeSqliteDatabase, type PolicyEngine } from 'policy-engine';
import { engineOn } from '../lists/engine.ts';
import { ledgerKey } from './fill.ts';

/** An open database. */
export interface Opened {
  readonly database: Database;
  readonly engine: PolicyEngine;
  readonly close: () => Promise<void>;
}

/** Opens a database; one of SQLite gets the functions of `words.ts`. */
export async function open(url: string): Promise<Opened> {
  const database = url.includes('://') ? await connectDatabase(url) : nodeSqliteDatabase(hashing(url));
  const engine = engineOn(database, {
    ledgerKey,
    writeLimit: false,
    erasure: { graceDays: 0 },
    dataRules: [
      { name: 'account', table: { table: 'shop_users', key: 'id', person: 'id' }, erasure: 'delete' },
      {
        name: 'visits',
        table: { table: 'shop_visits', key: 'id', person: 'user_id' },
        erasure: 'delete',
        retention: { after: { years: 1 }, from: 'seen_at' },
      },
    ],
  });
  return { database, engine, close: () => database.close() };
}

function hashing(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 60_000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = normal');
  const hmac = (salt: unknown, text: unknown) =>
    createHmac('sha256', String(salt), { encoding: 'hex' }).update(String(text)).digest('hex');
  database.function('hmac', { deterministic: true }, (salt, text) => hmac(salt, text));
  const leafHash = (text: unknown) =>
    createHash('sha256')
      .update(`\0${String(text)}`)
      .digest('hex');
  database.function('leaf_hash', { deterministic: true }, leafHash);
  return database;
}
