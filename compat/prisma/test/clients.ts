/** Clients of Prisma for each database, made by its own generator. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaMariaDb } from '@prisma/adapter-mariadb';
import { PrismaPg } from '@prisma/adapter-pg';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { betterSqlite3Database, connectDatabase, type Database, pgDatabase } from 'policy-engine';
import type { PrismaClient as Client } from '../generated/postgresql/client.ts';
import type { Kind } from '../../orms/test/engine.ts';
import { POOL_SIZE } from '../../orms/test/suite.ts';

const folder = path.dirname(import.meta.dirname);

/** The databases that Prisma and the engine both know. */
export const KINDS = ['PostgreSQL', 'MariaDB', 'SQLite'] as const;
const PROVIDERS = { PostgreSQL: 'postgresql', MariaDB: 'mysql', SQLite: 'sqlite' };

/** What an application with Prisma has. */
export interface App {
  readonly prisma: Client;
  readonly database: Database;
  close(): Promise<void>;
}

/** Opens the client and the engine's database: over the same pool where Prisma takes one. */
export async function openApp(kind: Kind, url: string): Promise<App> {
  const { PrismaClient } = await generateClient(kind);
  if (kind === 'PostgreSQL') {
    const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
    return {
      prisma,
      database: pgDatabase(pool),
      async close() {
        await prisma.$disconnect();
        await pool.end();
      },
    };
  }
  if (kind === 'MariaDB') {
    const prisma = new PrismaClient({ adapter: new PrismaMariaDb(url.replace('mysql:', 'mariadb:')) });
    const database = await connectDatabase(url);
    return { prisma, database, close: () => prisma.$disconnect() };
  }
  const handle = new BetterSqlite3(url);
  const prisma = new PrismaClient({ adapter: new PrismaBetterSqlite3({ url }) });
  return {
    prisma,
    database: betterSqlite3Database(handle),
    async close() {
      await prisma.$disconnect();
      handle.close();
    },
  };
}

/**
 * Runs the generator, which reads `prisma.config.ts`; it asks for its schema engine to be there but does not need it.
 *
 * @returns the module of the client
 */
export async function generateClient(kind: Kind): Promise<{ PrismaClient: typeof Client }> {
  const provider = PROVIDERS[kind];
  const run = spawnSync('npx', ['prisma', 'generate', '--schema', `schemas/${provider}.prisma`], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
  });
  if (run.status !== 0) throw new Error(`prisma generate: ${run.stdout}${run.stderr}`);
  return import(`../generated/${provider}/client.ts`) as Promise<{ PrismaClient: typeof Client }>;
}
