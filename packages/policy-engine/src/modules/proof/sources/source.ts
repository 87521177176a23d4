/** Records of other modules that enter the tree, each as an event that the sealer creates. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { LedgerLeaf } from '../ledger/event.ts';

/** A record as its event describes it. */
export interface SourceRecord {
  /** ID of its row, which the event is about. */
  readonly id: string;
  /** Its name in findings. */
  readonly name: string;
  /** What the event commits to. */
  readonly hash: string;
  /** Null if the event does not contain it. */
  readonly rule: string | null;
  readonly version: number | null;
  readonly textHash: string | null;
  /** Time of the event; null for the time of its sealing. */
  readonly at: TimeText | null;
  /** When the row was written, if rows enter the tree in the order of their times; else null. */
  readonly written: TimeText | null;
  /** Place of its event according to the row; null until it is sealed. */
  readonly place: number | null;
  /** Key of the commitment; null if it is a plain hash. */
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
  /** Stores the places of their events in the rows. */
  placed(records: readonly PlacedRecord[]): Promise<void>;
  /** Stores that events of records have other places, in a ledger that continues an earlier one. */
  moved(places: ReadonlyMap<string, number>): Promise<void>;
  /** Records by their IDs, in their current state. */
  find(ids: readonly string[]): Promise<SourceRecord[]>;
  /** Records whose rows refer to an event, after an ID. */
  logged(after: string, limit: number): Promise<SourceRecord[]>;
  /** How a record differs from its event, as a sentence; null for no difference. */
  difference(record: SourceRecord, leaf: LedgerLeaf): string | null;
}

/** Opens a source in a database, or inside a transaction of it. */
export type OpenSource = (database: Database, naming: Naming) => LedgerSource;
