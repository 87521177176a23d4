/** The ledger: sealed, cosigned, verified, forged and judged, repaired, restored from a backup. */
import assert from 'node:assert/strict';
import { createPolicyEngine } from 'policy-engine';
import { readAll, tablesOf, writeAll } from '../../faults/state.ts';
import { newKeys } from '../../proof/support.ts';
import type { TestWitness } from '../../proof/witness-support.ts';
import { ADMIN, type Walker } from './walker.ts';

export async function walkLedger(walker: Walker, witness: TestWitness): Promise<void> {
  const { engine } = walker;
  await witness.know(engine);
  for (const user of ['gina', 'hugo']) {
    await engine.policiesOf({ id: user }).acceptPolicyFrom('age');
    await engine.ledger.seal();
    await engine.ledger.cosign();
  }
  await walkForgery(walker);
  const [event] = await engine.ledger.eventsAbout({ userId: 'bea', visitorId: null }, { rule: 'age' });
  assert.ok(event);
  await engine.ledger.event(event.leaf.id);
  await engine.ledger.receipt(event.leaf.id);
  await engine.ledger.isSuspect(event.leaf.id);
  await walker.database.execute("update policy_manager_user_terms set state = 'rejected' where user_id = 'bea'");
  await walker.database.execute("delete from policy_manager_user_terms where user_id = 'dora'");
  await engine.ledger.verify();
  await engine.ledger.repair();
  await engine.database.transaction((transaction) => engine.ledger.erase('dora', transaction));
  await engine.ledger.seal();
  const { findings } = await engine.ledger.verify();
  assert.deepEqual(
    findings.map(({ code }) => code).filter((code) => code !== 'event_suspected'),
    [],
  );
  const { size = 0, note = '' } = (await engine.ledger.checkpoint()) ?? {};
  await engine.ledger.checkpoint(size);
  await engine.ledger.consistency(1, size);
  await engine.ledger.verify({ noted: note });
  await walkRestore(walker);
}

/** A backup is restored, which the mark outside of the database tells, and the ledger goes on. */
async function walkRestore(walker: Walker): Promise<void> {
  const tables = await tablesOf(walker.database);
  const backup = await readAll(walker.database, tables);
  await walker.engine.policiesOf({ id: 'ida' }).acceptPolicyFrom('age');
  await walker.engine.ledger.seal();
  await writeAll(walker.database, tables, backup);
  const engine = await walker.start();
  await engine.ledger.restore();
  await engine.ledger.seal();
  await engine.ledger.verify();
  await engine.check();
}

/** Somebody with access to the database, and without the key, writes two decisions. */
async function walkForgery({ engine, database, ask }: Walker): Promise<void> {
  const stranger = createPolicyEngine({
    database,
    rules: [{ name: 'age' }, { name: 'privacy_terms' }],
    currentUser: () => null,
    ledgerKey: newKeys().secret,
  });
  await stranger.policiesOf({ id: 'bea' }).rejectAllPolicies();
  await stranger.policiesOf({ id: 'fritz' }).acceptPolicyFrom('age');
  await engine.ledger.seal();
  const suspected = (await ask(ADMIN, 'GET', '/ledger/suspected')).body as unknown as Array<{ event: { id: string } }>;
  assert.ok(suspected.length >= 2);
  for (const [index, verdict] of ['void', 'counts'].entries()) {
    await ask(ADMIN, 'PUT', `/ledger/events/${suspected[index]!.event.id}/judgement`, { body: { verdict } });
  }
  await engine.ledger.seal();
}
