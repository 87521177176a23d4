/** The invariants at the end of every history. */
import assert from 'node:assert/strict';
import type { Receipt } from 'policy-engine/ledger';
import { verifyReceipt } from 'policy-engine/ledger';
import { createQueries } from '../../../dist/schema.js';
import { readAll, tablesOf } from '../../faults/state.ts';
import { type Event, RULES } from './model.ts';
import type { World } from './world.ts';

/** Compares the whole ledger and its tables with the model, after everything is sealed. */
export async function assertEnding(world: World, publicKey: string): Promise<void> {
  world.settle();
  const [engine] = world.machines;
  await engine!.ledger.seal();
  const { findings, pending } = await engine!.ledger.verify();
  assert.deepEqual({ findings, pending }, { findings: [], pending: 0 });
  for (const seat of world.seats) await world.look(seat, 0);
  await assertEvents(world);
  await assertProjection(world);
  await assertReceipts(world, publicKey);
  await assertErased(world);
}

const worded = ({ number, rule, decision, version, how }: Event) => [number, rule, decision, version, how].join(' ');

/** Each subject's events, in the order of sealing, are those of the model, numbered without a gap. */
async function assertEvents({ database, model }: World): Promise<void> {
  const rows = await createQueries(database)
    .selectFrom('ledger_events')
    .innerJoin('ledger_identities', 'ledger_identities.event_id', 'ledger_events.id')
    .selectAll()
    .where((where) => where.or([where('subject', 'is not', null), where('visitor', 'is not', null)]))
    .orderBy('sealed')
    .execute();
  const found = Map.groupBy(rows, ({ subject, visitor }) => (subject === null ? `visitor ${visitor}` : subject));
  const said = (subject: string) =>
    (found.get(subject) ?? []).map(({ number, rule, decision, version, how }) =>
      [number, rule, decision, version, how].join(' '),
    );
  let count = 0;
  const compare = (subject: string, events: readonly Event[]) => {
    assert.deepEqual(said(subject), events.map(worded), subject);
    count += events.length;
  };
  for (const [user, events] of model.accounts) compare(user, events);
  for (const { id, events } of model.visitors) {
    const left = events.filter(({ isErased }) => !isErased);
    if (left.length > 0) compare(`visitor ${id}`, left);
  }
  assert.equal(rows.length, count, 'events of nobody that is known');
  const leaves = new Map(rows.map(({ leaf, sealed }) => [leaf, Number(sealed)]));
  for (const { adopted, sealed } of rows) {
    if (adopted !== null)
      assert.ok(leaves.get(adopted)! < Number(sealed), 'an adoption comes after what it takes over');
  }
}

/** The table of current decisions equals the model for each account. */
async function assertProjection({ database, model }: World): Promise<void> {
  const rows = await createQueries(database)
    .selectFrom('user_terms')
    .innerJoin('terms', 'terms.id', 'user_terms.term_id')
    .select(['user_terms.user_id', 'user_terms.rule', 'user_terms.state', 'terms.version'])
    .execute();
  const expected = [...model.accounts.keys()].flatMap((user) =>
    RULES.flatMap((rule) => {
      const standing = model.standing(user, rule);
      return standing === undefined ? [] : [[user, rule, standing.decision, standing.version].join(' ')];
    }),
  );
  const found = rows.map(({ user_id, rule, state, version }) => [user_id, rule, state, version].join(' '));
  assert.deepEqual(found.toSorted(), expected.toSorted());
}

/** The receipt of each decision verifies with only the key. */
async function assertReceipts({ database, machines }: World, publicKey: string): Promise<void> {
  const events = await createQueries(database).selectFrom('ledger_events').select('id').execute();
  for (const { id } of events) {
    const receipt: Receipt | null = await machines[0]!.ledger.receipt(id);
    assert.deepEqual(verifyReceipt(JSON.stringify(receipt), publicKey).problems, [], id);
  }
}

/** No table names an erased person, nor a visitor whose events were all erased. */
async function assertErased({ database, erased, model }: World): Promise<void> {
  const tables = [...(await readAll(database, await tablesOf(database)))];
  for (const [table, rows] of tables) {
    const text = JSON.stringify(rows);
    for (const user of erased) assert.ok(!text.includes(`"${user}"`), `${user} in ${table}`);
    for (const { id, events } of table.endsWith('ledger_identities') ? model.visitors : []) {
      const isGone = events.length > 0 && events.every(({ isErased }) => isErased);
      if (isGone) assert.ok(!text.includes(id!), `an erased visitor in ${table}`);
    }
  }
}
