/** Whatever the tables of a host refer to, an erasure is right or is refused before; `npm run benchmark:schemas` tries a thousand. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database } from 'policy-engine';
import { rounds } from '../../../../testing/rounds.ts';
import { forEachDatabase } from '../support/databases.ts';
import { tryRandomSchema } from './random-outcome.ts';
import { makeShop, shopEngine } from './shop.ts';

const SEED = Number(process.env['SCHEMAS_SEED'] ?? 1);

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
    await makeShop(database);
  });

  test('an erasure in random tables leaves nothing of the person, loses nothing of others, and does not fail', async () => {
    const ends = new Set<string>();
    for (let seed = SEED; seed < SEED + rounds(5, 100); seed += 1) {
      const { end, reason, problems } = await tryRandomSchema(database, seed);
      ends.add(end);
      assert.notEqual(end, 'failed', `SCHEMAS_SEED=${seed}: ${reason}`);
      assert.deepEqual(problems, [], `SCHEMAS_SEED=${seed}`);
    }
    assert.deepEqual([...ends].toSorted(), ['completed', 'stopped']);
  });
});
