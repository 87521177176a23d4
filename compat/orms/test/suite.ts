/** The behaviour of an engine that is joined to an ORM, the same for every ORM. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import { databaseSuite } from '../../../packages/policy-engine/test/database/database-suite.ts';
import { reportResult } from './results.ts';
import { createTarget, decisionsIn, type Engine, engineOn, type Kind, USERS_TABLE } from './engine.ts';

/** An application with an ORM. */
export interface Host {
  /** The engine's database, on the connections of the ORM. */
  readonly database: Database;
  /** Runs in a transaction of the application, with the engine's database in it. */
  transaction<T>(run: (transaction: Database, insert: (id: string) => Promise<unknown>) => Promise<T>): Promise<T>;
  /** Ids of all users, read by the ORM. */
  users(): Promise<string[]>;
  /** What the ORM returns for a query of the application. */
  rows: (sql: string) => Promise<readonly unknown[]>;
  /** True if the ORM itself cannot have two transactions open at a time. */
  readonly oneAtATime?: boolean;
  close(): Promise<unknown>;
}

/** Number of connections in the pools of these applications. */
export const POOL_SIZE = 3;

const ACCEPTED = { policy_rule_age: 'true', policy_rule_privacy_terms: 'true' };

/**
 * Defines the suite.
 *
 * @param sharedPool whether the engine's database uses the ORM's own connections, so that it must pass the suite of databases, too
 */
export function ormSuite(
  name: string,
  kind: Kind,
  open: (url: string) => Promise<Host>,
  { sharedPool = true }: { sharedPool?: boolean } = {},
): void {
  describe(`${name} on ${kind}`, () => {
    reportResult(name, kind, 'transactions');
    let target: Awaited<ReturnType<typeof createTarget>>;
    let host: Host;
    let engine: Engine;
    let told: string[];
    before(async () => {
      target = await createTarget(kind);
      host = await open(target.url);
      await host.database.execute(USERS_TABLE);
      ({ engine, told } = await engineOn(host.database));
    });
    after(async () => {
      await host.database.close();
      await host.close();
      await target.drop();
    });

    const signUp = (id: string, fail = false) =>
      host.transaction(async (transaction, insert) => {
        assert.deepEqual(await engine.validatePolicies('create', ACCEPTED, { transaction }), []);
        await insert(id);
        const recorded = await engine.recordPolicies(transaction, id, ACCEPTED);
        if (fail) throw new Error('after all not');
        return recorded;
      });

    test('a sign-up is committed with its decisions', async () => {
      await (await signUp('ada')).afterCommit();
      assert.deepEqual(await host.users(), ['ada']);
      const { standing, events } = await decisionsIn(host.database);
      assert.deepEqual(standing, ['ada age accepted', 'ada privacy_terms accepted']);
      assert.equal(events, 2);
      assert.deepEqual(told, ['ada']);
    });

    test('a sign-up is rolled back with its decisions', async () => {
      await assert.rejects(signUp('bob', true), /after all not/);
      assert.deepEqual(await host.users(), ['ada']);
      assert.deepEqual(await decisionsIn(host.database), {
        standing: ['ada age accepted', 'ada privacy_terms accepted'],
        events: 2,
      });
    });

    test('what fails in an inner transaction of the engine leaves the rest', async () => {
      await host.transaction(async (transaction, insert) => {
        await insert('cem');
        const inner = transaction.transaction((within) => within.execute("insert into users (id) values ('ada')"));
        await assert.rejects(inner);
        await transaction.execute("update users set name = 'Cem' where id = 'cem'");
      });
      assert.deepEqual(await host.users(), ['ada', 'cem']);
      const { rows } = await host.database.execute("select name from users where id = 'cem'");
      assert.deepEqual(rows, [{ name: 'Cem' }]);
    });

    test('more sign-ups than there are connections all complete', async () => {
      const ids = Array.from({ length: 4 * POOL_SIZE }, (_, index) => `many-${index}`);
      if (host.oneAtATime) for (const id of ids) await signUp(id);
      else await Promise.all(ids.map((id) => signUp(id)));
      assert.equal((await host.users()).length, 2 + ids.length);
      assert.equal((await decisionsIn(host.database)).standing.length, 2 + 2 * ids.length);
    });

    if (kind !== 'SQLite' && sharedPool) {
      test('the engine opens no connection beside the pool', async () => {
        const statement = {
          PostgreSQL: 'select count(*) as n from pg_stat_activity where datname = current_database()',
          MariaDB: 'select count(*) as n from information_schema.processlist where db = database()',
        }[kind];
        await Promise.all(Array.from({ length: 20 }, () => host.database.execute('select 1')));
        const { rows } = await host.database.execute<{ n: number }>(statement);
        const count = rows[0]?.n ?? 0;
        assert.ok(count > 0 && count <= POOL_SIZE, `${count} connections`);
      });
    }

    test('the ledger verifies', async () => {
      await engine.ledger.seal();
      assert.deepEqual((await engine.ledger.verify()).findings, []);
    });
  });

  if (!sharedPool) return;
  databaseSuite(`databaseOf, ${name} on ${kind}`, async () => {
    const target = await createTarget(kind);
    const host = await open(target.url);
    const close = async (): Promise<void> => {
      await host.database.close();
      await host.close();
      await target.drop();
    };
    return { database: host.database, close };
  });
}
