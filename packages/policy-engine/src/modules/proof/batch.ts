/** A batch of events as they go into the tree: each after the mark it is sealed under, where there is one. */
import type { PlacedEvent } from './append.ts';
import { type LedgerReference, newEvent, treeHash } from './event.ts';
import type { SecretLedgerKey } from './keys.ts';
import type { Hash } from './log/tree.ts';
import type { StoredEvent } from './rows.ts';
import type { Suspicion } from './suspicion.ts';

/** What becomes of a batch. */
export interface Batch {
  /** Hashes in the order of the tree. */
  readonly leaves: readonly Hash[];
  /** Places of the events that were there, by id. */
  readonly places: ReadonlyMap<string, number>;
  /** Events of the sealer, at theirs. */
  readonly added: readonly PlacedEvent[];
}

/** What a batch is made of. */
export interface BatchOptions {
  /** Place of the first leaf. */
  readonly first: number;
  readonly events: readonly StoredEvent[];
  readonly suspicions: readonly Suspicion[];
  /** A ledger in another format, if this is the first batch after one. */
  readonly earlier: { readonly head: string; readonly count: number } | null;
  readonly key: SecretLedgerKey | null;
  readonly at: Date;
}

const nobody = { userId: null, visitorId: null };
const nowhere = { locale: null, userAgent: null, ip: null };
const noText = { rule: null, version: null, textHash: null, decision: null };

/** Puts events in their order. */
export function batchOf({ first, events, suspicions, earlier, key, at }: BatchOptions): Batch {
  const leaves: Hash[] = [];
  const places = new Map<string, number>();
  const added: PlacedEvent[] = [];
  const suspected = new Map(suspicions.map((one) => [one.id, one]));
  const add = (kind: 'suspicion' | 'takeover', refers: LedgerReference): void => {
    const happening = { ...noText, kind, how: 'sealer', at, subject: nobody, circumstances: nowhere, refers } as const;
    const event = newEvent(happening, key?.append ?? null);
    added.push({ ...event, place: first + leaves.length });
    leaves.push(treeHash(event));
  };
  if (earlier !== null) add('takeover', { event: null, hash: earlier.head, reason: null, count: earlier.count });
  for (const event of events) {
    const { id } = event.leaf;
    const suspicion = suspected.get(id);
    if (suspicion !== undefined) {
      add('suspicion', { event: id, hash: suspicion.hash, reason: suspicion.reason, count: null });
    }
    places.set(id, first + leaves.length);
    leaves.push(treeHash(event));
  }
  return { leaves, places, added };
}
