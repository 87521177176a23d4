/** Databases that the benchmarks fill: a file of SQLite, and the servers that respond. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DatabaseServer, findMariadb, findPostgres, uniqueName } from '../../testing/databases.ts';

/** A database to fill. */
export interface Target {
  readonly title: string;
  readonly url: string;
}

type Kind = 'sqlite' | 'postgres' | 'mariadb';

const SERVERS = { postgres: findPostgres, mariadb: findMariadb } as const;

/**
 * Calls a function with one empty database after the other, and removes each afterwards. If URLs are given, these databases are
 * used instead and left in place, so that a large ledger is created only once.
 */
export async function onEach(
  kinds: readonly Kind[],
  given: readonly string[],
  call: (target: Target) => Promise<void>,
): Promise<void> {
  for (const url of given) await call({ title: titleOf(url), url });
  if (given.length > 0) return;
  for (const kind of kinds) await (kind === 'sqlite' ? onSqlite(call) : onServer(await SERVERS[kind](), call));
}

async function onSqlite(call: (target: Target) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-benchmark-'));
  try {
    await call({ title: 'SQLite', url: path.join(folder, 'ledger.db') });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function onServer(server: DatabaseServer, call: (target: Target) => Promise<void>): Promise<void> {
  if (server.url === undefined) throw new Error(`${server.tried} does not answer`);
  const { url, drop } = await server.create(uniqueName('policy_engine'));
  try {
    await call({ title: server.title, url });
  } finally {
    await drop();
  }
}

function titleOf(url: string): string {
  if (url.startsWith('postgres')) return 'PostgreSQL';
  return url.startsWith('mysql') ? 'MariaDB' : 'SQLite';
}
