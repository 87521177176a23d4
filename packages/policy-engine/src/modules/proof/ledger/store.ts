/** The ledger's tables: statements about events and identities, without decisions of their own. */
import { sql } from 'kysely';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import { SubjectStore } from '../projection/subject-store.ts';
import { ageOf, byNumber } from '../projection/numbers/event-order.ts';
import type { LedgerFacts, LedgerSubject } from './event.ts';
import { STORED, type StoredEvent, storedEvent } from './rows.ts';
import { TombstoneStore } from './tombstone-store.ts';

/**
 * Kinds of events that have their place when they are created: the sealer did not create an unsealed one, and never
 * seals it.
 */
export const SEALER_KINDS: readonly string[] = [
  'suspicion',
  'takeover',
  'publication',
  'administration',
] satisfies LedgerFacts['kind'][];

/** The adoption of a visitor's event by an account. */
export interface Adoption {
  readonly userId: string;
  /** Leaf hash of the visitor's event. */
  readonly adopted: string | null;
}

/** A ledger that another one continues. */
export interface EarlierLedger {
  /** Hash of its last head, or of the text of its last known checkpoint. */
  readonly head: string;
  /** How many events it had then. */
  readonly count: number;
  /** `restored` for one that ended with a restored backup; null for one in another format. */
  readonly reason: string | null;
}

/** Which events to read. */
export interface EventsWanted {
  readonly accounts: readonly string[];
  readonly visitors: readonly string[];
  readonly leaves: readonly string[];
}

/** Selects events about a subject. */
export interface AboutFilter {
  readonly rule?: string;
  /** Default 1000. */
  readonly limit?: number;
  /** How many of the newest are omitted. Default 0. */
  readonly offset?: number;
}

/** Events in one database, or inside one transaction of it. */
export class EventStore {
  readonly #queries: Queries;
  readonly #subjects: SubjectStore;
  readonly #tombstones: TombstoneStore;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
    this.#subjects = new SubjectStore(database, naming);
    this.#tombstones = new TombstoneStore(database, naming);
  }

  /** ID of the oldest unsealed event, as far as IDs tell; null for none. */
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

  /** Unsealed events, the oldest first as far as their IDs tell. */
  async unsealed(limit: number): Promise<StoredEvent[]> {
    const rows = await this.#stored()
      .where('ledger_events.sealed', 'is', null)
      .where('ledger_events.kind', 'not in', SEALER_KINDS)
      // The order of the index: by the primary key, a database would read all sealed events.
      .orderBy('ledger_events.sealed')
      .orderBy('ledger_events.id')
      .limit(limit)
      .execute();
    return rows.map(storedEvent);
  }

  /** Unsealed events of accounts, of visitors without one, and by their leaf hashes. */
  async unsealedAmong({ accounts, visitors, leaves }: EventsWanted): Promise<StoredEvent[]> {
    const rows = await this.#stored()
      .where('ledger_events.sealed', 'is', null)
      .where('ledger_events.kind', 'not in', SEALER_KINDS)
      .where((where) => {
        const isOfVisitor = () =>
          where.and([
            where('ledger_identities.visitor', 'in', visitors),
            where('ledger_identities.subject', 'is', null),
          ]);
        return where.or([
          ...(leaves.length === 0 ? [] : [where('ledger_events.leaf', 'in', leaves)]),
          ...(accounts.length === 0 ? [] : [where('ledger_identities.subject', 'in', accounts)]),
          ...(visitors.length === 0 ? [] : [isOfVisitor()]),
        ]);
      })
      .execute();
    return rows.map(storedEvent);
  }

  /** Events of a ledger in another format, in their order there. */
  async earlier(limit: number): Promise<StoredEvent[]> {
    // Nearly always empty, and queried for each batch: with a join, a database may read every unsealed event for it.
    const places = await this.#queries.selectFrom('ledger_earlier').selectAll().orderBy('place').limit(limit).execute();
    if (places.length === 0) return [];
    const events = await this.named(places.map(({ event_id }) => event_id));
    return events.filter(({ position }) => position === null);
  }

  /** Deletes the places that events had there. */
  async forgetEarlier(ids: readonly string[]): Promise<void> {
    await this.#queries.deleteFrom('ledger_earlier').where('event_id', 'in', ids).execute();
  }

  /** The ledger that this one continues; null for none. */
  async earlierLedger(): Promise<EarlierLedger | null> {
    const rows = await this.#queries.selectFrom('ledger_log').selectAll().execute();
    const known = new Map(rows.map(({ name, value }) => [name, value]));
    const head = known.get('earlier_head');
    if (head === undefined) return null;
    return { head, count: Number(known.get('earlier_count')), reason: known.get('earlier_reason') ?? null };
  }

  /** Numbers events. @returns how many of them had no number */
  async number(places: ReadonlyMap<string, number>): Promise<number> {
    const ids = [...places.keys()];
    // Numbers are literals, not bound: PostgreSQL would infer text for a bound one here.
    const cases = [...places].map(([id, place]) => sql`when ${id} then ${sql.lit(place)}`);
    const result = await this.#queries
      .updateTable('ledger_events')
      .set({ sealed: sql<number>`case id ${sql.join(cases, sql` `)} end` })
      .where('id', 'in', ids)
      .where('sealed', 'is', null)
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  }

  /** Events with a place from `from` up to and including `last`, in order. */
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

  /** Events at some places. */
  async at(places: readonly number[]): Promise<StoredEvent[]> {
    if (places.length === 0) return [];
    const rows = await this.#stored().where('ledger_events.sealed', 'in', places).execute();
    return rows.map(storedEvent);
  }

  /** The suspicions that events were sealed under, by the ID of the event: each directly precedes its event. */
  async flags(events: readonly StoredEvent[]): Promise<Map<string, StoredEvent>> {
    const places = new Map(events.map(({ leaf, position }) => [(position ?? 0) - 1, leaf.id]));
    if (places.size === 0) return new Map();
    const rows = await this.#stored()
      .where('ledger_events.sealed', 'in', [...places.keys()])
      .where('ledger_events.kind', '=', 'suspicion')
      .execute();
    const flags = rows
      .map(storedEvent)
      .filter(({ leaf, position }) => leaf.refers?.event === places.get(position ?? -1));
    return new Map(flags.map((flag) => [flag.leaf.refers?.event ?? '', flag]));
  }

  /** Events by their IDs, in this order. */
  async named(ids: readonly string[]): Promise<StoredEvent[]> {
    if (ids.length === 0) return [];
    const rows = await this.#stored().where('ledger_events.id', 'in', ids).execute();
    const events = new Map(rows.map((row) => [row.id, storedEvent(row)]));
    return ids.flatMap((id) => events.get(id) ?? []);
  }

  /** The lowest place of an event from a given place on; null for none. */
  async nextPlace(from: number): Promise<number | null> {
    const row = await this.#queries
      .selectFrom('ledger_events')
      .select(({ fn }) => fn.min('sealed').as('lowest'))
      .where('sealed', '>=', from)
      .executeTakeFirst();
    return row?.lowest ?? null;
  }

  /** The last decision of a visitor on a rule. */
  async lastOf(visitorId: string, rule: string): Promise<StoredEvent | undefined> {
    const row = await this.#stored()
      .where('ledger_identities.visitor', '=', visitorId)
      .where('ledger_identities.subject', 'is', null)
      .where('ledger_events.rule', '=', rule)
      .orderBy(byNumber, 'desc')
      .orderBy('ledger_events.at', 'desc')
      .orderBy('ledger_events.id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? undefined : storedEvent(row);
  }

  /** Unsealed events after an ID, for checking. */
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

  /** Identities whose events do not exist. */
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
  async about(subject: LedgerSubject, { rule, limit = 1000, offset = 0 }: AboutFilter = {}): Promise<StoredEvent[]> {
    let query = await this.#about(subject);
    if (rule !== undefined) query = query.where('ledger_events.rule', '=', rule);
    const rows = await query
      .orderBy(ageOf(subject), 'desc')
      .orderBy(byNumber, 'desc')
      .orderBy('ledger_events.at', 'desc')
      .orderBy('ledger_events.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(storedEvent);
  }

  /** Whether a subject has an event on a rule between two places. */
  async hasLater(subject: LedgerSubject, rule: string, position: number, before: number): Promise<boolean> {
    // A subject has few events on a rule. With a range of places in the query, a database may read all places instead.
    const { userId } = subject;
    const current = userId === null ? null : ((await this.#subjects.mergedInto(userId)) ?? userId);
    const rows = await (
      await this.#about({ ...subject, userId: current })
    )
      .where('ledger_events.rule', '=', rule)
      .execute();
    return rows.some(({ sealed }) => sealed !== null && sealed > position && sealed < before);
  }

  /** IDs of the visitors' events that an account took over: only those that its adoptions name. */
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

  /** The adoptions of a visitor's events. */
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

  /** Time of a visitor's first event; null for none. */
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

  /**
   * Erases the identities of an account, and of the visitors' events that it took over.
   *
   * @param markOf what replaces an identity until there is a tombstone
   * @returns the events, as before
   */
  async erase(userId: string, markOf: (event: StoredEvent) => string): Promise<StoredEvent[]> {
    const adopted = await this.adoptedBy(userId);
    const rows = await this.#stored()
      .where((where) =>
        where.or([
          where('ledger_identities.subject', '=', userId),
          ...(adopted.length === 0 ? [] : [where('ledger_identities.event_id', 'in', adopted)]),
        ]),
      )
      // In an order that does not reveal what else a person decided.
      .orderBy('ledger_events.leaf')
      .execute();
    const events = rows.map(storedEvent);
    await this.#tombstones.erase(events, markOf);
    return events;
  }

  /** Erases some of them. @returns those that had an identity, as before */
  async eraseSome(ids: readonly string[], markOf: (event: StoredEvent) => string): Promise<StoredEvent[]> {
    const rows = await this.#stored().where('ledger_events.id', 'in', ids).orderBy('ledger_events.leaf').execute();
    const events = rows.map(storedEvent).filter(({ identity }) => identity !== null);
    await this.#tombstones.erase(events, markOf);
    return events;
  }

  /** Sealed events whose erasure waits for its tombstone, in an order that reveals nothing. */
  async erased(limit: number): Promise<StoredEvent[]> {
    const rows = await this.#stored()
      .where('ledger_erasures.event_id', 'is not', null)
      .where('ledger_events.sealed', 'is not', null)
      .orderBy('ledger_events.leaf')
      .limit(limit)
      .execute();
    return rows.map(storedEvent);
  }

  /** An account, and those that were merged into it. */
  async accountsOf(userId: string): Promise<string[]> {
    return [userId, ...(await this.#subjects.mergedOf(userId))];
  }

  async #about({ userId, visitorId }: LedgerSubject) {
    const accounts = userId === null ? [] : await this.accountsOf(userId);
    const adopted: string[] = [];
    for (const account of accounts) adopted.push(...(await this.adoptedBy(account)));
    return this.#stored().where((where) =>
      where.or([
        ...(accounts.length === 0 ? [] : [where('ledger_identities.subject', 'in', accounts)]),
        ...(adopted.length === 0 ? [] : [where('ledger_identities.event_id', 'in', adopted)]),
        // An adoption names the visitor, too, but is only about the account.
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
      .leftJoin('ledger_erasures', 'ledger_erasures.event_id', 'ledger_events.id')
      .select(STORED);
  }
}
