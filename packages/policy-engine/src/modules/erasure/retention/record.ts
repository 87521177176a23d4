/** Records a run rule by rule, so that the record is kept if the process is killed. */
import type { Database } from '../../../platform/database/port.ts';
import type { Audit } from '../../audit/index.ts';
import { type RetentionEntry, withEntry } from './report.ts';
import type { RetentionRuns, RunState } from './runs.ts';

/** What a record needs. */
export interface RecordOptions {
  readonly database: Database;
  readonly runs: RetentionRuns;
  readonly audit: Audit;
}

/** The record of a run. */
export class RunRecord {
  readonly id: string;
  readonly isDry: boolean;
  readonly #options: RecordOptions;
  /** Rows that the audit log has recorded, by rule and action. */
  readonly #logged = new Map<string, number>();
  #entries: readonly RetentionEntry[] = [];

  constructor(options: RecordOptions, { id, isDry }: { readonly id: string; readonly isDry: boolean }) {
    this.#options = options;
    this.id = id;
    this.isDry = isDry;
  }

  /** The known result of each rule. */
  get entries(): readonly RetentionEntry[] {
    return this.#entries;
  }

  /** Adds to the result. */
  add(entry: RetentionEntry): void {
    this.#entries = withEntry(this.#entries, entry);
  }

  /** Saves the result, and logs the rows erased since the last time. */
  async save(state: RunState = 'running', error: string | null = null): Promise<void> {
    const { database, runs, audit } = this.#options;
    const entries = this.#entries;
    await database.transaction(async (transaction) => {
      await runs.save(transaction, this.id, { state, entries, error });
      for (const [entry, rows] of this.#unlogged()) {
        await audit.record(transaction, { action: 'retention_applied', rule: entry.rule, subject: String(rows) });
      }
    });
    for (const [entry] of this.#unlogged()) this.#logged.set(keyOf(entry), entry.rows);
  }

  /** The rows that were erased and not logged yet. */
  #unlogged(): [RetentionEntry, number][] {
    if (this.isDry) return [];
    return this.#entries.flatMap((entry): [RetentionEntry, number][] => {
      const rows = entry.rows - (this.#logged.get(keyOf(entry)) ?? 0);
      return rows === 0 ? [] : [[entry, rows]];
    });
  }
}

function keyOf({ rule, action }: RetentionEntry): string {
  return `${action} ${rule}`;
}
