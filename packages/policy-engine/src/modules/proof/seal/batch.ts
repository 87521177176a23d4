/** A batch of events as it enters the tree: each event after the suspicion it is sealed under, if there is one. */
import type { PlacedEvent } from '../ledger/append.ts';
import { type EventKind, type EventDraft, type LedgerReference, newEvent, treeHash } from '../ledger/event.ts';
import type { SecretLedgerKey } from './keys.ts';
import type { Hash } from '../log/index.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import type { EarlierLedger } from '../ledger/store.ts';
import type { PlacedRecord } from '../sources/source.ts';
import type { WaitingRecord } from '../sources/all.ts';
import type { Suspicion } from './suspicion.ts';

/** The result of a batch. */
export interface Batch {
  /** Hashes in the order of the tree. */
  readonly leaves: readonly Hash[];
  /** Places of the given events, by ID. */
  readonly places: ReadonlyMap<string, number>;
  /** Events of the sealer, at their places. */
  readonly added: readonly PlacedEvent[];
  /** Records with the places of their events. */
  readonly records: readonly (WaitingRecord & PlacedRecord)[];
}

/** What a batch is created from. */
export interface BatchOptions {
  /** Place of the first leaf. */
  readonly first: number;
  /** What the sealer creates events of, before the others. */
  readonly records: readonly WaitingRecord[];
  readonly events: readonly StoredEvent[];
  readonly suspicions: readonly Suspicion[];
  /** The ledger that this one continues, if this is its first batch. */
  readonly earlier: EarlierLedger | null;
  readonly key: SecretLedgerKey | null;
  readonly at: Date;
}

const nobody = { userId: null, visitorId: null };
const nowhere = { locale: null, userAgent: null, ip: null };
const noText = { rule: null, version: null, textHash: null, decision: null };

/** Puts events in their order. */
export function batchOf({ first, records, events, suspicions, earlier, key, at }: BatchOptions): Batch {
  const leaves: Hash[] = [];
  const places = new Map<string, number>();
  const added: PlacedEvent[] = [];
  const placed: (WaitingRecord & PlacedRecord)[] = [];
  const suspected = new Map(suspicions.map((one) => [one.id, one]));
  const add = (kind: EventKind, refers: LedgerReference, facts: Partial<EventDraft> = {}): void => {
    const by = { how: 'sealer', subject: nobody, circumstances: nowhere } as const;
    const draft = { ...noText, ...by, kind, at, refers, ...facts };
    const event = newEvent(draft, { key: key?.append ?? null });
    added.push({ ...event, place: first + leaves.length });
    leaves.push(treeHash(event));
  };
  if (earlier !== null)
    add('takeover', { event: null, hash: earlier.head, reason: earlier.reason, count: earlier.count });
  for (const { kind, record } of records) {
    const { id, hash, rule, version, textHash } = record;
    placed.push({ kind, record, place: first + leaves.length });
    const when = record.at === null ? at : new Date(record.at);
    add(kind, { event: id, hash, reason: null, count: null }, { rule, version, textHash, at: when });
  }
  for (const event of events) {
    const { id } = event.leaf;
    const suspicion = suspected.get(id);
    if (suspicion !== undefined) {
      add('suspicion', { event: id, hash: suspicion.hash, reason: suspicion.reason, count: null });
    }
    places.set(id, first + leaves.length);
    leaves.push(treeHash(event));
  }
  return { leaves, places, added, records: placed };
}
