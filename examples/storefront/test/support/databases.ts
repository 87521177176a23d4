import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import mysql from 'mysql2/promise';
import pg from 'pg';

interface Server {
  readonly title: string;
  /** What is tried, best first. */
  readonly urls: readonly string[];
  run(url: string, sql: string): Promise<void>;
  readonly drop: (name: string) => string;
}

const postgres: Server = {
  title: 'PostgreSQL',
  urls: process.env['TEST_POSTGRES_URL']
    ? [process.env['TEST_POSTGRES_URL']]
    : ['root', 'postgres'].map((user) => `postgres://${user}@127.0.0.1:5432/postgres`),
  async run(url, sql) {
    const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
    await connection.connect();
    try {
      await connection.query(sql);
    } finally {
      await connection.end();
    }
  },
  drop: (name) => `drop database ${name} with (force)`,
};

const mariadb: Server = {
  title: 'MariaDB',
  urls: [process.env['TEST_MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306/mysql'],
  async run(url, sql) {
    const connection = await mysql.createConnection({ uri: url, connectTimeout: 3000 });
    try {
      await connection.query(sql);
    } finally {
      await connection.end();
    }
  },
  drop: (name) => `drop database ${name}`,
};

async function firstThatAnswers(server: Server): Promise<string | undefined> {
  for (const url of server.urls) {
    try {
      await server.run(url, 'select 1');
      return url;
    } catch {
      // The next one may answer.
    }
  }
  return undefined;
}

/**
 * Defines a suite on each database server, in a fresh database of its own name. Where a server does not answer the suite
 * is skipped with a line that says so; with `CI=true` it fails.
 *
 * @param define is given the `DATABASE_URL`, to be asked for within tests
 */
export async function forEachServer(define: (url: () => string) => void): Promise<void> {
  for (const server of [postgres, mariadb]) {
    const found = await firstThatAnswers(server);
    if (found === undefined) defineMissing(server);
    else defineOn(server, found, define);
  }
}

function defineOn(server: Server, found: string, define: (url: () => string) => void): void {
  const name = `storefront_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const url = new URL(found);
  url.pathname = `/${name}`;
  describe(`on ${server.title}`, () => {
    before(() => server.run(found, `create database ${name}`));
    after(() => server.run(found, server.drop(name)));
    define(() => url.href);
  });
}

function defineMissing({ title, urls }: Server): void {
  const tried = urls.map((url) => Object.assign(new URL(url), { password: '' }).href).join(', ');
  const message = `${title} does not answer (${tried}): its tests are skipped`;
  if (process.env['CI'] === 'true') {
    test(`${title} answers`, () => {
      throw new Error(message);
    });
    return;
  }
  console.log(message);
  test(`on ${title}`, { skip: message }, () => {});
}

/** A file for a SQLite database, gone after the tests. Call it where `after` may be called. */
export function temporaryDatabase(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'storefront-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'shop.db');
}
