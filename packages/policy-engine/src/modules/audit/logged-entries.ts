/** Entries of the log as the ledger commits to them. */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries, type Queries } from '../../platform/database/queries.ts';
import { countOf } from '../../platform/database/values.ts';
import { type AuditEntry, ENTRY_COLUMNS } from './service.ts';

/** An entry, and where the ledger has it. */
export interface LoggedEntry {
  readonly entry: AuditEntry;
  /** Place in the ledger; null until it is logged. */
  readonly logged: number | null;
  /** What keys the commitment; null until it is logged. */
  readonly salt: string | null;
}

/** Entries in one database, or inside one transaction of it. */
export class LoggedEntryStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** Entries that are to be logged, the oldest first. */
  async waiting(limit: number): Promise<LoggedEntry[]> {
    const rows = this.#entries().where('logged', 'is', null).orderBy('id').limit(limit);
    return (await rows.execute()).map(loggedEntry);
  }

  /** How many are to be logged. */
  async countWaiting(): Promise<number> {
    const { total } = await this.#queries
      .selectFrom('admin_actions')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('logged', 'is', null)
      .executeTakeFirstOrThrow();
    return countOf(total);
  }

  /** Notes where entries are logged, and under which salt. */
  async place(
    placed: readonly { readonly id: string; readonly salt: string; readonly place: number }[],
  ): Promise<void> {
    for (const { id, salt, place } of placed) {
      await this.#queries.updateTable('admin_actions').set({ logged: place, salt }).where('id', '=', id).execute();
    }
  }

  /** Notes that entries are logged at other places. */
  async move(places: ReadonlyMap<string, number>): Promise<void> {
    for (const [id, logged] of places) {
      await this.#queries.updateTable('admin_actions').set({ logged }).where('id', '=', id).execute();
    }
  }

  /** Entries by their ids. */
  async find(ids: readonly string[]): Promise<LoggedEntry[]> {
    return (await this.#entries().where('id', 'in', ids).execute()).map(loggedEntry);
  }

  /** Entries that say that they are logged, after an id. */
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
