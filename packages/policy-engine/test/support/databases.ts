import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { connectDatabase } from 'policy-engine';
import type { Database, Dialect } from 'policy-engine';

/** A database of its own name that exists from before the suite's first test until after its last. */
export interface TestDatabase {
  readonly dialect: Dialect;
  /** As in `DATABASE_URL`. */
  readonly url: string;
  /** Opens it through the package; closed with the suite if not before. */
  open(): Promise<Database>;
}

interface Server {
  readonly title: string;
  readonly dialect: Dialect;
  /** Undefined if no server answers. */
  readonly reachable: boolean;
  /** What was tried, for the line that names what is skipped. */
  readonly tried: string;
  create(name: string): Promise<{ url: string; drop: () => Promise<void> }>;
}

const sqlite: Server = {
  title: 'SQLite',
  dialect: 'sqlite',
  reachable: true,
  tried: 'a temporary file',
  create: async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'policy-engine-'));
    return { url: join(folder, `${name}.db`), drop: async () => rmSync(folder, { recursive: true, force: true }) };
  },
};

async function findPostgres(): Promise<Server> {
  const given = process.env['TEST_POSTGRES_URL'];
  const tried = given ? [given] : ['root', 'postgres'].map((user) => `postgres://${user}@127.0.0.1:5432/postgres`);
  const run = async (url: string, sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const url = await firstThat(tried, (candidate) => run(candidate, 'select 1'));
  return {
    title: 'PostgreSQL',
    dialect: 'postgres',
    reachable: url !== undefined,
    tried: tried.map(withoutPassword).join(', '),
    create: async (name) => {
      await run(url!, `create database ${name}`);
      return { url: inDatabase(url!, name), drop: () => run(url!, `drop database ${name} with (force)`) };
    },
  };
}

async function findMysql(): Promise<Server> {
  const tried = process.env['TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/mysql';
  const run = async (url: string, sql: string): Promise<void> => {
    const connection = await mysql.createConnection({ uri: url, connectTimeout: 3000 });
    try {
      await connection.query(sql);
    } finally {
      await connection.end();
    }
  };
  const url = await firstThat([tried], (candidate) => run(candidate, 'select 1'));
  return {
    title: 'MySQL',
    dialect: 'mysql',
    reachable: url !== undefined,
    tried: withoutPassword(tried),
    create: async (name) => {
      await run(url!, `create database ${name}`);
      return { url: inDatabase(url!, name), drop: () => run(url!, `drop database ${name}`) };
    },
  };
}

const servers: readonly Server[] = [sqlite, ...(await Promise.all([findPostgres(), findMysql()]))];

/**
 * Defines a suite on each database: a file for SQLite, a fresh database on each server. Where a server does not answer
 * the suite is skipped with a line that says so; with `CI=true` it fails.
 *
 * @example
 * ```ts
 * forEachDatabase((testDatabase) => {
 *   test('accepts', async () => {
 *     const database = await testDatabase.open();
 *     await migrate(database);
 *     …
 *   });
 * });
 * ```
 */
export function forEachDatabase(define: (database: TestDatabase) => void, only?: Dialect): void {
  for (const server of servers) {
    if (only === undefined || server.dialect === only) defineOn(server, define);
  }
}

function defineOn(server: Server, define: (database: TestDatabase) => void): void {
  if (!server.reachable) {
    defineMissing(server);
    return;
  }
  describe(`on ${server.title}`, () => {
    const opened: Database[] = [];
    let created: Awaited<ReturnType<Server['create']>> | undefined;
    before(async () => {
      created = await server.create(uniqueName());
    });
    after(async () => {
      await Promise.all(opened.map((database) => database.close()));
      await created?.drop();
    });
    define({
      dialect: server.dialect,
      get url() {
        if (!created) throw new Error('The database exists only while tests run.');
        return created.url;
      },
      async open() {
        const database = await connectDatabase(this.url);
        opened.push(database);
        return database;
      },
    });
  });
}

function defineMissing({ title, tried }: Server): void {
  const silence = `${title} does not answer (${tried})`;
  if (process.env['CI'] === 'true') {
    test(`${title} answers`, () => {
      throw new Error(`${silence}, and with CI=true it has to`);
    });
    return;
  }
  const message = `${silence}: its tests are skipped`;
  console.log(message);
  test(`on ${title}`, { skip: message }, () => {});
}

/** A name no other run uses, also a safe identifier everywhere. */
export function uniqueName(): string {
  return `policy_engine_test_${process.pid}_${randomBytes(4).toString('hex')}`;
}

async function firstThat(
  urls: readonly string[],
  answers: (url: string) => Promise<void>,
): Promise<string | undefined> {
  for (const url of urls) {
    try {
      await answers(url);
      return url;
    } catch {
      // The next one may answer.
    }
  }
  return undefined;
}

function inDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  return shown.href;
}
