import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { connectDatabase } from 'policy-engine';

describe('connectDatabase', () => {
  test('names an unknown scheme in its error', async () => {
    await assert.rejects(connectDatabase('mongodb://127.0.0.1/a'), {
      code: 'database_url_refused',
      message: /mongodb: .*There are postgres:, postgresql:, mysql: and mariadb:, and file: or a path for SQLite/,
    });
  });

  test('does not repeat the password of a URL that cannot be parsed', async () => {
    await assert.rejects(connectDatabase('postgres://me:se#cret@:bad:/x'), (error: Error) => {
      assert.equal((error as Error & { code: string }).code, 'database_url_refused');
      assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /se#cret/);
      return true;
    });
  });

  test('fails instead of waiting for a server that does not answer', { timeout: 15_000 }, async () => {
    for (const url of ['postgres://me@127.0.0.1:1/x', 'mysql://me@127.0.0.1:1/x']) {
      const database = await connectDatabase(url);
      await assert.rejects(database.execute('select 1'), { code: 'ECONNREFUSED' });
      await assert.rejects(
        database.transaction(async () => {}),
        { code: 'ECONNREFUSED' },
      );
      await database.close();
      await database.close();
    }
  });

  describe('without a driver installed', () => {
    const root = mkdtempSync(join(tmpdir(), 'policy-engine-driverless-'));
    after(() => rmSync(root, { recursive: true, force: true }));

    test('the error names the npm package', async () => {
      const dist = dirname(fileURLToPath(import.meta.resolve('policy-engine')));
      const kysely = join(dirname(fileURLToPath(import.meta.resolve('kysely'))), '..');
      cpSync(dist, join(root, 'dist'), { recursive: true });
      mkdirSync(join(root, 'node_modules'));
      symlinkSync(kysely, join(root, 'node_modules', 'kysely'));
      const { href } = pathToFileURL(join(root, 'dist', 'platform', 'database', 'connection', 'connect.js'));
      const installed = (await import(href)) as { connectDatabase: typeof connectDatabase };
      // It also searches the host's folder.
      const folder = process.cwd();
      process.chdir(root);
      for (const [url, name] of [
        ['postgres://me@127.0.0.1/x', 'pg'],
        ['mysql://me@127.0.0.1/x', 'mysql2'],
      ] as const) {
        await assert.rejects(installed.connectDatabase(url), {
          code: 'database_driver_missing',
          reason: new RegExp(`npm install ${name}$`),
        });
      }
      process.chdir(folder);
      const sqlite = await installed.connectDatabase(':memory:');
      assert.deepEqual((await sqlite.execute('select 1 as one')).rows, [{ one: 1 }]);
      await sqlite.close();
    });
  });
});
