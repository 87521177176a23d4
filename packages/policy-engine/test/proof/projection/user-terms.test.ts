/** The decisions of an account are read by one statement over indexes, also those of one that was merged into another. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, PolicyEngineError } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { UserTermStore } from '../../../dist/modules/proof/projection/user-term-store.js';
import { createQueries, engineNaming } from '../../../dist/schema.js';
import { dropAll } from '../../faults/state.ts';
import { forEachDatabase } from '../../support/databases.ts';

const at = '2026-11-22T03:04:05.678Z';
const uuid = (nth: number) => `0190a5c4-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const TYPES = [
  { userIdType: 'text', id: (nth: number) => `user ${nth}` },
  { userIdType: 'uuid', id: uuid },
  // A double does not tell neighbours apart.
  { userIdType: 'bigint', id: (nth: number) => `900719925474${1000 + nth}` },
  { userIdType: 'integer', id: String },
] as const;

forEachDatabase((target) => {
  for (const { userIdType, id } of TYPES) {
    test(`decisions are found by one statement over indexes, with IDs of the type ${userIdType}`, async () => {
      const database = await target.open();
      await dropAll(database);
      await migrate(database, { userIdType });
      const naming = engineNaming(target.dialect, { userIdType });
      const queries = createQueries(database, { userIdType });
      const times = { created_at: at, updated_at: at };
      await queries
        .insertInto('terms')
        .values({ id: 't', description: '#', rule: 'age', locale: 'en', ...times })
        .execute();
      const people = Array.from({ length: 400 }, (_, nth) => id(nth));
      const decision = { term_id: 't', rule: 'age', state: 'accepted', decided_at: at, created_at: at, updated_at: at };
      const rows = people.slice(1).map((user) => Object.assign({ id: `r${user}`, user_id: user }, decision));
      await queries.insertInto('user_terms').values(rows).execute();
      const accounts = people.map((subject, nth) => ({ subject, last: 1, merged_into: nth === 0 ? id(7) : null }));
      await queries.insertInto('ledger_accounts').values(accounts).execute();
      const sent: { sql: string; parameters: readonly unknown[] }[] = [];
      const noting: Database = Object.create(database, {
        execute: {
          value: (sql: string, parameters: readonly unknown[] = []) => {
            sent.push({ sql, parameters });
            return database.execute(sql, parameters);
          },
        },
      });
      const store = new UserTermStore(naming);
      // The text of a decision is remembered.
      await store.of(database, id(1));
      const foundFor = async (user: string) => (await store.of(noting, user)).map((row) => row.id);
      assert.deepEqual(await foundFor(id(0)), [`r${id(7)}`], 'those of the account that it was merged into');
      assert.deepEqual(await foundFor(id(5)), [`r${id(5)}`]);
      assert.deepEqual(await foundFor(id(1000)), []);
      assert.equal(sent.length, 3);
      for (const { sql, parameters } of sent)
        assert.doesNotMatch(await planOf(database, sql, parameters), /\bscan\b|"ALL"/i);
      if (userIdType === 'text') return;
      await assert.rejects(
        store.of(database, '7 or more'),
        (error) => error instanceof PolicyEngineError && error.code === 'user_id_refused',
      );
    });
  }
});

/** The query plan of a statement. */
async function planOf(database: Database, sql: string, parameters: readonly unknown[]): Promise<string> {
  if (database.dialect === 'sqlite') {
    const { rows } = await database.execute(`explain query plan ${sql}`, parameters);
    return rows.map(({ detail }) => String(detail)).join('\n');
  }
  if (database.dialect === 'mysql') {
    const { rows } = await database.execute(`explain ${sql}`, parameters);
    return JSON.stringify(rows);
  }
  // The tables are too small for an index to be useful; this checks whether one could be used.
  return database.transaction(async (transaction) => {
    await transaction.execute('set local enable_seqscan = off');
    const { rows } = await transaction.execute(`explain ${sql}`, parameters);
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    return plan.replaceAll(/(?:Bitmap \w+|Index(?: Only)?) Scan/g, 'by index');
  });
}
