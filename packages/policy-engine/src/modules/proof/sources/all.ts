/** Everything except decisions that enters the tree. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { administration } from './administration.ts';
import { publications } from './publications.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import type { LedgerSource, PlacedRecord, SourceKind, SourceRecord } from './source.ts';

/** A record that is to be sealed. */
export interface WaitingRecord {
  readonly kind: SourceKind;
  readonly record: SourceRecord;
}

/** All sources of the ledger, in one database or inside one transaction of it. */
export class LedgerSources {
  readonly all: readonly LedgerSource[];

  constructor(database: Database, naming: Naming) {
    this.all = [publications, administration].map((open) => open(database, naming));
  }

  /** Records that have no event yet: texts before the decisions on them. */
  async waiting(limit: number, now: Date): Promise<WaitingRecord[]> {
    const found: WaitingRecord[] = [];
    for (const source of this.all) {
      if (found.length === limit) break;
      const records = await source.waiting(limit - found.length, now);
      found.push(...records.map((record) => ({ kind: source.kind, record })));
    }
    return found;
  }

  async countWaiting(now: Date): Promise<number> {
    let count = 0;
    for (const source of this.all) count += await source.countWaiting(now);
    return count;
  }

  /** Stores the new places of their events in the rows. */
  async moved(events: readonly StoredEvent[], places: ReadonlyMap<string, number>): Promise<void> {
    for (const source of this.all) {
      const own = events.filter(({ leaf }) => leaf.kind === source.kind);
      await source.moved(new Map(own.map(({ leaf }) => [leaf.refers?.event ?? '', places.get(leaf.id)!])));
    }
  }

  /** Stores the places of their events in the rows. */
  async placed(placed: readonly (PlacedRecord & WaitingRecord)[]): Promise<void> {
    for (const source of this.all) await source.placed(placed.filter(({ kind }) => kind === source.kind));
  }
}
