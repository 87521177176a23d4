/** Errors of a real outage as an ORM wraps them: what the host's own functions throw is an outage for whoever asks, too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { getTestEngine } from 'policy-engine/testing';
import { createTarget } from './engine.ts';

const READ = 'select 1';
const WRITE = 'create table refused (id integer)';

/** Opens a connection of an ORM to PostgreSQL, which runs a statement. */
export type OpenConnection = (
  url: string,
) => Promise<{ readonly run: (statement: string) => Promise<unknown>; readonly close: () => Promise<unknown> }>;

/** Defines the test of an ORM. */
export function testOutages(orm: string, open: OpenConnection): void {
  test(`a database of ${orm} that only reads, kills connections and is dropped is unavailable`, async () => {
    const target = await createTarget('PostgreSQL');
    const { pathname } = new URL(target.url);
    const name = pathname.slice(1);
    const admin = new pg.Client({ connectionString: new URL('/postgres', target.url).href });
    await admin.connect();
    const { run, close } = await open(target.url);
    let statement = READ;
    const log: string[] = [];
    const test = await getTestEngine({
      // The host's own function uses the ORM.
      currentUser: async () => (await run(statement), { id: 'anna', record: null }),
      logger: { error: (_message, { error }) => void log.push(String(error)) },
    });
    const asks = async (cause: RegExp): Promise<void> => {
      const { status, headers } = await test.as('anna').json('GET', '/policies/user_terms.json');
      assert.deepEqual([status, headers.get('retry-after')], [503, '5'], log.at(-1));
      assert.match(log.at(-1) ?? '', cause);
    };
    assert.equal((await test.as('anna').json('GET', '/policies/user_terms.json')).status, 200);
    await admin.query(`alter database ${name} set default_transaction_read_only = on`);
    await admin.query('select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1', [name]);
    await run(READ).catch(() => {});
    await run(READ).catch(() => {});
    statement = WRITE;
    await asks(/read-only/);
    statement = READ;
    await admin.query(`drop database ${name} with (force)`);
    await run(READ).catch(() => {});
    await asks(/does not exist/);
    await close().catch(() => {});
    await admin.end();
  });
}
