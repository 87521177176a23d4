/** Accounts are found by their IDs, whatever the type of the host's IDs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, nodeSqliteDatabase } from 'policy-engine';
import { createId, migrate, type UserIdType } from 'policy-engine/database';
import { SubjectPages } from '../../../dist/modules/proof/projection/subject-pages.js';
import { createQueries, engineNaming } from '../../../dist/schema.js';
import { forEachDatabase } from '../../support/databases.ts';

const at = '2026-11-22T03:04:05.678Z';
const ids: Readonly<Record<UserIdType, readonly [string, string]>> = {
  text: ['anna', 'Anna'],
  uuid: ['0190a5c4-0000-7000-8000-000000000001', '0190a5c4-0000-7000-8000-000000000002'],
  // As floating-point numbers these two are equal.
  bigint: ['9223372036854775806', '9223372036854775807'],
  integer: ['-2147483648', '7'],
};

forEachDatabase((target) => {
  for (const userIdType of ['text', 'uuid', 'bigint', 'integer'] as const) {
    test(`current decisions that the ledger does not know are found for user IDs of type ${userIdType}`, async () => {
      const options = { userIdType, tablePrefix: `${userIdType}_` };
      const database = await target.open();
      await migrate(database, options);
      const queries = createQueries(database, options);
      const [known, unknown] = ids[userIdType];
      const times = { decided_at: at, created_at: at, updated_at: at };
      const term = { id: createId(), description: '#', rule: 'age', locale: 'en', created_at: at, updated_at: at };
      await queries.insertInto('terms').values(term).execute();
      for (const user_id of ids[userIdType]) {
        const row = { id: createId(), user_id, term_id: term.id, rule: 'age', ...times };
        await queries.insertInto('user_terms').values(row).execute();
      }
      await queries.insertInto('ledger_accounts').values({ subject: known, last: 1 }).execute();
      const pages = new SubjectPages(database, engineNaming(database.dialect, options));
      const found: string[] = [];
      for await (const userIds of pages.unknownAccounts()) found.push(...userIds);
      assert.deepEqual(found, [unknown]);
    });
  }
});

test('events of visitors are read by the visitor, without those of accounts', async () => {
  const database = nodeSqliteDatabase(':memory:');
  await migrate(database, { tablePrefix: 'visits_' });
  const queries = createQueries(database, { tablePrefix: 'visits_' });
  const names = Array.from({ length: 2000 }, (_, nth) => String(nth).padStart(4, '0'));
  const shared = { subject_salt: '00', circumstances_salt: '00' };
  // The first half is of accounts, one event each; the last visitor has an account, too.
  const identities = names.map((name, nth) => {
    const [subject, visitor] = [
      nth < 1000 || nth === 1999 ? `user ${name}` : null,
      nth < 1000 ? null : `visitor ${name}`,
    ];
    return { event_id: name, subject, visitor, ...shared };
  });
  const commitments = { subject_commitment: '00', circumstances_commitment: '00', leaf: '00' };
  const events = names.map((id) => ({ id, kind: 'decision', number: 1, at, how: 'page', ...commitments }));
  for (let from = 0; from < names.length; from += 500) {
    await queries
      .insertInto('ledger_identities')
      .values(identities.slice(from, from + 500))
      .execute();
    await queries
      .insertInto('ledger_events')
      .values(events.slice(from, from + 500))
      .execute();
  }
  await database.execute('analyze');
  const sent: { sql: string; parameters: readonly unknown[] }[] = [];
  const noting: Database = Object.create(database, {
    execute: {
      value: (sql: string, parameters: readonly unknown[] = []) => {
        sent.push({ sql, parameters });
        return database.execute(sql, parameters);
      },
    },
  });
  const pages = new SubjectPages(noting, engineNaming(database.dialect, { tablePrefix: 'visits_' }));
  const asked = names.slice(-40).map((name) => `visitor ${name}`);
  const found = await pages.eventsOfVisitors(asked);
  assert.deepEqual([found.size, found.has('visitor 1998'), found.has('visitor 1999')], [39, true, false]);
  const [{ sql, parameters } = { sql: '', parameters: [] }] = sent;
  const { rows } = await database.execute(`explain query plan ${sql}`, parameters);
  assert.match(JSON.stringify(rows), /ledger_identities_visitor/);
  await database.close();
});
