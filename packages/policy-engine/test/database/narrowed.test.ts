/** Partial indexes, where a database supports them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from 'policy-engine/database';
import type { Database } from 'policy-engine';
import { createTable, narrowIndexes } from '../../dist/platform/database/schema/ddl.js';
import { Doubts } from '../../dist/modules/proof/projection/doubts.js';
import { EventStore } from '../../dist/modules/proof/ledger/store.js';
import { createQueries, engineNaming, engineTables } from '../../dist/schema.js';
import { dropAll } from '../faults/state.ts';
import { forEachDatabase, type TestDatabase } from '../support/databases.ts';

const hash = '0'.repeat(64);
const narrowed = ['ledger_events_kind', 'ledger_identities_visitor'];

const onNarrowed = (target: TestDatabase) => {
  test('flags, judgements and events of a visitor are found by partial indexes', async () => {
    const database = await target.open();
    await migrate(database);
    const naming = engineNaming(target.dialect);
    const statements: { sql: string; parameters: readonly unknown[] }[] = [];
    const noting: Database = Object.create(database, {
      execute: {
        value: (sql: string, parameters: readonly unknown[] = []) => {
          statements.push({ sql, parameters });
          return database.execute(sql, parameters);
        },
      },
    });
    await new Doubts(noting, naming).of('a');
    await new Doubts(noting, naming).list(null, 1000);
    await new EventStore(noting, naming).lastOf('somebody', 'age');
    const plans = await Promise.all(statements.map(({ sql, parameters }) => planOf(database, sql, parameters)));
    const used = (name: string) => plans.filter((plan) => plan.includes(name)).length;
    assert.deepEqual(narrowed.map(used), [2, 1], plans.join('\n\n'));
  });
};
forEachDatabase(onNarrowed, 'sqlite');
forEachDatabase(onNarrowed, 'postgres');

forEachDatabase((target) => {
  test('a full index is replaced by a partial one, also repeatedly', async () => {
    const database = await target.open();
    await dropAll(database);
    const naming = engineNaming(target.dialect);
    const before = engineTables.migrations.filter(({ name }) => name <= 'proof-0009');
    for (const table of before.flatMap(({ tables }) => tables).filter(({ table }) => /identities/.test(table))) {
      for (const statement of createTable(target.dialect, naming, table)) await database.execute(statement);
    }
    const whole = await indexDefinition(database, 'ledger_identities_visitor');
    if (target.dialect !== 'mysql') assert.match(whole, /\(?"?visitor"?\)$/);
    const identity = { subject_salt: hash, circumstances_salt: hash };
    const queries = createQueries(database);
    await queries
      .insertInto('ledger_identities')
      .values([
        { event_id: 'a', subject: 'u1', visitor: null, ...identity },
        { event_id: 'b', subject: null, visitor: 'v1', ...identity },
      ])
      .execute();
    const alterations = engineTables.migrations.flatMap(({ alterations = [] }) => alterations);
    const narrowing = alterations.find(({ table, narrowed = [] }) => /identities/.test(table) && narrowed.length > 0);
    assert.ok(narrowing);
    for (const round of ['once', 'twice']) {
      for (const statement of narrowIndexes(target.dialect, naming, narrowing)) await database.execute(statement);
      const [found] = await queries
        .selectFrom('ledger_identities')
        .select('event_id')
        .where('visitor', '=', 'v1')
        .execute();
      assert.equal(found?.event_id, 'b', round);
    }
    const definition = await indexDefinition(database, 'ledger_identities_visitor');
    await dropAll(database);
    await migrate(database);
    assert.equal(definition, await indexDefinition(database, 'ledger_identities_visitor'));
    if (target.dialect !== 'mysql') assert.match(definition, /where \(?"?visitor"? is not null\)?$/i);
  });
});

/** The query plan of a statement. */
async function planOf(database: Database, sql: string, parameters: readonly unknown[]): Promise<string> {
  if (database.dialect === 'sqlite') {
    const { rows } = await database.execute(`explain query plan ${sql}`, parameters);
    return rows.map(({ detail }) => String(detail)).join('\n');
  }
  // The tables are too small for an index to be useful; this checks whether one could be used.
  return database.transaction(async (transaction) => {
    await transaction.execute('set local enable_seqscan = off');
    const { rows } = await transaction.execute(`explain ${sql}`, parameters);
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
  });
}

async function indexDefinition(database: Database, name: string): Promise<string> {
  const full = `policy_manager_${name}`;
  if (database.dialect === 'mysql') return '';
  const { rows } =
    database.dialect === 'sqlite'
      ? await database.execute('select sql as line from sqlite_master where name = ?', [full])
      : await database.execute('select indexdef as line from pg_indexes where indexname = $1', [full]);
  return String(rows[0]?.['line']);
}
