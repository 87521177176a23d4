/** A database for each measured host, dropped afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findMariadb } from '../../testing/databases.ts';

let created = 0;

/** Runs with the URL of a new database. */
export type WithDatabase = <Result>(run: (url: string) => Promise<Result>) => Promise<Result>;

/** A database on the PostgreSQL server of the tests. */
const onPostgres: WithDatabase = async (run) => {
  const admin = process.env['TEST_POSTGRES_URL'] ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`;
  created += 1;
  const name = `policy_engine_benchmark_${process.pid}_${created}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query(`create database ${name}`);
  try {
    return await run(new URL(`/${name}`, admin).href);
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
};

/** A database on the MariaDB server of the tests. */
const onMariadb: WithDatabase = async (run) => {
  const server = await findMariadb();
  created += 1;
  const { url, drop } = await server.create(`policy_engine_benchmark_${process.pid}_${created}`);
  try {
    return await run(url);
  } finally {
    await drop();
  }
};

/** A file of SQLite. */
const onSqlite: WithDatabase = async (run) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-benchmark-'));
  try {
    return await run(path.join(folder, 'benchmark.db'));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The databases by name, or the one that `BENCHMARK_DATABASE` names. @throws Error for another name */
export function databases(): ReadonlyArray<readonly [name: string, run: WithDatabase]> {
  const all = [['SQLite', onSqlite] as const, ['PostgreSQL', onPostgres] as const, ['MariaDB', onMariadb] as const];
  const named = process.env['BENCHMARK_DATABASE'];
  const chosen = all.filter(([name]) => named === undefined || name === named);
  if (chosen.length === 0) throw new Error(`no database ${named}; write ${all.map(([name]) => name).join(', ')}`);
  return chosen;
}
