/** Databases that earlier versions migrated are upgraded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate, migrationSql, pendingMigrations, timeText } from 'policy-engine/database';
import type { Database } from 'policy-engine';
import { columnsOf } from '../../dist/platform/database/schema/catalog.js';
import { createTable } from '../../dist/platform/database/schema/ddl.js';
import { migrationsTable } from '../../dist/platform/database/migrations/migration.js';
import { createQueries, engineNaming, engineTables } from '../../dist/schema.js';
import { dropAll } from '../faults/state.ts';
import { forEachDatabase } from '../support/databases.ts';
import { makeEarlier, statementsOf } from './earlier-tables.ts';
import { schemaText } from './schema-text.ts';

const { migrations } = engineTables;
const all = migrations.map(({ name }) => name);

forEachDatabase((target) => {
  test('a database from before a column was added gets it, keeps its rows, and equals a new one', async () => {
    const database = await target.open();
    const naming = engineNaming(target.dialect);
    const before = migrations.filter(({ alterations = [] }) => alterations.length === 0);
    const later = all.filter((name) => before.every((migration) => migration.name !== name));
    const tables = [migrationsTable, ...before.flatMap((migration) => migration.tables)];
    await database.transaction(async (transaction) => {
      for (const statement of tables.flatMap((table) => createTable(target.dialect, naming, table))) {
        await transaction.execute(statement);
      }
    });
    const queries = createQueries(database);
    const applied = before.map(({ name }) => ({ name, applied_at: timeText(new Date()) }));
    await queries.insertInto('migrations').values(applied).execute();
    const hash = '0'.repeat(64);
    const commitments = { subject_commitment: hash, circumstances_commitment: hash, leaf: hash };
    const event = {
      id: 'a',
      kind: 'decision',
      decision: 'accepted',
      at: timeText(new Date()),
      how: 'api',
      ...commitments,
    };
    await queries.insertInto('ledger_events').values(event).execute();
    assert.deepEqual(await migrate(database), later);
    assert.equal((await queries.selectFrom('ledger_events').selectAll().executeTakeFirstOrThrow()).gpc, null);
    // Its decisions are older than the default ages, which an administrator confirms.
    const settings = () => queries.selectFrom('consent_settings').selectAll().execute();
    assert.deepEqual(await settings(), [{ name: 'default_ages', value: 'unconfirmed' }]);
    const upgraded = await schemaText(database);
    await dropAll(database);
    await migrate(database);
    assert.deepEqual(await settings(), []);
    // SQLite stores the text that created a table.
    const plain = (text: string) => text.replaceAll(/\s+/g, '').split(',').toSorted().join();
    if (target.dialect !== 'sqlite') assert.equal(plain(upgraded), plain(await schemaText(database)));
  });
});

forEachDatabase((target) => {
  test('a database from before the modules had their own migrations is upgraded with its rows', async () => {
    const database = await target.open();
    await makeEarlier(database);
    const native = target.dialect === 'sqlite' ? [] : ['native-column-types'];
    assert.deepEqual(await pendingMigrations(database), [...native, ...all]);
    assert.deepEqual(await migrate(database), [...native, ...all]);
    assert.deepEqual(await migrate(database), []);
    await holdsOldRows(database);
    await hasNativeTimes(database);
    const taken = await schemaText(database);
    await dropAll(database);
    await migrate(database);
    if (target.dialect !== 'sqlite') assert.equal(lines(taken), lines(await schemaText(database)));
  });

  test('the printed SQL upgrades such a database, too', async () => {
    const database = await target.open();
    await dropAll(database);
    await makeEarlier(database);
    for (const round of ['once', 'twice']) {
      await database.transaction(async (transaction) => {
        for (const statement of statementsOf(migrationSql(target.dialect))) await transaction.execute(statement);
      });
      await holdsOldRows(database);
      // SQL text cannot add columns to existing tables, nor indexes on MySQL: that is left to `migrate`. The tables
      // of witnesses are new.
      const isLeft = (name: string) => LEFT.has(name) || (target.dialect === 'mysql' && LEFT_ON_MYSQL.has(name));
      const left = round === 'once' ? all.filter(isLeft) : [];
      assert.deepEqual(await migrate(database), left, round);
      await hasNativeTimes(database);
    }
  });
});

/** The migrations that add columns to tables of such a database. */
const LEFT: ReadonlySet<string> = new Set([
  'audit-0002-logged',
  'terms-0003-logged',
  'proof-0003-adoption',
  'proof-0004-log',
  'proof-0005-subjects',
  'proof-0006-tombstones',
  'proof-0011-vendors',
  'proof-0013-merges',
  'proof-0014-ages',
  'consent-0003-vendors',
  'consent-0005-ages',
  'requests-0005-failed',
]);

/** The migrations that only add indexes. */
const LEFT_ON_MYSQL: ReadonlySet<string> = new Set([
  'audit-0003-order',
  'audit-0004-subject',
  'proof-0010-list',
  'proof-0012-versions',
  'consent-0006-standing',
  'requests-0004-listed',
  'proof-0015-languages',
]);

/** Ignores the order of columns and lines: later additions come last. */
const lines = (text: string) => text.replaceAll(/\s+/g, '').split(',').toSorted().join();

const oldTimes = ['2026-03-29T01:30:00.001Z', '2026-10-25T00:59:59.999Z', '1999-12-31T23:59:59.120Z'];

async function holdsOldRows(database: Database): Promise<void> {
  const queries = createQueries(database);
  const events = await queries.selectFrom('ledger_events').select(['id', 'at']).orderBy('id').execute();
  assert.deepEqual(
    events.map(({ at }) => at),
    oldTimes,
  );
  const [decision] = await queries.selectFrom('user_terms').selectAll().execute();
  assert.equal(decision?.user_id, '0190a5c4-0000-7000-8000-000000000001');
  assert.equal(decision.decided_at, oldTimes[1]);
  const [text] = await queries.selectFrom('terms').selectAll().execute();
  assert.equal(text?.published_at, oldTimes[0]);
  assert.equal(text?.accepted_at, null);
  // Text that looks like a time stays text.
  assert.equal(text?.note, '2026-03-29T01:30:00.001Z');
  const late = queries.selectFrom('ledger_events').select('id').where('at', '>', oldTimes[0]!);
  assert.deepEqual(await late.execute(), [{ id: 'b' }]);
}

const timeTypes = { sqlite: 'TEXT', postgres: 'timestamp with time zone', mysql: 'datetime' };

async function hasNativeTimes(database: Database): Promise<void> {
  const naming = engineNaming(database.dialect);
  for (const { table, columns } of engineTables.tables) {
    const types = await columnsOf(database, naming, table);
    for (const [column, { kind }] of Object.entries(columns)) {
      if (kind === 'time') assert.equal(types.get(column), timeTypes[database.dialect], `${table}.${column}`);
    }
  }
}
