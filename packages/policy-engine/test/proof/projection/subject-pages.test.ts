/** Accounts are found by their IDs, whatever the type of the host's IDs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
