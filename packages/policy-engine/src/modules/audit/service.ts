/** The log of what administrators did: who, what, on what, when, in which request, from which network. */
import { cappedCount, type CappedCount, isBeyondCount, pagesOf } from '../../platform/database/capped-count.ts';
import { createId } from '../../platform/database/ids.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/queries.ts';
import { timeText } from '../../platform/database/times.ts';
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
  readonly rule?: string | undefined;
  /** From this moment on. */
  readonly from?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
}

/** Entries on a page. */
export const ENTRIES_PER_PAGE = 50;

/** Administrators that the form offers to filter by. */
const MOST_ACTORS = 30;

/** A page of the log. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly pages: number;
  readonly total: CappedCount;
}

/** Entries of an action that are looked through for the last one of a subject; others may be at work meanwhile. */
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

  /** Notes an action in the transaction that does it: both are there, or neither. */
  async record(transaction: Database, { action, rule, subject }: DoneAction): Promise<void> {
    const { id: actor, requestId, ip } = actorNow();
    const row = { id: createId(), at: this.#now(), actor, action, rule, subject, request_id: requestId, ip };
    await createQueries(transaction, this.#naming).insertInto('admin_actions').values(row).execute();
  }

  /**
   * Notes an action that is done again and again, as by an editor that saves by itself: once for a stretch of work of one
   * person on one subject, unless somebody else did the same to it in between.
   *
   * @param milliseconds - how long a stretch is, from its first action
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

  /** The newest first. @param page counted from 1 */
  async list(filter: AuditFilter, page: number): Promise<AuditPage> {
    const [total, entries] = await Promise.all([
      cappedCount(this.#queries(), this.#newest(filter)),
      isBeyondCount(page, ENTRIES_PER_PAGE)
        ? []
        : this.#newest(filter)
            .select(ENTRY_COLUMNS)
            .limit(ENTRIES_PER_PAGE)
            .offset((page - 1) * ENTRIES_PER_PAGE)
            .execute(),
    ]);
    return { entries, total, pages: pagesOf(total, ENTRIES_PER_PAGE) };
  }

  /** Entries that come after one in the list; null for its beginning. */
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

  /** What was done to something, the oldest first. @param limit of entries that are read */
  async about(subject: string, limit: number): Promise<AuditEntry[]> {
    return this.#queries()
      .selectFrom('admin_actions')
      .select(ENTRY_COLUMNS)
      .where('subject', '=', subject)
      .orderBy('id')
      .limit(limit)
      .execute();
  }

  /** Ids of those who did something, at most 30 in the order of their ids. */
  async actors(): Promise<string[]> {
    const found: string[] = [];
    // One step of the index for each: a database reads the whole log for `distinct`.
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
    return this.#matching(filter).orderBy('at', 'desc').orderBy('id', 'desc');
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
