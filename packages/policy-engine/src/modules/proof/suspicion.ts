/**
 * What can be told of an event before it is sealed. A seal says "this has not changed since"; without a look at what is
 * sealed, a row that somebody wrote into the database by hand would get one like any other.
 */
import { erasureMark, hashOfLeaf, isMarked, treeHash, unopened } from './event.ts';
import type { SecretLedgerKey } from './keys.ts';
import type { StoredEvent } from './rows.ts';

/**
 * - `changed`: the row is not what it was hashed as;
 * - `identity_changed`: who decided, or how, is not what was committed to;
 * - `identity_missing`: nothing opens the commitments, and no host with the present `ledgerKey` erased what did;
 * - `not_appended_here`: no host with the present `ledgerKey` appended it as it stands.
 */
export type SuspicionReason = 'changed' | 'identity_changed' | 'identity_missing' | 'not_appended_here';

/** An event that is sealed under a mark, and should be looked at. */
export interface Suspicion {
  readonly id: string;
  /** Its leaf hash, as it goes into the tree. */
  readonly hash: string;
  readonly rule: string | null;
  readonly reason: SuspicionReason;
}

/** @param key - null: whoever can write to the database can append, and it does not show */
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
    const isVouchedFor = erasure !== null && (key === null || erasure === erasureMark(key.append, hash));
    return isVouchedFor ? null : 'identity_missing';
  }
  if (unopened(leaf, identity).length > 0) return 'identity_changed';
  return key === null || isMarked(key.append, leaf, identity) ? null : 'not_appended_here';
}
