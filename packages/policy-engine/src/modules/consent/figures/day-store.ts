/**
 * Decisions by day: added up in a table of their own up to a mark, and counted from the ledger after it. The mark is an event ID:
 * IDs sort by time and never change, unlike positions in the ledger.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/port.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { countOf } from '../../../platform/database/statements/values.ts';

/** The dimensions of decisions. */
export interface DecisionGroup {
  /** `2026-11-21`, UTC. */
  readonly day: string;
  readonly rule: string;
  readonly version: number;
  /** BCP 47 tag of the page; empty if it is no longer known. */
  readonly locale: string;
  readonly decision: string;
  /** See `LedgerFacts.gpc`; empty for none. */
  readonly gpc: string;
}

/** Number of decisions that are equal in some of these. */
export type DecisionCount = Partial<DecisionGroup> & { readonly count: number };

/** Which decisions. */
export interface DecisionFilter {
  /** First day, `2026-11-01`. Default: the first with decisions. */
  readonly from?: string | undefined;
  /** Last day, included. Default: the last with decisions. */
  readonly to?: string | undefined;
  /** Name of a rule. Default: all rules. */
  readonly rule?: string | undefined;
  /** Default: all versions. */
  readonly version?: number | undefined;
  /** Empty: not known any more. Default: all languages. */
  readonly locale?: string | undefined;
  /** Default: all decisions. */
  readonly decision?: string | undefined;
}

const MARK = 'decisions';

/** Events that are counted at once: few enough for PostgreSQL to look their identities up, instead of reading all. */
const PAGE = 5000;

/** Columns of both sources, in the order of the key. */
const COLUMNS = ['day', 'rule', 'version', 'locale', 'decision', 'gpc'] as const;

/** Queries for decisions by day, in one database or inside one of its transactions. */
export class DecisionDayStore {
  readonly #database: Database;
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#database = database;
    this.#queries = createQueries(database, naming);
  }

  /** Id of the last event that is added up; empty for none. */
  async mark(): Promise<string> {
    const row = await this.#queries
      .selectFrom('decision_days_mark')
      .select('last_id')
      .where('name', '=', MARK)
      .executeTakeFirst();
    return row?.last_id ?? '';
  }

  /** The mark; nobody moves it before the transaction ends. */
  async lockedMark(): Promise<string> {
    const row = await this.#queries
      .selectFrom('decision_days_mark')
      .select('last_id')
      .where('name', '=', MARK)
      .$if(this.#database.capabilities.rowLocks, (query) => query.forUpdate())
      .executeTakeFirst();
    return row?.last_id ?? '';
  }

  /** Moves the mark. @returns whether it was at the expected event: otherwise another process has moved it */
  async moveMark(from: string, to: string): Promise<boolean> {
    if (from === '') {
      await this.#queries.insertInto('decision_days_mark').values({ name: MARK, last_id: to }).execute();
      return true;
    }
    const { numUpdatedRows } = await this.#queries
      .updateTable('decision_days_mark')
      .set({ last_id: to })
      .where('name', '=', MARK)
      .where('last_id', '=', from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * ID of the event that follows another one by so many events, all with IDs below a limit; undefined if there is none.
   */
  async stepFrom(after: string, below: string, size: number): Promise<string | undefined> {
    const events = this.#queries.selectFrom('ledger_events').where('id', '>', after).where('id', '<', below);
    const step = await events
      .select('id')
      .orderBy('id')
      .limit(1)
      .offset(size - 1)
      .executeTakeFirst();
    if (step !== undefined) return step.id;
    return (await events.select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id;
  }

  /** Whether more than a number of events follow one. */
  async hasAfter(after: string, size: number): Promise<boolean> {
    const events = this.#queries.selectFrom('ledger_events').where('id', '>', after);
    return (await events.select('id').orderBy('id').limit(1).offset(size).executeTakeFirst()) !== undefined;
  }

  /**
   * Decisions of the ledger after one event, and up to another one if it is given; groups may repeat. What an account took over is not
   * a new decision.
   */
  async counted(after: string, upTo: string | null, filter: DecisionFilter = {}): Promise<Required<DecisionCount>[]> {
    const found: Required<DecisionCount>[] = [];
    for (let last = after; ;) {
      let events = 0;
      for (const { last: id, ...group } of await this.#page(last, upTo, filter)) {
        events += group.count;
        if (id > last) last = id;
        if (filter.locale === undefined || group.locale === filter.locale) found.push(group);
      }
      if (events < PAGE) return found;
    }
  }

  /** The next decisions, counted, with the last ID of each group. */
  async #page(after: string, upTo: string | null, { from: first, to, rule, version, decision }: DecisionFilter) {
    const day = dialectNamed(this.#database.dialect).utcDay('at');
    const rows = await this.#queries
      .selectFrom((from) =>
        from
          .selectFrom('ledger_events')
          .select(['id', 'at', 'rule', 'version', 'decision', 'gpc'])
          .where('id', '>', after)
          .where('kind', '=', 'decision')
          .$if(upTo !== null, (query) => query.where('id', '<=', upTo!))
          .$if(rule !== undefined, (query) => query.where('rule', '=', rule!))
          .$if(version !== undefined, (query) => query.where('version', '=', version!))
          .$if(decision !== undefined, (query) => query.where('decision', '=', decision!))
          // By day and not by time, although time has an index: the few events after the mark are found by their IDs.
          .$if(first !== undefined, (query) => query.where(day, '>=', first!))
          .$if(to !== undefined, (query) => query.where(day, '<=', to!))
          .orderBy('id')
          // A literal: PostgreSQL knows nothing about IDs that are newer than its statistics, and takes them for many.
          .limit(sql.lit(PAGE))
          .as('event'),
      )
      .leftJoin('ledger_identities', 'ledger_identities.event_id', 'event.id')
      .select(({ fn }) => [
        day.as('day'),
        'event.rule',
        'event.version',
        'ledger_identities.locale',
        'event.decision',
        'event.gpc',
        fn.countAll().as('count'),
        fn.max('event.id').as('last'),
      ])
      .groupBy([day, 'event.rule', 'event.version', 'ledger_identities.locale', 'event.decision', 'event.gpc'])
      .execute();
    return rows.map((row) => ({
      last: row.last,
      day: row.day,
      rule: row.rule ?? '',
      version: row.version ?? 0,
      locale: row.locale ?? '',
      decision: row.decision ?? '',
      gpc: row.gpc ?? '',
      count: countOf(row.count),
    }));
  }

  /** Adds to the totals. */
  async add({ count, ...group }: Required<DecisionCount>): Promise<void> {
    const key = createHash('sha256')
      .update(JSON.stringify(COLUMNS.map((column) => group[column])))
      .digest('hex');
    const { numUpdatedRows } = await this.#queries
      .updateTable('decision_days')
      .set(({ eb }) => ({ total: eb('total', '+', count) }))
      .where('key', '=', key)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    await this.#queries
      .insertInto('decision_days')
      .values({ ...group, key, total: count })
      .execute();
  }

  /** The totals, by some columns. */
  async addedUp(filter: DecisionFilter, by: readonly (keyof DecisionGroup)[]): Promise<DecisionCount[]> {
    const { from, to, rule, version, locale, decision } = filter;
    const rows = await this.#queries
      .selectFrom('decision_days')
      .select([...by])
      .select(({ fn }) => fn.sum<number | string>('total').as('count'))
      .$if(rule !== undefined, (query) => query.where('rule', '=', rule!))
      .$if(version !== undefined, (query) => query.where('version', '=', version!))
      .$if(locale !== undefined, (query) => query.where('locale', '=', locale!))
      .$if(decision !== undefined, (query) => query.where('decision', '=', decision!))
      .$if(from !== undefined, (query) => query.where('day', '>=', from!))
      .$if(to !== undefined, (query) => query.where('day', '<=', to!))
      .groupBy([...by])
      // An erasure may have moved all decisions of a group to another one.
      .having(({ fn }) => fn.sum('total'), '>', 0)
      .execute();
    return rows.map(({ count, ...group }): DecisionCount => Object.assign(group, { count: countOf(count) }));
  }
}
