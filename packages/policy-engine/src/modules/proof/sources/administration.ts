/**
 * The audit log, as events. An event holds only a commitment: who did what is known only to those who have the row with
 * its salt.
 */
import { randomHex } from '../../../platform/random.ts';
import { type LoggedEntry, LoggedEntryStore } from '../../audit/index.ts';
import { commitment } from '../ledger/hashes.ts';
import type { OpenSource, SourceRecord } from './source.ts';

/** The audit log as a source of the ledger. */
export const administration: OpenSource = (database, naming) => {
  const store = new LoggedEntryStore(database, naming);
  return {
    kind: 'administration',
    // The engine did not create a salt that has no event.
    waiting: async (limit) => {
      return (await store.waiting(limit)).map((one) => administrationRecord({ ...one, salt: randomHex(32) }));
    },
    countWaiting: () => store.countWaiting(),
    placed: (placed) => {
      return store.place(placed.map(({ record: { id, salt }, place }) => ({ id, salt: salt ?? '', place })));
    },
    moved: (places) => store.move(places),
    find: async (ids) => (await store.find(ids)).map(administrationRecord),
    logged: async (after, limit) => (await store.logged(after, limit)).map(administrationRecord),
    difference: ({ name, hash }, { refers }) => (hash === refers?.hash ? null : `${name} was changed`),
  };
};

function administrationRecord({ entry, logged, salt }: LoggedEntry): SourceRecord {
  return {
    id: entry.id,
    name: `the entry ${entry.id} of the administrators’ log`,
    hash: commitment(salt ?? '', { ...entry }),
    rule: null,
    version: null,
    textHash: null,
    at: null,
    written: entry.at,
    place: logged,
    salt,
  };
}
