/** The log of what administrators did: who, what, on what, when, in which request, from which network. */
import {
  cappedCount,
  type CappedCount,
  isBeyondCount,
  pagesOf,
} from '../../platform/database/statements/capped-count.ts';
import { createId } from '../../platform/database/statements/ids.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import { timeText } from '../../platform/database/statements/times.ts';
import type { AdminAction } from '../../kernel/module.ts';
import { actorNow } from '../../platform/actor.ts';

/** An action, and its subject. */
export interface DoneAction {
  readonly action: AdminAction;
  readonly rule: string | null;
  /** ID of its subject. */
  readonly subject: string | null;
}

/** An action as it was logged. */
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

/** The filters. */
export interface AuditFilter {
  readonly action?: AdminAction | undefined;
  readonly actor?: string | undefined;
  readonly rule?: string | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
}

/** The orders of the log, the usual one first. */
export const logOrders = ['-at', 'at'] as const;
/** One of {@link logOrders}. */
export type LogOrder = (typeof logOrders)[number];

/** Entries on a page. */
export const ENTRIES_PER_PAGE = 50;

/** Administrators that the form offers as filters. */
const MOST_ACTORS = 30;

/** A page of the log. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly pages: number;
  readonly total: CappedCount;
}

/** Entries of an action that are searched for the last one of a subject; others may work at the same time. */
const LATEST_OF_STRETCH = 20;

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

  /** Logs an action in the same transaction: both are stored, or neither. */
  async record(transaction: Database, { action, rule, subject }: DoneAction): Promise<void> {
    const { id: actor, requestId, ip } = actorNow();
    const row = { id: createId(), at: this.#now(), actor, action, rule, subject, request_id: requestId, ip };
    await createQueries(transaction, this.#naming).insertInto('admin_actions').values(row).execute();
  }

  /**
   * Logs an action that is repeated, such as automatic saving of an editor: once per work session of one person on one subject,
   * unless somebody else did the same to it in between.
   *
   * @param milliseconds - length of a session, from its first action
   */
  async recordStretch(transaction: Database, done: DoneAction, milliseconds: number): Promise<void> {
    const latest = await createQueries(transaction, this.#naming)
      .selectFrom('admin_actions')
      .select(['actor', 'subject', 'at'])
      .where('action', '=', done.action)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(LATEST_OF_STRETCH)
      .execute();
    const before = latest.find(({ subject }) => subject === done.subject);
    const isSameStretch =
      before !== undefined &&
      before.actor === actorNow().id &&
      this.#now().getTime() - Date.parse(before.at) < milliseconds;
    if (!isSameStretch) await this.record(transaction, done);
  }

  /** @param page counted from 1 */
  async list(filter: AuditFilter, page: number, order: LogOrder = '-at'): Promise<AuditPage> {
    const [total, entries] = await Promise.all([
      cappedCount(this.#queries(), this.#newest(filter)),
      isBeyondCount(page, ENTRIES_PER_PAGE)
        ? []
        : this.#ordered(filter, order)
            .select(ENTRY_COLUMNS)
            .limit(ENTRIES_PER_PAGE)
            .offset((page - 1) * ENTRIES_PER_PAGE)
            .execute(),
    ]);
    return { entries, total, pages: pagesOf(total, ENTRIES_PER_PAGE) };
  }

  /** How many entries a list has. */
  count(filter: AuditFilter): Promise<CappedCount> {
    return cappedCount(this.#queries(), this.#newest(filter));
  }

  /** Entries that follow one in the list; null for its start. */
  async after(filter: AuditFilter, last: AuditEntry | null, limit: number): Promise<AuditEntry[]> {
    return this.#newest(filter)
      .select(ENTRY_COLUMNS)
      .$if(last !== null, (query) =>
        query.where((where) =>
          where.or([where('at', '<', last!.at), where.and([where('at', '=', last!.at), where('id', '<', last!.id)])]),
        ),
      )
      .limit(limit)
      .execute();
  }

  /** The actions on a subject, the oldest first. @param limit of entries that are read */
  async about(subject: string, limit: number): Promise<AuditEntry[]> {
    return this.#queries()
      .selectFrom('admin_actions')
      .select(ENTRY_COLUMNS)
      .where('subject', '=', subject)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** IDs of people with entries, at most 30 in the order of their IDs. */
  async actors(): Promise<string[]> {
    const found: string[] = [];
    // One index step for each: for `distinct` a database would read the whole log.
    while (found.length < MOST_ACTORS) {
      const row = await this.#queries()
        .selectFrom('admin_actions')
        .select('actor')
        .where('actor', '>', found.at(-1) ?? '')
        .orderBy('actor')
        .limit(1)
        .executeTakeFirst();
      if (row?.actor === undefined || row.actor === null) break;
      found.push(row.actor);
    }
    return found;
  }

  #queries() {
    return createQueries(this.#database, this.#naming);
  }

  #newest(filter: AuditFilter) {
    return this.#ordered(filter, '-at');
  }

  #ordered(filter: AuditFilter, order: LogOrder) {
    const direction = order === 'at' ? 'asc' : 'desc';
    return this.#matching(filter).orderBy('at', direction).orderBy('id', direction);
  }

  #matching({ action, actor, rule, from, until }: AuditFilter) {
    return this.#queries()
      .selectFrom('admin_actions')
      .$if(action !== undefined, (query) => query.where('action', '=', action!))
      .$if(actor !== undefined, (query) => query.where('actor', '=', actor!))
      .$if(rule !== undefined, (query) => query.where('rule', '=', rule!))
      .$if(from !== undefined, (query) => query.where('at', '>=', timeText(from!)))
      .$if(until !== undefined, (query) => query.where('at', '<', timeText(until!)));
  }
}
