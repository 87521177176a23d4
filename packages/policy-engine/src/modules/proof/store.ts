/** The ledger's tables: statements about events and identities, and nothing that decides. */
import { type ExpressionBuilder, sql } from 'kysely';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries, type Queries } from '../../platform/database/queries.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { TimeText } from '../../platform/database/times.ts';
import { countOf } from '../../platform/database/values.ts';
import type { LedgerFacts, LedgerSubject } from './event.ts';
import { erasedRow, STORED, type StoredEvent, storedEvent } from './rows.ts';

/** Kinds of events that get their place as they are made: an unsealed one is not the sealer's, and is never sealed. */
export const SEALER_KINDS: readonly string[] = ['suspicion', 'takeover'] satisfies LedgerFacts['kind'][];

/** Which events of all. */
export interface EventFilter {
  readonly rule?: string | undefined;
  readonly decision?: 'accepted' | 'rejected' | undefined;
}

/** What tells an imported decision from others. */
export interface ImportedEvent {
  readonly userId: string;
  readonly rule: string | null;
  readonly version: number | null;
  readonly decision: string | null;
  readonly at: TimeText;
}

/** That an account took over a visitor's event. */
export interface Adoption {
  readonly userId: string;
  /** Leaf hash of the visitor's event. */
  readonly adopted: string | null;
}

/** Which events about somebody. */
export interface AboutFilter {
  readonly rule?: string;
  /** Default 1000. */
  readonly limit?: number;
}

/** Events in one database, or inside one transaction of it. */
export class EventStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** Id of the oldest event that is to be sealed, as far as ids tell; null for none. */
  async oldestUnsealed(): Promise<string | null> {
    const row = await this.#queries
      .selectFrom('ledger_events')
      .select('id')
      .where('sealed', 'is', null)
      .where('kind', 'not in', SEALER_KINDS)
      .orderBy('sealed')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Events that are to be sealed, the oldest first as far as their ids tell. */
  async unsealed(limit: number): Promise<StoredEvent[]> {
    const rows = await this.#stored()
      .where('ledger_events.sealed', 'is', null)
      .where('ledger_events.kind', 'not in', SEALER_KINDS)
      // The order of the index: a database that went by the primary key instead would walk all that is sealed.
      .orderBy('ledger_events.sealed')
      .orderBy('ledger_events.id')
      .limit(limit)
      .execute();
    return rows.map(storedEvent);
  }

  /** Events of a ledger in another format, in the order they had there. */
  async earlier(limit: number): Promise<StoredEvent[]> {
    // Nearly always empty, and asked for each batch: joined, a database may read every unsealed event for it.
    const places = await this.#queries.selectFrom('ledger_earlier').selectAll().orderBy('place').limit(limit).execute();
    if (places.length === 0) return [];
    const ids = places.map(({ event_id }) => event_id);
    const rows = await this.#stored().where('ledger_events.id', 'in', ids).execute();
    const events = new Map(rows.map((row) => [row.id, storedEvent(row)]));
    return ids.flatMap((id) => events.get(id) ?? []).filter(({ position }) => position === null);
  }

  /** Forgets the places that events had there. */
  async forgetEarlier(ids: readonly string[]): Promise<void> {
    await this.#queries.deleteFrom('ledger_earlier').where('event_id', 'in', ids).execute();
  }

  /** What is known of a ledger in another format; null for none. */
  async earlierLedger(): Promise<{ readonly head: string; readonly count: number } | null> {
    const rows = await this.#queries.selectFrom('ledger_log').selectAll().execute();
    const known = new Map(rows.map(({ name, value }) => [name, value]));
    const head = known.get('earlier_head');
    return head === undefined ? null : { head, count: Number(known.get('earlier_count')) };
  }

  /** Numbers events. @returns how many there were that had no number */
  async number(places: ReadonlyMap<string, number>): Promise<number> {
    const ids = [...places.keys()];
    // Numbers are written out, not bound: PostgreSQL would take a bound one in this place for text.
    const cases = [...places].map(([id, place]) => sql`when ${id} then ${sql.lit(place)}`);
    const result = await this.#queries
      .updateTable('ledger_events')
      .set({ sealed: sql<number>`case id ${sql.join(cases, sql` `)} end` })
      .where('id', 'in', ids)
      .where('sealed', 'is', null)
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  }

  /** Events with a place from `from` up to and with `last`, in their order. */
  async range(from: number, last: number, limit: number): Promise<StoredEvent[]> {
    const rows = await this.#stored()
      .where('ledger_events.sealed', '>=', from)
      .where('ledger_events.sealed', '<=', last)
      .orderBy('ledger_events.sealed')
      .orderBy('ledger_events.id')
      .limit(limit)
      .execute();
    return rows.map(storedEvent);
  }

  /** The marks that events were sealed under, by the id of the marked: each stands right before its event. */
  async marks(events: readonly StoredEvent[]): Promise<Map<string, StoredEvent>> {
    const places = new Map(events.map(({ leaf, position }) => [(position ?? 0) - 1, leaf.id]));
    if (places.size === 0) return new Map();
    const rows = await this.#stored()
      .where('ledger_events.sealed', 'in', [...places.keys()])
      .where('ledger_events.kind', '=', 'suspicion')
      .execute();
    const marks = rows
      .map(storedEvent)
      .filter(({ leaf, position }) => leaf.refers?.event === places.get(position ?? -1));
    return new Map(marks.map((mark) => [mark.leaf.refers?.event ?? '', mark]));
  }

  /** The lowest place from one on that an event has; null for none. */
  async nextPlace(from: number): Promise<number | null> {
    const row = await this.#queries
      .selectFrom('ledger_events')
      .select(({ fn }) => fn.min('sealed').as('lowest'))
      .where('sealed', '>=', from)
      .executeTakeFirst();
    return row?.lowest ?? null;
  }

  /** What a visitor decided last on a rule. */
  async lastOf(visitorId: string, rule: string): Promise<StoredEvent | undefined> {
    const row = await this.#stored()
      .where('ledger_identities.visitor', '=', visitorId)
      .where('ledger_identities.subject', 'is', null)
      .where('ledger_events.rule', '=', rule)
      .orderBy('ledger_events.at', 'desc')
      .orderBy('ledger_events.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? undefined : storedEvent(row);
  }

  /** The highest place there is; -1 for none. */
  async highest(): Promise<number> {
    const row = await this.#queries
      .selectFrom('ledger_events')
      .select(({ fn }) => fn.max('sealed').as('highest'))
      .executeTakeFirst();
    return countOf(row?.highest ?? -1);
  }

  /** Unsealed events after an id, for checking. */
  async unsealedAfter(id: string, limit: number): Promise<StoredEvent[]> {
    const rows = await this.#stored()
      .where('ledger_events.sealed', 'is', null)
      .where('ledger_events.id', '>', id)
      .orderBy('ledger_events.sealed')
      .orderBy('ledger_events.id')
      .limit(limit)
      .execute();
    return rows.map(storedEvent);
  }

  /** Identities of events that are not there. */
  async orphans(limit: number): Promise<string[]> {
    const rows = await this.#queries
      .selectFrom('ledger_identities')
      .leftJoin('ledger_events', 'ledger_events.id', 'ledger_identities.event_id')
      .select('ledger_identities.event_id')
      .where('ledger_events.id', 'is', null)
      .limit(limit)
      .execute();
    return rows.map(({ event_id }) => event_id);
  }

  async find(id: string): Promise<StoredEvent | undefined> {
    const row = await this.#stored().where('ledger_events.id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : storedEvent(row);
  }

  /** Events about an account, with those of visitors that it took over; or about a visitor. The newest first. */
  async about(subject: LedgerSubject, { rule, limit = 1000 }: AboutFilter = {}): Promise<StoredEvent[]> {
    let query = await this.#about(subject);
    if (rule !== undefined) query = query.where('ledger_events.rule', '=', rule);
    const newest = query.orderBy('ledger_events.at', 'desc').orderBy('ledger_events.id', 'desc');
    const rows = await newest.limit(limit).execute();
    return rows.map(storedEvent);
  }

  /** Whether somebody has an event on a rule after a place and before another one. */
  async hasLater(subject: LedgerSubject, rule: string, position: number, before: number): Promise<boolean> {
    // A person has few events on a rule. Asked for one with a place behind another, a database may walk all places instead.
    const rows = await (await this.#about(subject)).where('ledger_events.rule', '=', rule).execute();
    return rows.some(({ sealed }) => sealed !== null && sealed > position && sealed < before);
  }

  /** Decisions of some accounts that were imported. */
  async importedAbout(userIds: readonly string[]): Promise<ImportedEvent[]> {
    const rows = await this.#queries
      .selectFrom('ledger_identities')
      .innerJoin('ledger_events', 'ledger_events.id', 'ledger_identities.event_id')
      .select(['subject', 'rule', 'version', 'decision', 'at'])
      .where('ledger_identities.subject', 'in', userIds)
      .where('ledger_events.how', '=', 'import')
      .execute();
    return rows.map(({ subject, rule, version, decision, at }) => ({
      userId: subject ?? '',
      rule,
      version,
      decision,
      at,
    }));
  }

  /** Ids of the visitors' events that an account took over: those that its adoptions name, and no other. */
  async adoptedBy(userId: string): Promise<string[]> {
    const rows = await this.#queries
      .selectFrom('ledger_identities as account')
      .innerJoin('ledger_events as adoption', 'adoption.id', 'account.event_id')
      .innerJoin('ledger_identities as visitor', 'visitor.visitor', 'account.visitor')
      .innerJoin('ledger_events as event', (join) =>
        join.onRef('event.id', '=', 'visitor.event_id').onRef('event.leaf', '=', 'adoption.adopted'),
      )
      .select('event.id')
      .where('account.subject', '=', userId)
      .where('visitor.subject', 'is', null)
      .execute();
    return [...new Set(rows.map(({ id }) => id))];
  }

  /** Who took over what of a visitor. */
  async adoptionsOf(visitorId: string): Promise<Adoption[]> {
    const rows = await this.#queries
      .selectFrom('ledger_identities')
      .innerJoin('ledger_events', 'ledger_events.id', 'ledger_identities.event_id')
      .select(['ledger_identities.subject', 'ledger_events.adopted'])
      .where('ledger_identities.visitor', '=', visitorId)
      .where('ledger_identities.subject', 'is not', null)
      .execute();
    return rows.map(({ subject, adopted }) => ({ userId: subject ?? '', adopted }));
  }

  /** Whether nothing is appended in a visitor's name any more. */
  async isClosed(visitorId: string): Promise<boolean> {
    const row = await this.#queries
      .selectFrom('ledger_closed')
      .select('visitor')
      .where('visitor', '=', visitorId)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Lets nothing be appended in a visitor's name any more. */
  async close(visitorId: string, at: TimeText): Promise<void> {
    await this.#queries.insertInto('ledger_closed').values({ visitor: visitorId, closed_at: at }).execute();
  }

  /** When a visitor's first event was; null for none. */
  async firstOf(visitorId: string): Promise<TimeText | null> {
    const row = await this.#queries
      .selectFrom('ledger_identities')
      .innerJoin('ledger_events', 'ledger_events.id', 'ledger_identities.event_id')
      .select('ledger_events.at')
      .where('ledger_identities.visitor', '=', visitorId)
      .orderBy('ledger_events.at')
      .limit(1)
      .executeTakeFirst();
    return row?.at ?? null;
  }

  /** A page of all events, the newest first. */
  async page(filter: EventFilter, limit: number, offset: number): Promise<StoredEvent[]> {
    let query = this.#stored();
    if (filter.rule !== undefined) query = query.where('ledger_events.rule', '=', filter.rule);
    if (filter.decision !== undefined) query = query.where('ledger_events.decision', '=', filter.decision);
    const rows = await query.orderBy('ledger_events.id', 'desc').limit(limit).offset(offset).execute();
    return rows.map(storedEvent);
  }

  async count(filter: EventFilter): Promise<number> {
    let query = this.#queries.selectFrom('ledger_events').select(({ fn }) => fn.countAll().as('total'));
    if (filter.rule !== undefined) query = query.where('rule', '=', filter.rule);
    if (filter.decision !== undefined) query = query.where('decision', '=', filter.decision);
    return countOf((await query.executeTakeFirstOrThrow()).total);
  }

  /**
   * Erases the identities of an account, and of the visitors' events that it took over.
   *
   * @param markOf what stands in the place of one that is erased before its event is sealed
   * @returns how many there were, and the events that are not sealed yet, as they were
   */
  async erase(
    userId: string,
    markOf: (event: StoredEvent) => string,
  ): Promise<{ count: number; unsealed: StoredEvent[] }> {
    const adopted = await this.adoptedBy(userId);
    const isAbout = (ids: readonly string[]) => (where: ExpressionBuilder<Tables, 'ledger_identities'>) =>
      where.or([where('subject', '=', userId), ...(ids.length === 0 ? [] : [where('event_id', 'in', ids)])]);
    const rows = await this.#stored().where('ledger_events.sealed', 'is', null).where(isAbout(adopted)).execute();
    const unsealed = rows.map(storedEvent);
    for (const event of unsealed) {
      const erased = erasedRow(markOf(event));
      await this.#queries.updateTable('ledger_identities').set(erased).where('event_id', '=', event.leaf.id).execute();
    }
    const marked = new Set(unsealed.map(({ leaf }) => leaf.id));
    const { numDeletedRows } = await this.#queries
      .deleteFrom('ledger_identities')
      .where(isAbout(adopted.filter((id) => !marked.has(id))))
      .executeTakeFirst();
    return { count: unsealed.length + Number(numDeletedRows), unsealed };
  }

  /** Deletes what `erase` left for events that were not sealed then. */
  async deleteErased(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#queries.deleteFrom('ledger_identities').where('event_id', 'in', ids).execute();
  }

  async #about({ userId, visitorId }: LedgerSubject) {
    const adopted = userId === null ? [] : await this.adoptedBy(userId);
    return this.#stored().where((where) =>
      where.or([
        ...(userId === null ? [] : [where('ledger_identities.subject', '=', userId)]),
        ...(adopted.length === 0 ? [] : [where('ledger_identities.event_id', 'in', adopted)]),
        // An adoption names the visitor, too, and is about the account alone.
        ...(visitorId === null
          ? []
          : [
              where.and([
                where('ledger_identities.visitor', '=', visitorId),
                where('ledger_identities.subject', 'is', null),
              ]),
            ]),
      ]),
    );
  }

  #stored() {
    return this.#queries
      .selectFrom('ledger_events')
      .leftJoin('ledger_identities', 'ledger_identities.event_id', 'ledger_events.id')
      .select(STORED);
  }
}
