import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, beforeEach, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { betterSqlite3Database, connectDatabase } from 'policy-engine';
import type { Database } from 'policy-engine';
import type { Dialect } from 'policy-engine/database';
import { findMariadb, findPostgres, uniqueName as uniqueNameOf } from '../../../../testing/databases.ts';
import { testsAll } from '../../../../testing/rounds.ts';
import { skipWithout } from '../../../../testing/servers.ts';

/** A database with its own name that exists from before the suite's first test until after its last. */
export interface TestDatabase {
  readonly dialect: Dialect;
  /** In the form of `DATABASE_URL`. */
  readonly url: string;
  /** Opens it through the package; closed with the suite if not before. */
  open(): Promise<Database>;
}

type Create = (name: string) => Promise<{ url: string; drop: () => Promise<void> }>;

interface Server {
  readonly title: string;
  readonly dialect: Dialect;
  readonly reachable: boolean;
  readonly tried: string;
  readonly create: Create;
  /** Default: `connectDatabase`. */
  readonly open?: (url: string) => Promise<Database>;
}

const sqlite: Server = {
  title: 'SQLite',
  dialect: 'sqlite',
  reachable: true,
  tried: 'SQLite',
  create: async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'policy-engine-'));
    return { url: join(folder, `${name}.db`), drop: async () => rmSync(folder, { recursive: true, force: true }) };
  },
};

const betterSqlite3: Server = {
  ...sqlite,
  title: 'SQLite, better-sqlite3',
  open: async (url) => {
    const handle = new BetterSqlite3(url);
    const database = betterSqlite3Database(handle);
    const close = database.close.bind(database);
    database.close = async () => {
      await close();
      handle.close();
    };
    return database;
  },
};

const [postgres, mariadb] = await Promise.all([findPostgres(), findMariadb()]);
const onServers: readonly Server[] = [
  { ...postgres, dialect: 'postgres', reachable: postgres.url !== undefined },
  { ...mariadb, dialect: 'mysql', reachable: mariadb.url !== undefined },
];

/** Folders of tests about differences between databases. */
const ON_EACH = new Set(['database', 'jobs', 'predecessor']);
/** Folders of tests about the tables of a host. */
const ON_BOTH_SQLITE = new Set(['data-map']);
/** A third of the other files each runs on one of these. */
const IN_TURN: readonly Dialect[] = ['sqlite', 'postgres', 'mysql'];

/**
 * Defines a suite on databases: a file for SQLite, a fresh database on a server. Tests about differences between databases run on each.
 * Of the other test files a third runs on SQLite, half of these through node:sqlite and half through better-sqlite3, a third on
 * PostgreSQL and a third on MariaDB; all on each with `TEST_ALL=1`, as `npm run test:compat -- --all` has it. Where a server does not
 * answer, its files run on SQLite, and a skipped test states how many tests did.
 *
 * @param only runs it on this database alone
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
  const counted = { tests: 0 };
  const dialects = only === undefined ? dialectsOfFile() : [only];
  const servers = onServers.filter(({ dialect }) => dialects.includes(dialect));
  const isStandIn = only === undefined && servers.some(({ reachable }) => !reachable);
  if (dialects.includes('sqlite') || isStandIn) {
    for (const driver of sqliteDrivers(only)) defineOn(driver, counted, define);
  }
  for (const server of servers) {
    if (server.reachable) defineOn(server, counted, define);
    else skipWithout(`on ${server.title}`, server.tried, () => Math.max(1, counted.tests));
  }
}

/** The databases on which the calling test file runs. */
function dialectsOfFile(): readonly Dialect[] {
  const file = callingFile();
  if (testsAll || file === undefined || ON_EACH.has(basename(dirname(file)))) return IN_TURN;
  const place = sumOf(file) % IN_TURN.length;
  return IN_TURN.slice(place, place + 1);
}

/**
 * The drivers of SQLite with which the calling test file runs. If it uses the URL, node:sqlite alone: it opens the file with it, and
 * two copies of SQLite in one process must not open the same one.
 */
function sqliteDrivers(only: Dialect | undefined): readonly Server[] {
  const file = callingFile();
  if (file === undefined || only !== undefined || /\.url\b/.test(readFileSync(file, 'utf8'))) return [sqlite];
  if (testsAll || ON_BOTH_SQLITE.has(basename(dirname(file)))) return [sqlite, betterSqlite3];
  return [sumOf(file) % 2 === 0 ? sqlite : betterSqlite3];
}

function callingFile(): string | undefined {
  const name = getCallSites(20).find(({ scriptName }) => scriptName.endsWith('.test.ts'))?.scriptName;
  return name?.startsWith('file:') ? fileURLToPath(name) : name;
}

const sumOf = (file: string): number => Buffer.from(basename(file)).reduce((total, byte) => total + byte, 0);

function defineOn(server: Server, counted: { tests: number }, define: (database: TestDatabase) => void): void {
  describe(`on ${server.title}`, () => {
    const opened: Database[] = [];
    let created: Awaited<ReturnType<Create>> | undefined;
    before(async () => {
      created = await server.create(uniqueName());
    });
    beforeEach(() => {
      if (server.dialect === 'sqlite') counted.tests += 1;
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
        const database = await (server.open ?? connectDatabase)(this.url);
        opened.push(database);
        return database;
      },
    });
  });
}

/** A name that no other run uses, and that is a safe identifier everywhere. */
export const uniqueName = (): string => uniqueNameOf('policy_engine');
