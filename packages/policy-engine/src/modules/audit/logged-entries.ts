/** Entries of the log as the ledger commits to them. */
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries, type Queries } from '../../platform/database/statements/queries.ts';
import { countOf } from '../../platform/database/statements/values.ts';
import { type AuditEntry, ENTRY_COLUMNS } from './service.ts';

/** An entry, and its position in the ledger. */
export interface LoggedEntry {
  readonly entry: AuditEntry;
  /** Position in the ledger; null until it is logged. */
  readonly logged: number | null;
  /** The key of the commitment; null until it is logged. */
  readonly salt: string | null;
}

/** Entries in one database, or inside one of its transactions. */
export class LoggedEntryStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** Entries to be logged, the oldest first. */
  async waiting(limit: number): Promise<LoggedEntry[]> {
    const rows = this.#entries().where('logged', 'is', null).orderBy('id').limit(limit);
    return (await rows.execute()).map(loggedEntry);
  }

  /** Number of entries to be logged. */
  async countWaiting(): Promise<number> {
    const { total } = await this.#queries
      .selectFrom('admin_actions')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('logged', 'is', null)
      .executeTakeFirstOrThrow();
    return countOf(total);
  }

  /** Records the positions of entries, and the salt. */
  async place(
    placed: readonly { readonly id: string; readonly salt: string; readonly place: number }[],
  ): Promise<void> {
    for (const { id, salt, place } of placed) {
      await this.#queries.updateTable('admin_actions').set({ logged: place, salt }).where('id', '=', id).execute();
    }
  }

  /** Records that entries are logged at other positions. */
  async move(places: ReadonlyMap<string, number>): Promise<void> {
    for (const [id, logged] of places) {
      await this.#queries.updateTable('admin_actions').set({ logged }).where('id', '=', id).execute();
    }
  }

  /** Entries by their ids. */
  async find(ids: readonly string[]): Promise<LoggedEntry[]> {
    return (await this.#entries().where('id', 'in', ids).execute()).map(loggedEntry);
  }

  /** Entries that are marked as logged, after an ID. */
  async logged(after: string, limit: number): Promise<LoggedEntry[]> {
    const rows = this.#entries().where('logged', 'is not', null).where('id', '>', after).orderBy('id').limit(limit);
    return (await rows.execute()).map(loggedEntry);
  }

  #entries() {
    return this.#queries.selectFrom('admin_actions').select([...ENTRY_COLUMNS, 'logged', 'salt']);
  }
}

function loggedEntry({ logged, salt, ...entry }: AuditEntry & Pick<LoggedEntry, 'logged' | 'salt'>): LoggedEntry {
  return { entry, logged, salt };
}
