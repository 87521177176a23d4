/**
 * The administrators' list of events, for ledgers of millions: pages, limited counts, and iteration over everything.
 */
import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { cappedCount, type CappedCount, COUNT_LIMIT } from '../../../platform/database/statements/capped-count.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import type { Tables } from '../../../platform/database/schema/tables.ts';
import {
  type EventFilter,
  type EventPart,
  type EventSubjects,
  matching,
  partsOf,
  UNKNOWN_LANGUAGE,
} from './event-filter.ts';
import { type DecisionTotals, daysIn } from './decision-totals.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import { EventStore } from '../ledger/store.ts';

/** A place in the list. */
interface ListPosition {
  readonly at: string;
  readonly id: string;
}

/** The orders of the list, the usual one first. */
export const eventOrders = ['-at', 'at'] as const;
/** One of {@link eventOrders}. */
export type EventOrder = (typeof eventOrders)[number];

/** What is read first. */
type Start = 'time' | 'language';

/** How many rules at most are queried when only a decision is given: a ledger has a few rules. */
const MOST_RULES = 100;

/** Reads the list in one database. */
export class EventList {
  readonly #queries: Queries;
  readonly #events: EventStore;
  readonly #totals: DecisionTotals | null;

  /** @param totals counts decisions by day; null to count events alone */
  constructor(database: Database, naming: Naming, totals: DecisionTotals | null = null) {
    this.#queries = createQueries(database, naming);
    this.#events = new EventStore(database, naming);
    this.#totals = totals;
  }

  /** A page of events. @param order default: the newest first */
  async page(filter: EventFilter, limit: number, offset: number, order: EventOrder = '-at'): Promise<StoredEvent[]> {
    return this.#read(filter, { limit, offset, order });
  }

  /** The events after a place in the list; null for its beginning. */
  async after(filter: EventFilter, last: StoredEvent | null, limit: number): Promise<StoredEvent[]> {
    return this.#read(filter, { limit, offset: 0, after: last === null ? undefined : last.leaf });
  }

  /** How many events there are, up to the limit of the count. */
  async count(filter: EventFilter): Promise<CappedCount> {
    return (await this.#countByDays(filter)) ?? (await this.#countEvents(filter));
  }

  /**
   * Decisions in a language by the totals of their days, and what the period has of other days by its events: to count only events,
   * the language of each would be looked up. Null if the totals do not know, which is about decisions alone.
   */
  async #countByDays(filter: EventFilter): Promise<CappedCount | null> {
    const { kind, language, subjects, rule, version, decision, gpc } = filter;
    if (language === undefined || kind !== 'decisions' || subjects !== undefined || this.#totals === null) return null;
    const { days, others } = daysIn(filter);
    if (days === null) return null;
    const wanted = { ...days, rule, version, decision, gpc, locale: language === UNKNOWN_LANGUAGE ? '' : language };
    const total = await this.#totals(wanted);
    if (total === null) return null;
    const counts = await Promise.all(others.map((period) => this.#countEvents({ ...filter, ...period })));
    const sum = counts.reduce((all, { count }) => all + count, total);
    return {
      count: Math.min(sum, COUNT_LIMIT),
      isCapped: sum > COUNT_LIMIT || counts.some(({ isCapped }) => isCapped),
    };
  }

  async #countEvents(filter: EventFilter): Promise<CappedCount> {
    // A period has an index of its own, which starts closer to its few events than the events of a language.
    const start = filter.from === undefined && filter.until === undefined ? 'language' : await this.#startOf(filter);
    let sum = 0;
    for (const part of await this.#parts(filter)) {
      // In the order of the list, PostgreSQL counts in the index alone, without reading the table. For events of one
      // kind, or about some people, it estimates so few rows that it would sort them all.
      const isOrdered =
        (part.kind === undefined || part.kind === 'decision') &&
        filter.subjects === undefined &&
        (filter.language === undefined || start === 'time');
      const found = isOrdered ? this.#ordered(part, filter, '-at', start) : this.#matching(part, filter, start);
      const { count, isCapped } = await cappedCount(this.#queries, found);
      sum += count;
      if (isCapped || sum > COUNT_LIMIT) return { count: COUNT_LIMIT, isCapped: true };
    }
    return { count: sum, isCapped: false };
  }

  async #read(
    filter: EventFilter,
    {
      limit,
      offset,
      after,
      order = '-at',
    }: { limit: number; offset: number; after?: ListPosition | undefined; order?: EventOrder },
  ): Promise<StoredEvent[]> {
    const direction = order === 'at' ? 'asc' : 'desc';
    const [first, ...others] = await this.#parts(filter);
    if (first === undefined) return [];
    const start = await this.#startOf(filter);
    // Each part contributes up to a whole page, since parts are read independently.
    const newest = (part: EventPart) =>
      this.#queries
        .selectFrom(
          this.#ordered(part, filter, order, start)
            .$if(after !== undefined, (query) =>
              query.where((where) =>
                where.and([
                  // Needed for the index, which has only the time.
                  where('ledger_events.at', '<=', after!.at),
                  where.or([where('ledger_events.at', '<', after!.at), where('ledger_events.id', '<', after!.id)]),
                ]),
              ),
            )
            .select(['ledger_events.id', 'ledger_events.at'])
            .limit(limit + offset)
            .as('part'),
        )
        .select(['part.id', 'part.at']);
    const together = others.reduce((query, part) => query.unionAll(newest(part)), newest(first));
    const rows = await this.#queries
      .selectFrom(together.as('found'))
      .select('found.id')
      .orderBy('found.at', direction)
      .orderBy('found.id', direction)
      .limit(limit)
      .offset(offset)
      .execute();
    return this.#events.named(rows.map(({ id }) => id));
  }

  #ordered(part: EventPart, filter: EventFilter, order: EventOrder, start: Start) {
    const direction = order === 'at' ? 'asc' : 'desc';
    return this.#matching(part, filter, start)
      .orderBy('ledger_events.at', direction)
      .orderBy('ledger_events.id', direction);
  }

  /** The events of a part, without an order. */
  #matching(part: EventPart, filter: EventFilter, start: Start): SelectQueryBuilder<Tables, 'ledger_events', object> {
    const { subjects, language } = filter;
    const events = this.#queries.selectFrom('ledger_events').where(matching(part, filter));
    if (subjects === undefined && language === undefined) return events;
    if (language !== undefined && (subjects !== undefined || start === 'time')) {
      const found = this.#identitiesIn(language).where('event_id', '=', sql.ref<string>('ledger_events.id'));
      const isInLanguage = sql<SqlBool>`(${found.clearSelect().select(sql.lit(1).as('one')).limit(1)}) = 1`;
      // A scalar, and not `exists`: of that, databases make a join, which may read all events of the language first.
      return subjects === undefined
        ? events.where(isInLanguage)
        : this.#matching(part, { ...filter, language: undefined }, start).where(isInLanguage);
    }
    // The table `about` is of no use to the caller.
    return (
      this.#queries
        .selectFrom(
          (subjects === undefined ? this.#identitiesIn(language ?? '') : this.#eventsAbout(subjects)).as('about'),
        )
        // SQLite keeps the order of a cross join: it reads the few events of the people or of the language, not all of the period.
        .crossJoin('ledger_events')
        .whereRef('ledger_events.id', '=', 'about.event_id')
        .where(matching(part, filter))
    );
  }

  /**
   * Where reading starts: with the identities of a language if they are few, since all of them are sorted; else with the newest events,
   * among which those of a frequent language are soon found.
   */
  async #startOf({ language }: EventFilter): Promise<Start> {
    if (language === undefined) return 'time';
    const { isCapped } = await cappedCount(this.#queries, this.#identitiesIn(language).clearSelect());
    return isCapped ? 'time' : 'language';
  }

  /** IDs of the events in a language. Each event has one row of identities. */
  #identitiesIn(language: string) {
    const identities = this.#queries.selectFrom('ledger_identities').select('event_id');
    return language === UNKNOWN_LANGUAGE
      ? identities.where('locale', 'is', null)
      : identities.where('locale', '=', language);
  }

  /**
   * IDs of the events about some subjects, each once: an adoption is about an account and a visitor. Each has an index of its own;
   * `or` would use neither.
   */
  #eventsAbout({ userIds, visitorId }: EventSubjects) {
    const identities = this.#queries.selectFrom('ledger_identities').select('event_id');
    const ofAccounts = identities.where('subject', 'in', userIds);
    return visitorId === undefined ? ofAccounts : ofAccounts.union(identities.where('visitor', '=', visitorId));
  }

  async #parts(filter: EventFilter): Promise<EventPart[]> {
    return partsOf(filter, (decision) => this.#rulesWith(decision));
  }

  /** Names of all rules with a decision, including those that are no longer declared. */
  async #rulesWith(decision: string): Promise<string[]> {
    const found: string[] = [];
    // One index lookup per rule: for `distinct` a database would read all events.
    while (found.length < MOST_RULES) {
      const row = await this.#queries
        .selectFrom('ledger_events')
        // Ordered and limited, MariaDB reads all events of the decision up to the rule.
        .select(({ fn }) => fn.min('rule').as('rule'))
        .where('decision', '=', decision)
        .where('rule', '>', found.at(-1) ?? '')
        .executeTakeFirst();
      if (row?.rule === undefined || row.rule === null) break;
      found.push(row.rule);
    }
    return found;
  }
}
