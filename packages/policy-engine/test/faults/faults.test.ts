/**
 * Every public operation that writes, with its calls to database, mail, storage and queue failing one by one. `npm test`
 * tries some of the calls; with `TEST_ROUNDS=long` each call fails in each way, on each database.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import BetterSqlite3 from 'better-sqlite3';
import type { Database } from 'policy-engine';
import { betterSqlite3Database, createPolicyEngine } from 'policy-engine';
import { rounds } from '../../../../testing/rounds.ts';
import { forEachDatabase } from '../support/databases.ts';
import { consentOperations } from './consent-operations.ts';
import { deskOperations } from './desk-operations.ts';
import { erasureOperations } from './erasure-operations.ts';
import { type Mode, MODES } from './faults.ts';
import { ledgerOperations } from './ledger-operations.ts';
import { faultLoop, type Tried } from './loop.ts';
import { migrationLoop } from './migration-loop.ts';
import { requestOperations } from './request-operations.ts';
import { makeHostTables } from './state.ts';
import { termsOperations } from './terms-operations.ts';

const OPERATIONS = [
  ...consentOperations,
  ...termsOperations,
  ...requestOperations,
  ...deskOperations,
  ...erasureOperations,
  ...ledgerOperations,
];
/** The calls that short rounds try on servers, where a fault takes longer than in memory. */
const ON_SERVERS = new Set(['an account decides on several rules', 'a person asks for their data']);
const isWhole = rounds(0, 1) === 1;
/** Short rounds try one call in this many and the last, each operation in one of these modes; not all can meet a conflict. */
const STRIDE = 32;
const SHORT: ReadonlyArray<readonly Mode[]> = [['lost'], ['refused'], ['conflict', 'lost'], ['dead']];

function report({ findings }: Tried): void {
  const lines = findings.map(({ mode, call, problems }) => `${mode} at ${call}:\n  ${problems.join('\n  ')}`);
  assert.equal(lines.join('\n'), '');
}

forEachDatabase((target) => {
  let database: Database;
  let faults = 0;
  before(async () => {
    // No power cut is simulated here, so memory is equivalent to a disk. The other tests use node:sqlite more.
    database = target.dialect === 'sqlite' ? betterSqlite3Database(new BetterSqlite3(':memory:')) : await target.open();
    await createPolicyEngine({ database, rules: [{ name: 'cookie' }], currentUser: () => null }).migrate();
    await makeHostTables(database);
  });
  after(async () => {
    if (target.dialect === 'sqlite') await database.close();
  });

  const tried = OPERATIONS.filter(({ name }) => isWhole || target.dialect === 'sqlite' || ON_SERVERS.has(name));
  for (const [index, operation] of tried.entries()) {
    test(operation.name, async (context) => {
      const modes = isWhole ? MODES : (SHORT[index % SHORT.length] ?? MODES);
      const wants = isWhole ? null : (nth: number) => nth % STRIDE === index % STRIDE;
      const outcome = await faultLoop(database, operation, modes, wants);
      faults += outcome.faults;
      context.diagnostic(`${outcome.faults} faults`);
      report(outcome);
      assert.ok(outcome.faults > 0);
    });
  }

  if (isWhole || target.dialect === 'sqlite') {
    test('engine.migrate', async (context) => {
      const outcome = await migrationLoop(
        database,
        isWhole ? MODES : ['lost', 'dead'],
        isWhole ? null : (nth) => nth % 30 === 9,
      );
      faults += outcome.faults;
      context.diagnostic(`${outcome.faults} faults, ${faults} in all`);
      report(outcome);
      assert.ok(outcome.faults > 0);
    });
  }
});
