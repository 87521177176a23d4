/** Versions of mysql2 that do not tell JSON of MariaDB from text: an export has the same values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import mysql from 'mysql2';
import old from 'mysql2-without-json';
import { mysql2Database } from 'policy-engine';
import { exportSamples } from '../../../packages/policy-engine/test/database/values/exported.ts';
import {
  applicationOn,
  changedValues,
  createSamples,
} from '../../../packages/policy-engine/test/database/values/round-trip.ts';
import { createTarget } from './engine.ts';

for (const [title, { createPool }] of [
  ['that does not', old],
  ['that does', mysql],
] as const) {
  test(`an export has JSON of MariaDB as it is stored, with a version of mysql2 ${title} tell it from text`, async () => {
    const target = await createTarget('MariaDB');
    const pool = createPool({ uri: target.url });
    const database = mysql2Database(pool);
    try {
      await using application = await applicationOn(database, target.url);
      await createSamples(application);
      const exported = await exportSamples(database);
      assert.deepEqual(await changedValues(application, exported), []);
      assert.match(exported.json, /:\{"id":9007199254740993,/);
      const { rows } = await database.execute<{ found: unknown }>('select * from samples where id = 1');
      const isObject = Object.values(rows[0] ?? {}).some(
        (value) => typeof value === 'object' && value !== null && 'rate' in value,
      );
      assert.equal(isObject, title === 'that does');
    } finally {
      await pool.promise().end();
      await target.drop();
    }
  });
}
