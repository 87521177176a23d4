import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { accepts, serverAt } from './servers.ts';

/** A database server for tests. */
export interface DatabaseServer {
  readonly title: string;
  /** Title and addresses that were tried, without passwords. */
  readonly tried: string;
  /** Undefined if none of the addresses responds. */
  readonly url: string | undefined;
  /** Creates an empty database of this name. */
  create(name: string): Promise<{ url: string; drop: () => Promise<void> }>;
}

interface Kind {
  readonly title: string;
  readonly urls: readonly string[];
  readonly run: (url: string, ...statements: readonly string[]) => Promise<void>;
  /** What makes a database whose commits do not wait for the disk, as far as that can be set for one database. */
  readonly create: (name: string) => readonly string[];
  readonly drop: (url: string, name: string) => Promise<void>;
}

/** PostgreSQL: the database still has connections after five seconds. */
const OBJECT_IN_USE = '55006';

const POSTGRES: Kind = {
  title: 'PostgreSQL',
  urls: process.env['TEST_POSTGRES_URL']
    ? [process.env['TEST_POSTGRES_URL']]
    : ['root', 'postgres'].map((user) => `postgres://${user}@127.0.0.1:5432/postgres`),
  create: (name) => [`create database ${name}`, `alter database ${name} set synchronous_commit = off`],
  run: async (url, ...statements) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const sql of statements) await client.query(sql);
    } finally {
      await client.end();
    }
  },
  async drop(url, name) {
    try {
      // Waits for the last connections: `Pool.end` of `pg` resolves before they are closed, and an error that one receives
      // from the server afterwards has no listener.
      await POSTGRES.run(url, `drop database ${name}`);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE)) throw error;
      await POSTGRES.run(url, `drop database ${name} with (force)`);
    }
  },
};

const MARIADB: Kind = {
  title: 'MariaDB',
  urls: [process.env['TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/mysql'],
  create: (name) => [`create database ${name}`],
  run: async (url, ...statements) => {
    const connection = await mysql.createConnection({ uri: url });
    try {
      for (const sql of statements) await connection.query(sql);
    } finally {
      await connection.end();
    }
  },
  drop: (url, name) => MARIADB.run(url, `drop database ${name}`),
};

async function find({ title, urls, run, create, drop }: Kind): Promise<DatabaseServer> {
  const url = await firstThatAnswers(urls, run);
  return {
    title,
    tried: serverAt(title, ...urls),
    url,
    async create(name) {
      if (url === undefined) throw new Error(`${title} does not answer.`);
      await run(url, ...create(name));
      return { url: inDatabase(url, name), drop: () => drop(url, name) };
    },
  };
}

async function firstThatAnswers(urls: readonly string[], run: Kind['run']): Promise<string | undefined> {
  for (const url of urls) {
    try {
      if (!(await accepts(url))) continue;
      await run(url, 'select 1');
      return url;
    } catch {
      // The next URL may have another user.
    }
  }
  return undefined;
}

function inDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}

/** PostgreSQL at `TEST_POSTGRES_URL` or on this machine. */
export const findPostgres = (): Promise<DatabaseServer> => find(POSTGRES);

/** MariaDB or MySQL at `TEST_MYSQL_URL` or on this machine. */
export const findMariadb = (): Promise<DatabaseServer> => find(MARIADB);

/** A name that no other run uses, also a safe identifier on every server. */
export function uniqueName(prefix: string): string {
  return `${prefix}_test_${process.pid}_${randomBytes(4).toString('hex')}`;
}
