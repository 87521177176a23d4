/** Every statement of the engine runs on every driver, and no place that composes or sends SQL is left out. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import BetterSqlite3 from 'better-sqlite3';
import mysql from 'mysql2';
import pg from 'pg';
import { betterSqlite3Database, mysql2Database, nodeSqliteDatabase, pgDatabase } from 'policy-engine';
import type { Database } from 'policy-engine';
import { findMariadb, findPostgres, uniqueName } from '../../../../testing/databases.ts';
import { skipWithout } from '../../../../testing/servers.ts';
import { holds } from './walk/holds.ts';
import { Coverage } from './walk/sites.ts';
import { walk } from './walk/walk.ts';

/**
 * What no walk reaches, because it takes many or damaged rows, a lost decision or a queue outside of the database: by the test that
 * does. With `TEST_ALL=1`, each of these runs on every database.
 */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'approvals/four-eyes.test.ts': [
    'modules/approvals/service.js: .executeTakeFirst();',
    "modules/approvals/service.js: .selectFrom('approvals')",
    "modules/approvals/service.js: await this.#queries(transaction).deleteFrom('approvals').where('id', '=', id).execute();",
    "modules/approvals/service.js: await this.#queries(transaction).insertInto('approvals').values(row).execute();",
    "modules/approvals/service.js: const row = await this.#all().where('act', '=', act).where('subject', '=', subject).executeTakeFirst();",
  ],
  'audit/audit.test.ts': [
    "modules/audit/service.js: .selectFrom('admin_actions')",
    'modules/audit/service.js: .execute();',
  ],
  'predecessor/predecessor.test.ts': [
    "modules/predecessor/read.js: const { rows } = await this.#database.execute(`select b.${name('key')} as blob_key, b.byte_size as bytes, b.checksum as checksum",
    'modules/predecessor/read.js: const { rows } = await this.#database.execute(`select * from ${name} where id > ${digits(after)} order by id limit ${AT_ONCE}`);',
  ],
  'consent/default-ages.test.ts': [
    'modules/consent/ages/confirmation.js: .executeTakeFirst();',
    "modules/consent/ages/confirmation.js: .selectFrom('ledger_events as made')",
    "modules/consent/ages/confirmation.js: .selectFrom('ledger_identities as again')",
    "modules/consent/ages/confirmation.js: .selectFrom('user_terms')",
    "modules/consent/ages/confirmation.js: .updateTable('consent_settings')",
  ],
  'consent/found-cookies.test.ts': [
    "modules/consent/found-cookies/store.js: await this.#queries.deleteFrom(TABLE).where('name', 'in', beyond).execute();",
  ],
  'data-map/draft.test.ts': [
    "modules/data-map/draft/samples.js: ({ rows } = await database.execute(`select ${names.join(', ')} from ${tableIdentifier(dialect, table)} limit ${ROWS}`));",
  ],
  'data-map/synthetic.test.ts': ['modules/data-map/synthetic/seed.js: const text = new StatementText(schema.dialect);'],
  'data-map/table-rows.test.ts': [
    "modules/data-map/rows/table-rows.js: conditions.push(keyIs(dialect, names, { sign: '>', than: after }, text));",
  ],
  'database/native-types.test.ts': [
    `platform/database/statements/joined.js: const { rows } = await host.execute("select cast('2026-07-01 12:00:00' as datetime) as probe", []);`,
  ],
  'database/searched-tables.test.ts': [
    'modules/erasure/absence/table-search.js: : keyIs(this.#dialect, names, { sign, than }, text));',
    'modules/erasure/absence/table-search.js: const text = new StatementText(this.#dialect);',
  ],
  'erasure/again.test.ts': [
    "modules/erasure/again/erase-rows.js: await transaction.execute(`update ${name} set ${settings.join(', ')} where ${where(change)}`, change.parameters);",
    'modules/erasure/again/erase-rows.js: const change = new StatementText(dialect);',
    'modules/erasure/again/erase-rows.js: const read = new StatementText(dialect);',
    'modules/erasure/again/erase-rows.js: const { rows } = await transaction.execute(statement, read.parameters);',
    'modules/erasure/again/marks-store.js: .execute();',
    'modules/erasure/again/marks-store.js: .executeTakeFirst();',
    "modules/erasure/again/marks-store.js: .selectFrom('erasure_marks')",
    "modules/erasure/again/marks-store.js: .updateTable('erasure_marks')",
    "modules/erasure/again/marks-store.js: await queries.updateTable('erasure_marks').set({ erased: 0 }).where('request_id', '=', requestId).execute();",
    'modules/erasure/again/scan.js: ...(last === null ? [] : [keyIs(database.dialect, names, { sign, than: last }, text)]),',
    "modules/erasure/again/scan.js: ...(stop === null ? [] : [keyIs(database.dialect, names, { sign: '>', than: stop }, text)]),",
    'modules/erasure/again/scan.js: const text = new StatementText(database.dialect);',
  ],
  'erasure/journal.test.ts': [
    "modules/erasure/requests/store.js: await createQueries(transaction, this.#naming).insertInto('erasure_requests').values(row).execute();",
  ],
  'erasure/outside.test.ts': [
    'modules/data-map/rows/table-rows.js: const text = new StatementText(this.schema.dialect);',
    'modules/data-map/rows/table-rows.js: const { rows } = await database.execute(`select count(*) as total from ${table} where ${condition}`, text.parameters);',
  ],
  'erasure/references.test.ts': ['modules/erasure/run/together.js: await transaction.execute(deferKeys);'],
  'erasure/retention-references.test.ts': [
    'modules/erasure/retention/circles.js: await transaction.execute(deferKeys);',
  ],
  'erasure/retention.test.ts': [
    "modules/erasure/retention/kept.js: const rows = createQueries(database, naming).selectFrom('erasure_kept').select('id').limit(1);",
    'modules/erasure/retention/kept.js: return (await rows.executeTakeFirst()) !== undefined;',
  ],
  'jobs/bullmq.test.ts': ["platform/jobs/store.js: .updateTable('jobs')", 'platform/jobs/store.js: .execute();'],
  'preferences/saved-views.test.ts': [
    "modules/preferences/choices.js: await queries.deleteFrom('admin_choices').where('admin_id', '=', adminId).where('name', '=', name).execute();",
  ],
  'preferences/undo.test.ts': [
    'modules/preferences/undo.js: .executeTakeFirst();',
    "modules/preferences/undo.js: .selectFrom('undoables')",
    "modules/preferences/undo.js: await queries.deleteFrom('undoables').where('id', '=', id).execute();",
    "modules/requests/templates/templates.js: .deleteFrom('request_templates')",
    'modules/requests/templates/templates.js: .execute();',
    'platform/jobs/store.js: .executeTakeFirst();',
    "platform/jobs/store.js: .insertInto('jobs')",
    "platform/jobs/store.js: .selectFrom('jobs')",
  ],
  'proof/projection/judgement.test.ts': [
    "modules/proof/projection/doubts.js: return eventIds.length === 0 ? [] : this.#doubting().where('about', 'in', eventIds).execute();",
  ],
  'proof/tampering.test.ts': [
    "modules/proof/ledger/store.js: .selectFrom('ledger_identities')",
    "modules/proof/projection/subject-pages.js: return visitorNumbers(await this.#visitorRows().where('visitor', 'in', ids).execute());",
  ],
  'proof/tombstones.test.ts': [
    "modules/proof/ledger/store.js: const rows = await this.#stored().where('ledger_events.id', 'in', ids).orderBy('ledger_events.leaf').execute();",
    "modules/proof/ledger/tombstone-store.js: .selectFrom('ledger_identities')",
    "modules/proof/projection/subject-store.js: .updateTable('ledger_accounts')",
    'modules/proof/ledger/store.js: .executeTakeFirst();',
    'modules/proof/ledger/tombstone-store.js: .executeTakeFirst();',
    'modules/proof/projection/subject-store.js: .execute();',
  ],
  'requests/messages.test.ts': [
    "modules/requests/messages/messages.js: await this.#queries(transaction).deleteFrom('request_files').where('id', '=', id).execute();",
  ],
  'subjects/merge.test.ts': [
    'modules/erasure/requests/store.js: .execute();',
    "modules/erasure/requests/store.js: .updateTable('erasure_requests')",
    'modules/portability/requests/store.js: .execute();',
    "modules/portability/requests/store.js: .updateTable('portability_requests')",
    'modules/proof/projection/record-store.js: .execute();',
    "modules/proof/projection/record-store.js: .selectFrom('ledger_identities')",
    "modules/subjects/lookups.js: await queries.insertInto('person_lookups').values({ id, user_id: into, created_at: now() }).execute();",
    "modules/subjects/lookups.js: await queries.updateTable(table).set({ user_id: into }).where('user_id', '=', from).execute();",
    "modules/requests/messages/messages.js: await this.#queries(transaction).updateTable(table).set({ user_id: into }).where('user_id', '=', from).execute();",
  ],
  'subjects/withdrawals.test.ts': [
    "modules/subjects/lookups.js: await this.#queries(transaction).insertInto('person_lookups').values(row).execute();",
    "modules/subjects/withdrawals/withdrawals.js: await this.#queries(transaction).insertInto('recorded_withdrawals').values(row).execute();",
  ],
  'webhooks/delivery.test.ts': [
    "modules/webhooks/deliveries/store.js: .updateTable('webhook_deliveries')",
    'modules/webhooks/deliveries/store.js: .execute();',
  ],
};

const [postgres, mariadb] = await Promise.all([findPostgres(), findMariadb()]);
const coverage = new Coverage();
before(() => coverage.start());

function walkOn(driver: string, open: () => Promise<{ database: Database; close: () => Promise<unknown> }>): void {
  test(driver, async () => {
    const { database, close } = await open();
    try {
      holds(await walk(database));
    } finally {
      await database.close();
      await close();
    }
  });
}

describe('every statement runs', () => {
  walkOn('on node:sqlite', async () => {
    const handle = new DatabaseSync(':memory:');
    return { database: nodeSqliteDatabase(handle), close: async () => handle.close() };
  });

  walkOn('on better-sqlite3', async () => {
    const handle = new BetterSqlite3(':memory:');
    return { database: betterSqlite3Database(handle), close: async () => handle.close() };
  });

  if (postgres.url === undefined) skipWithout('on pg', postgres.tried, () => 1);
  else {
    walkOn('on pg', async () => {
      const { url, drop } = await postgres.create(uniqueName('policy_engine'));
      const pool = new pg.Pool({ connectionString: url, max: 5 });
      return { database: pgDatabase(pool), close: () => pool.end().then(drop) };
    });
  }

  if (mariadb.url === undefined) skipWithout('on mysql2', mariadb.tried, () => 1);
  else {
    walkOn('on mysql2', async () => {
      const { url, drop } = await mariadb.create(uniqueName('policy_engine'));
      const pool = mysql.createPool({ uri: url, connectionLimit: 5 });
      return { database: mysql2Database(pool), close: () => pool.promise().end().then(drop) };
    });
  }

  if (postgres.url !== undefined && mariadb.url !== undefined) {
    test('and no place that composes or sends SQL was left out', async () => {
      const elsewhere = Object.values(ELSEWHERE).flat();
      assert.deepEqual(await coverage.unreached(), elsewhere.toSorted());
      for (const file of Object.keys(ELSEWHERE))
        assert.ok(existsSync(path.join(import.meta.dirname, '..', file)), file);
    });
  }
});
