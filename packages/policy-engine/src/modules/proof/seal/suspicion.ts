/**
 * What can be checked about an event before it is sealed. A seal states "this has not changed since"; without a check,
 * a row that was written into the database by hand would be sealed like any other.
 */
import { erasureMark, hashOfLeaf, isMarked, treeHash, unopened } from '../ledger/event.ts';
import type { SuspicionReason } from '../ledger/kinds.ts';
import type { SecretLedgerKey } from './keys.ts';
import type { StoredEvent } from '../ledger/rows.ts';

/** An event that is flagged, and should be reviewed. */
export interface Suspicion {
  readonly id: string;
  /** Its leaf hash, as it enters the tree. */
  readonly hash: string;
  readonly rule: string | null;
  readonly reason: SuspicionReason;
}

/** Whether a host with a key left a mark in the place of an identity. @param key - null: cannot be determined */
export function isErasedHere(mark: string, leafHash: string, key: SecretLedgerKey | null): boolean {
  return key === null || mark === erasureMark(key.append, leafHash);
}

/** @param key - null: whoever can write to the database can append undetected */
export function suspicionsOf(events: readonly StoredEvent[], key: SecretLedgerKey | null): Suspicion[] {
  return events.flatMap((event) => {
    const reason = reasonOf(event, key);
    return reason === null
      ? []
      : [{ id: event.leaf.id, hash: treeHash(event).toString('hex'), rule: event.leaf.rule, reason }];
  });
}

function reasonOf(event: StoredEvent, key: SecretLedgerKey | null): SuspicionReason | null {
  const { leaf, hash, identity, erasure } = event;
  if (hashOfLeaf(leaf) !== hash) return 'changed';
  if (identity === null) {
    return erasure !== null && isErasedHere(erasure.mark, hash, key) ? null : 'identity_missing';
  }
  if (unopened(leaf, identity).length > 0) return 'identity_changed';
  return key === null || isMarked(key.append, leaf, identity) ? null : 'not_appended_here';
}
