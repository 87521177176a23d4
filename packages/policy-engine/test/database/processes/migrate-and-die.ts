/**
 * Migrates and is killed before it sends the n-th statement that creates, fills or drops something:
 * `node migrate-and-die.ts <url> <n> <migrations>`. The drivers are wrapped, so that the package itself is unchanged.
 */
import { DatabaseSync } from 'node:sqlite';
import mysql from 'mysql2';
import pg from 'pg';
// Parts of the package, which start in a fourth of the time of the whole; the modules' migrations are passed as JSON.
import { connectDatabase } from '../../../dist/platform/database/connection/connect.js';
import { migrate } from '../../../dist/platform/database/migrations/migrate.js';
import { resolveNaming } from '../../../dist/platform/database/schema/names.js';
import { type Migration, tableSet } from '../../../dist/platform/database/migrations/migration.js';

const [, , url = '', nth = '1', migrations = ''] = process.argv;
let left = Number(nth);

function dieAtNth(sql: unknown): void {
  if (!/^\s*(?:create|insert|drop)/i.test(String(sql))) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

function tap(prototype: object, method: string, textOf: (parameter: unknown) => unknown): void {
  const target = prototype as Record<string, (...parameters: unknown[]) => unknown>;
  const original = target[method]!;
  target[method] = function (this: unknown, ...parameters) {
    dieAtNth(textOf(parameters[0]));
    return original.apply(this, parameters);
  };
}

tap(DatabaseSync.prototype, 'prepare', (sql) => sql);
tap(pg.Client.prototype, 'query', (query) => (query as { text: string }).text);
const { Connection } = mysql as unknown as { Connection: { prototype: object } };
tap(Connection.prototype, 'query', (query) => (query as { sql?: string }).sql);

const database = await connectDatabase(url);
await migrate(
  database,
  resolveNaming(database.dialect, tableSet(JSON.parse(migrations) as Migration[])),
  () => new Date(),
);
console.log('not killed');
process.exit(0);
