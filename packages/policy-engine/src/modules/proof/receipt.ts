/** Receipts: proof of one event, which its subject can keep and anybody can check without the database. */
import { leafRecord } from './event.ts';
import { headRecord, type LedgerHead } from './head.ts';
import type { PublicLedgerKey } from './keys.ts';
import { inclusionPath } from './merkle.ts';
import type { Receipt } from './receipt-schema.ts';
import type { StoredEvent } from './rows.ts';

/** What a receipt of a sealed event is made of. */
export interface Sealing {
  readonly head: LedgerHead;
  /** Leaf hashes of the batch. */
  readonly leaves: readonly string[];
  readonly keys: readonly PublicLedgerKey[];
}

/** @param sealing - null while no head covers the event */
export function receiptOf({ leaf, hash, identity, position }: StoredEvent, sealing: Sealing | null): Receipt {
  const base = {
    format: 'policy-engine/receipt/1',
    leaf: leafRecord(leaf) as unknown as Receipt['leaf'],
    leaf_hash: hash,
    opened: identity && {
      subject: { user: identity.userId, visitor: identity.visitorId, salt: identity.subjectSalt },
      circumstances: {
        ip: identity.ip,
        locale: identity.locale,
        user_agent: identity.userAgent,
        ...(typeof identity.shown === 'string' && { shown: identity.shown }),
        salt: identity.circumstancesSalt,
      },
    },
  } as const;
  if (sealing === null || position === null) {
    return { ...base, state: 'pending', proof: null, head: null, head_hash: null, signature: null, public_key: null };
  }
  const { head, leaves, keys } = sealing;
  const index = position - head.first;
  return {
    ...base,
    state: 'sealed',
    proof: { position, index, size: head.size, path: inclusionPath(leaves, index) },
    head: headRecord(head),
    head_hash: head.hash,
    signature: head.signature,
    public_key: keys.find(({ id }) => id === head.keyId)?.pem ?? null,
  };
}
