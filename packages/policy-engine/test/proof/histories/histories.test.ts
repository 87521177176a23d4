/**
 * Random histories of visitors, accounts, machines, clocks and publications against a model. To repeat a failure, set
 * HISTORIES_SEED (and HISTORIES_PATH) to the printed values.
 */
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Database } from 'policy-engine';
import { nodeSqliteDatabase } from 'policy-engine';
import { rounds } from '../../../../../testing/rounds.ts';
import { readAll, type Rows, tablesOf, writeAll } from '../../faults/state.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { newKeys } from '../support.ts';
import { assertEnding } from './ending.ts';
import { histories, type Operation } from './operations.ts';
import { World } from './world.ts';

const keys = newKeys();
const { HISTORIES_SEED, HISTORIES_PATH } = process.env;
/** One fixed seed for short rounds; long ones use a random seed, and print it. */
const SEED = rounds(20_261_122, Math.floor(Math.random() * 2 ** 31));

forEachDatabase((target) => {
  let database: Database;
  let tables: readonly string[];
  let nothing: Rows;
  // A process may cache texts for half a second, by a clock that is put forward where others publish.
  const now = performance.now.bind(performance);
  let ahead = 0;
  const growOld = () => (ahead += 1000);

  before(async () => {
    performance.now = () => now() + ahead;
    database = target.dialect === 'sqlite' ? nodeSqliteDatabase(':memory:') : await target.open();
    await new World(database, keys.secret).machines[0]!.migrate();
    tables = await tablesOf(database);
    nothing = await readAll(database, tables);
  });
  after(async () => {
    performance.now = now;
    if (target.dialect === 'sqlite') await database.close();
  });

  async function happens(history: readonly Operation[]): Promise<void> {
    await writeAll(database, tables, nothing);
    const world = new World(database, keys.secret, growOld);
    await world.begin();
    for (const operation of history) await world.do(operation);
    await assertEnding(world, keys.public);
  }

  test('after every history the ledger, its tables and all responses equal those of the model', async (context) => {
    const isMemory = target.dialect === 'sqlite';
    const numRuns = isMemory ? rounds(12, 500) : rounds(2, 100);
    const seed = Number(HISTORIES_SEED ?? SEED);
    context.diagnostic(`${numRuns} histories from seed ${seed}`);
    await fc.assert(fc.asyncProperty(histories(rounds(20, 40)), happens), {
      numRuns,
      seed,
      ...(HISTORIES_PATH !== undefined && { path: HISTORIES_PATH }),
    });
  });

  test('a machine with a slow clock does not change the number of a version that was decided on', () =>
    happens([
      { do: 'publish', machine: 1, rule: 'age', material: true },
      { do: 'sign in', computer: 0, person: 0 },
      { do: 'decide', machine: 1, computer: 0, rule: 'age', decision: 'accepted' },
      { do: 'publish', machine: 2, rule: 'age', material: true },
    ]));

  test('one click that arrives twice is one event, even if the former visitor is closed', () =>
    happens([
      { do: 'decide', machine: 0, computer: 0, rule: 'cookie', decision: 'accepted' },
      { do: 'copy cookies', from: 0, to: 1 },
      { do: 'sign in', computer: 0, person: 0 },
      { do: 'adopt', machine: 0, computer: 0, rules: ['cookie'] },
      { do: 'click twice', machine: 0, other: 1, computer: 1, rule: 'cookie', decision: 'rejected' },
    ]));
});
