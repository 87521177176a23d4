/** No statement of a host changes its meaning because the engine runs it, and no connection comes back changed. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { pgDatabase } from 'policy-engine';
import type { Database } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

const UPSERT =
  'insert into subscribers (email, active, visits) values ($2, true, 1) on conflict (email) where active = $1 do update set visits = subscribers.visits + 1';
/** PostgreSQL may use a plan made without the values from the sixth run of a prepared statement. */
const RUNS = 20;

forEachDatabase((target) => {
  suite('PostgreSQL', () => {
    let pool: pg.Pool;
    let database: Database;
    before(async () => {
      pool = new pg.Pool({ connectionString: target.url, max: 1 });
      database = pgDatabase(pool);
      await pool.query('create table subscribers (email text not null, active boolean not null, visits integer)');
      await pool.query('create unique index one_active on subscribers (email) where active = true');
    });
    after(() => pool.end());

    const prepared = async () => {
      const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements');
      return rows.map(({ statement }) => statement);
    };

    test('an upsert of the host on a partial index works however often it is repeated', async () => {
      for (let run = 0; run < RUNS; run += 1) await database.execute(UPSERT, [true, 'alone@example.com']);
      for (let run = 0; run < RUNS; run += 1) {
        await database.transaction(async (transaction) => {
          await transaction.execute(UPSERT, [true, 'within@example.com']);
          await transaction.transaction((inner) => inner.execute(UPSERT, [true, 'nested@example.com']));
        });
      }
      const { rows } = await database.execute('select email, visits from subscribers order by email');
      assert.deepEqual(
        rows,
        ['alone', 'nested', 'within'].map((name) => ({ email: `${name}@example.com`, visits: RUNS })),
      );
      assert.deepEqual(await prepared(), []);
    });

    test('the engine’s own statements mean the same under a plan made without their values', async () => {
      await pool.query('set plan_cache_mode = force_generic_plan');
      await using made = await getTestEngine({ database, writeLimit: false });
      const text = { description: 'Cookies', state: 'published' };
      await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
      const anna = made.as('anna');
      for (let run = 0; run < RUNS; run += 1) {
        const way = run % 2 === 0 ? 'reject' : 'accept';
        const { status } = await anna.json('PUT', `/policies/user_terms/cookie/${way}.json`);
        assert.equal(status, 200);
        assert.equal(await made.engine.policiesOf({ id: 'anna' }).hasConsentedCookie(), way === 'accept');
      }
      const statements = await prepared();
      assert.ok(statements.length > 0, 'those that repeat have a name');
      for (const statement of statements) {
        assert.match(statement, /policy_manager_/);
        assert.doesNotMatch(statement, /on conflict[^)]*\) where/);
      }
    });
  });
}, 'postgres');
