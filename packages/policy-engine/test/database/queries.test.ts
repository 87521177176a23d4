import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createPolicyEngine, PolicyEngineError } from 'policy-engine';
import { createId, migrate, timeText } from 'policy-engine/database';
import { createQueries } from '../../dist/schema.js';
import type { Database } from 'policy-engine';
import type { Queries } from '../../dist/platform/database/statements/queries.js';
import { forEachDatabase } from '../support/databases.ts';

forEachDatabase((target) => {
  describe('compiled queries', () => {
    let database: Database;
    let queries: Queries;

    before(async () => {
      database = await target.open();
      await migrate(database);
      queries = createQueries(database);
    });

    const request = (userId: string) => {
      const now = timeText(new Date());
      return { id: createId(), user_id: userId, created_at: now, updated_at: now };
    };

    test('count the rows they insert, update and delete', async () => {
      const inserted = await queries
        .insertInto('portability_requests')
        .values([request('counted'), request('counted')])
        .executeTakeFirst();
      assert.equal(inserted.numInsertedOrUpdatedRows, 2n);
      const mine = queries.selectFrom('portability_requests').where('user_id', '=', 'counted');
      const updating = queries
        .updateTable('portability_requests')
        .set({ state: 'pending' })
        .where('user_id', '=', 'counted');
      assert.equal((await updating.executeTakeFirst()).numUpdatedRows, 2n);
      assert.deepEqual(await mine.select((fields) => fields.fn.countAll<number>().as('n')).execute(), [{ n: 2 }]);
      const deleting = queries.deleteFrom('portability_requests').where('user_id', '=', 'counted');
      assert.equal((await deleting.executeTakeFirst()).numDeletedRows, 2n);
    });

    test('on missing tables or columns tell the developer to migrate', async () => {
      const elsewhere = { tablePrefix: 'elsewhere_' };
      const isTold = (error: unknown) => {
        assert.ok(error instanceof PolicyEngineError);
        assert.deepEqual([error.code, error.status], ['not_migrated', 500]);
        assert.match(
          error.message,
          /`await engine\.migrate\(\)`.*`npx --offline policy-engine migrate --database URL`/,
        );
        assert.ok(error.cause instanceof Error && error.message.includes(error.cause.message));
        return true;
      };
      const missing = createQueries(database, elsewhere).selectFrom('terms').select('id');
      await assert.rejects(missing.execute(), isTold);
      await assert.rejects(
        queries
          .selectFrom('terms')
          .select('unheard_of' as 'id')
          .execute(),
        isTold,
      );
      const unheard = { ...request('new'), unheard_of: 1 };
      await assert.rejects(queries.insertInto('portability_requests').values(unheard).execute(), isTold);
      const engine = createPolicyEngine({
        database,
        ...elsewhere,
        rules: [{ name: 'cookie' }],
        currentUser: () => null,
      });
      await assert.rejects(engine.renderTerm('cookie'), isTold);
      const ofHost = database.execute('select * from elsewhere_terms');
      await assert.rejects(ofHost, (error) => !(error instanceof PolicyEngineError));
    });

    test('run in the transaction they were made for', async () => {
      const failing = database.transaction(async (transaction) => {
        await createQueries(transaction).insertInto('portability_requests').values(request('undone')).execute();
        throw new Error('undo');
      });
      await assert.rejects(failing, { message: 'undo' });
      const left = queries.selectFrom('portability_requests').select('id').where('user_id', '=', 'undone');
      assert.deepEqual(await left.execute(), []);
    });

    test('are an error on the outer database within a transaction', async () => {
      await database.transaction(async () => {
        await assert.rejects(queries.selectFrom('terms').select('id').execute(), { code: 'database_misuse' });
      });
    });

    test('lock rows where the database has row locks, and skip locked ones', async () => {
      await queries
        .insertInto('portability_requests')
        .values([request('first'), request('second')])
        .execute();
      const oldest = (transaction: Database) =>
        createQueries(transaction)
          .selectFrom('portability_requests')
          .select('user_id')
          .orderBy('id')
          .limit(1)
          .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
          .$if(transaction.capabilities.skipLocked, (query) => query.skipLocked())
          .execute();
      const both = Promise.withResolvers<void>();
      let reached = 0;
      const take = () =>
        database.transaction(
          async (transaction) => {
            const taken = await oldest(transaction);
            if (++reached === 2 || !transaction.capabilities.skipLocked) both.resolve();
            await both.promise;
            return taken[0]?.user_id;
          },
          { isolation: 'read committed' },
        );
      const taken = await Promise.all([take(), take()]);
      assert.deepEqual(taken.toSorted(), database.capabilities.skipLocked ? ['first', 'second'] : ['first', 'first']);
    });

    test('refuse Kysely’s own transaction, which bypasses the port', async () => {
      const failing = queries
        .transaction()
        .execute((transaction) => transaction.selectFrom('terms').select('id').execute());
      await assert.rejects(failing, { code: 'database_misuse' });
    });

    test('leave the database open when they are destroyed', async () => {
      await createQueries(database).destroy();
      assert.deepEqual((await database.execute('select 1 as one')).rows, [{ one: 1 }]);
    });
  });
});
