/** The table of cookies found. It is about cookies, and contains nothing about the people whose browsers sent them. */
import { type RawBuilder, sql } from 'kysely';
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import { byWeight, type CookieCount, type CookieCounts, HIGHEST_COUNT, isNoCookie, MOST_NAMES } from './counts.ts';

const TABLE = 'found_cookies';
const COLUMNS = ['first_day', 'last_day', 'requests', 'without_consent', 'last_without_consent'] as const;

type Column = (typeof COLUMNS)[number];

/** Queries for cookies found. */
export class FoundCookieStore {
  readonly #supportsOnConflict: boolean;
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#supportsOnConflict = dialectNamed(database.dialect).supportsOnConflict;
    this.#queries = createQueries(database, naming);
  }

  /** All counts since a day. */
  async since(day: string): Promise<Map<string, CookieCount>> {
    const rows = await this.#queries.selectFrom(TABLE).selectAll().where('last_day', '>=', day).execute();
    return new Map(
      rows.map((row) => [
        row.name,
        {
          firstDay: row.first_day,
          lastDay: row.last_day,
          requests: countOf(row.requests),
          withoutConsent: countOf(row.without_consent),
          lastWithoutConsent: row.last_without_consent,
        },
      ]),
    );
  }

  /** Adds counts, in one statement: other processes may add theirs at the same time. */
  async add(counts: CookieCounts): Promise<void> {
    // Every process locks the rows in the same order.
    const sorted = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const rows = sorted.map(([name, count]) => ({
      name,
      first_day: count.firstDay,
      last_day: count.lastDay,
      requests: count.requests,
      without_consent: count.withoutConsent,
      last_without_consent: count.lastWithoutConsent,
    }));
    const insert = this.#queries.insertInto(TABLE).values(rows);
    const update = this.#sums();
    const upsert = this.#supportsOnConflict
      ? insert.onConflict((conflict) => conflict.column('name').doUpdateSet(update))
      : insert.onDuplicateKeyUpdate(update);
    await upsert.execute();
  }

  /** Deletes what was not seen since a day, and the rarest names without a declaration beyond the limit. */
  async forget(day: string, isDeclared: (name: string) => boolean): Promise<void> {
    await this.#queries.deleteFrom(TABLE).where('last_day', '<', day).execute();
    const names = [...(await this.since(day))].filter(([name]) => !isNoCookie(name) && !isDeclared(name));
    const beyond = names
      .toSorted(byWeight)
      .slice(MOST_NAMES)
      .map(([name]) => name);
    if (beyond.length > 0) await this.#queries.deleteFrom(TABLE).where('name', 'in', beyond).execute();
  }

  #sums(): Record<Column, RawBuilder<never>> {
    const stored = (column: Column) => sql.ref(`${TABLE}.${column}`);
    const added = (column: Column) =>
      this.#supportsOnConflict ? sql.ref(`excluded.${column}`) : sql`values(${sql.ref(column)})`;
    const sum = (column: Column) =>
      sql<never>`case when ${stored(column)} > ${sql.lit(HIGHEST_COUNT)} then ${stored(column)} else ${stored(column)} + ${added(column)} end`;
    const either = (column: Column, isEarlier: boolean) => {
      const order = sql.raw(isEarlier ? '<' : '>');
      return sql<never>`case when ${added(column)} ${order} ${stored(column)} then ${added(column)} else ${stored(column)} end`;
    };
    return {
      first_day: either('first_day', true),
      last_day: either('last_day', false),
      requests: sum('requests'),
      without_consent: sum('without_consent'),
      last_without_consent: either('last_without_consent', false),
    };
  }
}
