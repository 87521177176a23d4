/** Operations on the ledger itself. */
import { generateKeyPairSync } from 'node:crypto';
import { createPolicyEngine } from 'policy-engine';
import type { Operation } from './loop.ts';
import { HOUR, RULES, type World } from './world.ts';

const STRANGER = generateKeyPairSync('ed25519').privateKey;

const accept = (user: string | null, rule: string) => (world: World) =>
  world.ask(user, 'PUT', `/user_terms/${rule}/accept.json`);

async function decided(world: World): Promise<void> {
  await accept('anna', 'age')(world);
  await accept('carl', 'age')(world);
}

/** A part of it is sealed. */
async function halfSealed(world: World): Promise<void> {
  await decided(world);
  await world.engine.ledger.seal();
  await accept('anna', 'privacy_terms')(world);
}

/** The host deletes the account and its decisions. */
async function deleteAccount(world: World): Promise<void> {
  await world.engine.database.transaction((transaction) => world.engine.ledger.erase('anna', transaction));
}

/** An attacker with access to the database changed a row, and added one without a decision. */
async function tamperedWith(world: World): Promise<void> {
  await decided(world);
  await world.engine.ledger.seal();
  await world.database.execute("update policy_manager_user_terms set state = 'rejected' where user_id = 'anna'");
  await world.database.execute("delete from policy_manager_user_terms where user_id = 'carl'");
}

/** An engine without the key wrote an event, which was sealed and flagged. */
async function forged(world: World): Promise<void> {
  await decided(world);
  await world.engine.ledger.seal();
  const stranger = createPolicyEngine({
    database: world.database,
    rules: RULES,
    currentUser: () => null,
    ledgerKey: STRANGER,
    now: () => new Date(world.time),
  });
  await stranger.policiesOf({ id: 'anna' }).acceptPolicyFrom('privacy_terms');
  await world.engine.ledger.seal();
  const [mark] = (await (await world.ask('admin', 'GET', '/ledger/suspected.json')).json()) as {
    event: { id: string };
  }[];
  world.notes.set('event', mark?.event.id ?? '');
}

const judge = (world: World, verdict: string) =>
  world.ask('admin', 'PUT', `/ledger/events/${world.note('event')}/judgement.json`, { body: { verdict } });

export const ledgerOperations: readonly Operation[] = [
  {
    name: 'engine.ledger.seal',
    prepare: decided,
    run: (world) => world.engine.ledger.seal(),
    // A killed process holds the lease for a while.
    again: async (world) => {
      world.pass(HOUR);
      await world.engine.ledger.seal();
    },
    hasSteps: true,
  },
  {
    name: 'engine.ledger.repair',
    prepare: tamperedWith,
    run: (world) => world.engine.ledger.repair(),
    hasSteps: true,
    mends: true,
  },
  {
    name: 'the panel lets an event under a flag count',
    prepare: forged,
    run: (world) => judge(world, 'counts'),
    mends: true,
    // Each judgement is an event: the last one counts, and an identical second one changes nothing.
    mayDouble: /"judgement"|ledger_judged/,
  },
  {
    name: 'the panel lets an event under a flag count for nothing',
    prepare: forged,
    run: (world) => judge(world, 'void'),
    mends: true,
    mayDouble: /"judgement"|ledger_judged/,
  },
  { name: 'engine.ledger.erase', prepare: halfSealed, run: (world) => world.engine.ledger.erase('anna') },
  { name: 'engine.ledger.erase in a transaction of the host', prepare: halfSealed, run: deleteAccount },
];
