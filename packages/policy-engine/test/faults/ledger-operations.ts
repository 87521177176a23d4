/** What is done to the ledger itself. */
import type { Operation } from './loop.ts';
import { HOUR, type World } from './world.ts';

const accept = (user: string | null, rule: string) => (world: World) =>
  world.ask(user, 'PUT', `/user_terms/${rule}/accept.json`);

async function decided(world: World): Promise<void> {
  await accept('anna', 'age')(world);
  await accept('carl', 'age')(world);
}

/** Some of it sealed, some not. */
async function halfSealed(world: World): Promise<void> {
  await decided(world);
  await world.engine.ledger.seal();
  await accept('anna', 'privacy_terms')(world);
}

/** The host deletes the account, and what was decided with it. */
async function deleteAccount(world: World): Promise<void> {
  await world.engine.database.transaction((transaction) => world.engine.ledger.erase('anna', transaction));
}

export const ledgerOperations: readonly Operation[] = [
  {
    name: 'engine.ledger.seal',
    prepare: decided,
    run: (world) => world.engine.ledger.seal(),
    // Who died holds the lease for a while.
    again: async (world) => {
      world.pass(HOUR);
      await world.engine.ledger.seal();
    },
    hasSteps: true,
  },
  { name: 'engine.ledger.erase', prepare: halfSealed, run: (world) => world.engine.ledger.erase('anna') },
  { name: 'engine.ledger.erase in a transaction of the host', prepare: halfSealed, run: deleteAccount },
];
