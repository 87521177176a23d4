/** Records of other modules that go into the tree, each as an event that the sealer makes. */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import type { TimeText } from '../../platform/database/times.ts';
import type { LedgerLeaf } from './event.ts';

/** A record as its event has it. */
export interface SourceRecord {
  /** Id of its row, which the event is about. */
  readonly id: string;
  /** How findings call it. */
  readonly name: string;
  /** What the event commits to. */
  readonly hash: string;
  /** Null if the event does not say. */
  readonly rule: string | null;
  readonly version: number | null;
  readonly textHash: string | null;
  /** Time of the event; null for that of its sealing. */
  readonly at: TimeText | null;
  /** When the row was written, where rows come into the tree in the order of their times; else null. */
  readonly written: TimeText | null;
  /** Where the row says that its event is; null until it is sealed. */
  readonly place: number | null;
  /** What keys the commitment; null if it is a plain hash. */
  readonly salt: string | null;
}

/** A record and the place of its event. */
export interface PlacedRecord {
  readonly record: SourceRecord;
  readonly place: number;
}

/** Kinds of events that come from records. */
export type SourceKind = 'publication' | 'administration';

/** A table of records, or several. A record that has an event does not change any more. */
export interface LedgerSource {
  readonly kind: SourceKind;
  /** Records that have no event yet, in the order in which they are to be sealed. */
  waiting(limit: number, now: Date): Promise<SourceRecord[]>;
  countWaiting(now: Date): Promise<number>;
  /** Notes in the rows which event they have. */
  placed(records: readonly PlacedRecord[]): Promise<void>;
  /** Notes that the events of records have other places now, in a ledger that goes on from an earlier one. */
  moved(places: ReadonlyMap<string, number>): Promise<void>;
  /** Records by their ids, as they are now. */
  find(ids: readonly string[]): Promise<SourceRecord[]>;
  /** Records that say that they have an event, after an id. */
  logged(after: string, limit: number): Promise<SourceRecord[]>;
  /** What a record says otherwise than its event, as a sentence; null for nothing. */
  difference(record: SourceRecord, leaf: LedgerLeaf): string | null;
}

/** Opens a source in a database, or inside of a transaction of it. */
export type OpenSource = (database: Database, naming: Naming) => LedgerSource;
