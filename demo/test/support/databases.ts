import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { findMariadb, findPostgres, uniqueName } from '../../../testing/databases.ts';
import { testsAll, variants } from '../../../testing/rounds.ts';
import { skipWithout } from '../../../testing/servers.ts';

/**
 * Defines a suite on a database server, with all variants on each, in a fresh database of its own name. If a server does not
 * answer, a skipped test replaces the suite.
 *
 * @param tests how many tests the suite has
 * @param define gets a function that returns the `DATABASE_URL`; call it within tests
 */
export async function forEachServer(tests: number, define: (url: () => string) => void): Promise<void> {
  for (const server of variants(await Promise.all([findPostgres(), findMariadb()]))) {
    if (server.url === undefined) {
      skipWithout(`on ${server.title}`, server.tried, () => tests);
      continue;
    }
    describe(`on ${server.title}`, () => {
      let created: Awaited<ReturnType<typeof server.create>> | undefined;
      before(async () => {
        created = await server.create(uniqueName('storefront'));
      });
      after(() => created?.drop());
      define(() => created?.url ?? '');
    });
  }
}

/** Defines a suite on SQLite, and with all variants on each database server; see {@link forEachServer}. */
export async function forEachDatabase(tests: number, define: (url: () => string) => void): Promise<void> {
  describe('on SQLite', () => {
    const file = temporaryDatabase();
    define(() => file);
  });
  if (testsAll) await forEachServer(tests, define);
}

/** A file for a SQLite database, deleted after the tests. Call it where `after` may be called. */
export function temporaryDatabase(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'storefront-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'shop.db');
}
