/** Interrupted migrations: the next run completes them. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { migrate, pendingMigrations } from 'policy-engine/database';
import type { Database } from 'policy-engine';
import { engineTables } from '../../dist/schema.js';
import { rounds } from '../../../../testing/rounds.ts';
import { Fault, Faults } from '../faults/faults.ts';
import { faultyDatabase } from '../faults/ports.ts';
import { dropAll } from '../faults/state.ts';
import { forEachDatabase } from '../support/databases.ts';
import { runProcess } from '../support/processes.ts';
import { schemaText } from './schema-text.ts';

const { migrations } = engineTables;
const all = migrations.map(({ name }) => name);
/** For processes that don’t load the modules. */
const asJson = JSON.stringify(migrations);

forEachDatabase((target) => {
  let database: Database;
  let undisturbed: string;
  before(async () => {
    database = await target.open();
    await migrate(database);
    undisturbed = await schemaText(database);
    await dropAll(database);
  });

  test('a run that fails before or after it drops a table leaves no extra table', async () => {
    const dropped = migrations.flatMap(({ drops = [] }) => drops);
    assert.ok(dropped.length > 0);
    for (const table of dropped) {
      for (const mode of ['refused', 'lost'] as const) {
        const faults = new Faults();
        faults.arm(mode, `drop ${table}`);
        await assert.rejects(migrate(faultyDatabase(database, faults)), Fault);
      }
    }
    await migrate(database);
    assert.equal(await schemaText(database), undisturbed);
    await dropAll(database);
  });

  test('a migration killed at any statement is completed by the next run', { timeout: 120_000 }, async () => {
    // If a migration is one transaction, all moments within it are equivalent.
    const step = database.capabilities.transactionalDdl ? rounds(40, 3) : rounds(9, 1);
    let kills = 0;
    for (let nth = 1; ; nth += step) {
      const ended = await runProcess('./processes/migrate-and-die.ts', import.meta.url, [
        target.url,
        String(nth),
        asJson,
      ]);
      if (ended.signal === null) {
        assert.match(ended.output, /^not killed/, ended.output);
        break;
      }
      assert.equal(ended.signal, 'SIGKILL');
      kills += 1;
      const left = await pendingMigrations(database);
      assert.ok(left.length > 0);
      assert.deepEqual(left, all.slice(-left.length), 'in their order');
      assert.ok(nth < 300, 'the migration never gets through');
    }
    assert.ok(kills >= (database.capabilities.transactionalDdl ? 2 : 4), `killed ${kills} times`);
    assert.deepEqual(await migrate(database), []);
    assert.equal(await schemaText(database), undisturbed);
  });
});
