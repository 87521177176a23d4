/** The log of what administrators did: who, what, on what, when, in which request, from which network. */
import { createId } from '../../platform/database/ids.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/queries.ts';
import { countOf } from '../../platform/database/values.ts';
import type { AdminAction } from '../../module.ts';
import { actorNow } from '../../platform/actor.ts';

/** An action, and on what. */
export interface DoneAction {
  readonly action: AdminAction;
  readonly rule: string | null;
  /** Id of what it was done to. */
  readonly subject: string | null;
}

/** An action as it was noted. */
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: string | null;
  readonly action: string;
  readonly rule: string | null;
  readonly subject: string | null;
  readonly request_id: string | null;
  readonly ip: string | null;
}

/** The columns of an entry. */
export const ENTRY_COLUMNS = ['id', 'at', 'actor', 'action', 'rule', 'subject', 'request_id', 'ip'] as const;

/** Which entries are looked for. */
export interface AuditFilter {
  readonly action?: AdminAction | undefined;
  readonly actor?: string | undefined;
}

/** Entries on a page. */
export const ENTRIES_PER_PAGE = 50;

/** Adds to the log, and reads it. */
export class Audit {
  readonly #database: Database;
  readonly #naming: Naming;
  readonly #now: () => Date;

  constructor({ database, naming, now }: { database: Database; naming: Naming; now: () => Date }) {
    this.#database = database;
    this.#naming = naming;
    this.#now = now;
  }

  /** Notes an action in the transaction that does it: both are there, or neither. */
  async record(transaction: Database, { action, rule, subject }: DoneAction): Promise<void> {
    const { id: actor, requestId, ip } = actorNow();
    const row = { id: createId(), at: this.#now(), actor, action, rule, subject, request_id: requestId, ip };
    await createQueries(transaction, this.#naming).insertInto('admin_actions').values(row).execute();
  }

  /** The newest first. @param page counted from 1 */
  async list(filter: AuditFilter, page: number): Promise<{ entries: AuditEntry[]; pages: number }> {
    const found = this.#matching(filter);
    const { total } = await found.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
    const entries = await found
      .select(ENTRY_COLUMNS)
      .orderBy('id', 'desc')
      .limit(ENTRIES_PER_PAGE)
      .offset((page - 1) * ENTRIES_PER_PAGE)
      .execute();
    return { entries, pages: Math.max(1, Math.ceil(countOf(total) / ENTRIES_PER_PAGE)) };
  }

  /** What was done to something, the oldest first. @param limit of entries that are read */
  async about(subject: string, limit: number): Promise<AuditEntry[]> {
    return createQueries(this.#database, this.#naming)
      .selectFrom('admin_actions')
      .select(ENTRY_COLUMNS)
      .where('subject', '=', subject)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  #matching({ action, actor }: AuditFilter) {
    return createQueries(this.#database, this.#naming)
      .selectFrom('admin_actions')
      .$if(action !== undefined, (query) => query.where('action', '=', action!))
      .$if(actor !== undefined, (query) => query.where('actor', '=', actor!));
  }
}
