/** Tombstones of a log that ended, signed again for the one that continues it. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { treeHash } from '../ledger/event.ts';
import { LogFormatError, LogVerificationError } from '../log/index.ts';
import type { OpenLog } from '../seal/log-identity.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import { TombstoneStore } from '../ledger/tombstone-store.ts';
import { signTombstone, verifyTombstone } from '../ledger/tombstones.ts';
import { FormerLogs } from './store.ts';

/**
 * Signs the tombstones of events that are sealed again: they name the log, so those of the ended log would not verify.
 * A tombstone that did not verify there either is kept, and `ledger verify` reports it.
 */
export async function signTombstonesAgain(
  transaction: Database,
  naming: Naming,
  events: readonly StoredEvent[],
  log: OpenLog,
): Promise<void> {
  const erased = events.filter(({ erasure }) => (erasure?.tombstone ?? '') !== '');
  if (erased.length === 0) return;
  const former = (await new FormerLogs(transaction, naming).all()).map(({ origin }) => origin);
  const store = new TombstoneStore(transaction, naming);
  for (const event of erased) {
    const tombstone = event.erasure?.tombstone ?? '';
    if (!former.some((origin) => holds(tombstone, event, origin, log))) continue;
    await store.sign(event.leaf.id, signTombstone(log.origin, treeHash(event), log.signer));
  }
}

function holds(tombstone: string, event: StoredEvent, origin: string, { keys }: OpenLog): boolean {
  try {
    verifyTombstone(
      tombstone,
      treeHash(event),
      origin,
      keys.map((one) => ({ ...one, origin })),
    );
    return true;
  } catch (error) {
    if (error instanceof LogFormatError || error instanceof LogVerificationError) return false;
    throw error;
  }
}
