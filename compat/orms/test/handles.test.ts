/** Transactions that have ended, and plugins that change rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import knexModule from 'knex';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { type Database, pgDatabase } from 'policy-engine';
import * as ofKnex from 'policy-engine/knex';
import * as ofKysely from 'policy-engine/kysely';
import { createTarget, decisionsIn, engineOn } from './engine.ts';

const ACCEPTED = { policy_rule_age: true, policy_rule_privacy_terms: true };

test('with Knex, the database of an ended transaction does not write into the next one', async () => {
  const target = await createTarget('PostgreSQL');
  const knex = knexModule({ client: 'pg', connection: target.url, pool: { min: 1, max: 1 } });
  const database = await ofKnex.databaseOf(knex);
  const { engine } = await engineOn(database);
  let kept: Database | undefined;
  await knex.transaction(async (trx) => void (kept = ofKnex.transactionOf(trx)));
  await knex.transaction(async () => {
    await assert.rejects(engine.recordPolicies(kept!, 'late', ACCEPTED), { code: 'database_misuse' });
  });
  assert.deepEqual((await decisionsIn(database)).standing, []);
  await database.close();
  await knex.destroy();
  await target.drop();
});

test('with Kysely, plugins of the host do not change the rows of the engine', async () => {
  const target = await createTarget('PostgreSQL');
  const pool = new pg.Pool({ connectionString: target.url });
  const db = new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  const database = pgDatabase(pool);
  const { engine, told } = await engineOn(database);
  for (let round = 0; round < 3; round += 1) {
    const recorded = await db
      .transaction()
      .execute((trx) => engine.recordPolicies(ofKysely.transactionOf(trx), 'ada', ACCEPTED));
    await recorded.afterCommit();
  }
  assert.deepEqual(told, ['ada']);
  await db.transaction().execute(async (trx) => {
    const transaction = ofKysely.transactionOf(trx);
    assert.deepEqual(await engine.validatePolicies('update', {}, { userId: 'ada', transaction }), []);
  });
  assert.deepEqual((await decisionsIn(database)).standing, ['ada age accepted', 'ada privacy_terms accepted']);
  await pool.end();
  await target.drop();
});
