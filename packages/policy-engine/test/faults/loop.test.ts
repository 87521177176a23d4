/** The fault loop detects operations with one fault each. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from 'policy-engine';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import type { Mode } from './faults.ts';
import { faultLoop, type Operation } from './loop.ts';
import { makeHostTables } from './state.ts';
import type { World } from './world.ts';

let database: Database;
before(async () => {
  database = nodeSqliteDatabase(':memory:');
  await createPolicyEngine({ database, rules: [{ name: 'cookie' }], currentUser: () => null }).migrate();
  await makeHostTables(database);
});
after(() => database.close());

const accept = (rule: string) => (world: World) =>
  world.engine.policiesOf({ id: 'anna' }).acceptPolicyFrom(rule as 'age');

const problemsOf = async (operation: Operation, ...modes: readonly Mode[]) =>
  (await faultLoop(database, operation, modes)).findings.flatMap(({ mode, problems }) =>
    problems.map((problem) => `${mode}: ${problem}`),
  );

test('the fault loop finds nothing wrong with a correct operation', async () => {
  assert.deepEqual(await problemsOf({ name: 'accept', run: accept('age') }, 'lost'), []);
});

test('the fault loop finds a reported success without an effect', async () => {
  const problems = await problemsOf(
    { name: 'swallow', run: (world) => accept('age')(world).catch(() => {}) },
    'refused',
  );
  assert.ok(problems.some((problem) => problem.startsWith('refused: told success, but missing: user term: ')));
});

test('the fault loop finds a half-completed operation', async () => {
  const run = async (world: World) => {
    await accept('age')(world);
    await accept('privacy_terms')(world);
  };
  const problems = await problemsOf({ name: 'two transactions', run }, 'dead');
  assert.ok(problems.some((problem) => /^dead: half done: missing: user term: .*privacy_terms/.test(problem)));
});

test('the fault loop finds an effect that a retry repeats', async () => {
  const problems = await problemsOf(
    { name: 'create', run: (world) => world.engine.terms.create('age', { markdown: 'Be 17.' }) },
    'lost',
  );
  assert.ok(problems.some((problem) => problem.startsWith('lost: at the end too much: term: ')));
});

test('the fault loop finds a current decision without its event', async () => {
  const forge = async (world: World) => {
    await accept('age')(world);
    await world.database.execute("update policy_manager_user_terms set state = 'rejected'");
  };
  const problems = await problemsOf({ name: 'forge', run: forge, hasSteps: true }, 'conflict');
  assert.ok(problems.some((problem) => problem.includes('anna age: the ledger says accepted 1, the table rejected 1')));
});

test('the fault loop finds a transaction callback with an effect outside of the transaction', async () => {
  const run = (world: World) =>
    world.engine.database.transaction(async (transaction) => {
      world.files.set(`file ${world.files.size}`, Buffer.of());
      await transaction.execute('select 1');
    });
  const problems = await problemsOf({ name: 'write a file', run }, 'conflict');
  assert.ok(
    problems.some((problem) => problem.startsWith('conflict: told success, but too much: file: ')),
    String(problems),
  );
});
