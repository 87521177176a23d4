/** Searches one table, in batches: all of it, or the first and the last rows of one that is declared huge. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { identifier } from '../../../platform/database/identifiers.ts';
import type { LiveColumn } from '../../../platform/database/live-schema.ts';
import type { Database } from '../../../platform/database/port.ts';
import { countOf } from '../../../platform/database/values.ts';
import { keyIs, keyText, StatementText } from '../../data-map/index.ts';
import { aboutRows } from './about-rows.ts';
import type { SearchTerms } from './search-terms.ts';

/** A table to search. */
export interface SearchedTable {
  /** Its name for people. */
  readonly name: string;
  /** Quoted. */
  readonly sql: string;
  /** Columns of a unique key; empty if there is none. */
  readonly key: readonly Pick<LiveColumn, 'name' | 'kind' | 'isNullable'>[];
  readonly columns: readonly string[];
  readonly isKept: boolean;
  /** Whether it has too many rows to search. */
  readonly isHuge: boolean;
}

/** The result for a table. */
export interface TableSearched {
  /** Number of matching rows by column. A row may count in several columns. */
  readonly counts: readonly number[];
  /** Number of rows searched. */
  readonly rows: number;
  /** Null if all were searched. */
  readonly sample: { readonly of: number | null } | null;
}

/** Rows per query. */
const BATCH = 1000;
/** Batches from each end of a huge table. */
const SAMPLE = 25;
/** Rows of a huge table without a unique key. */
const UNORDERED_SAMPLE = 2 * SAMPLE * BATCH;

/** The bounds of a batch: keys of rows. */
type RowKey = readonly unknown[];
type Bound = { readonly sign: '>' | '<' | '>=' | '<='; readonly than: RowKey };

/** Searches a table. @throws errors of the database, and if the signal is aborted */
export async function searchTable(
  database: Database,
  table: SearchedTable,
  terms: SearchTerms,
  signal: AbortSignal,
): Promise<TableSearched> {
  const search = new TableSearch(database, table, terms, signal);
  const isWhole = table.isHuge ? await search.ends() : await search.all();
  await search.withoutKey();
  const seen = search.seen();
  if (isWhole) return { ...seen, sample: null };
  const about = await aboutRows(database, table.sql);
  return { ...seen, sample: { of: about === null ? null : Math.max(about, seen.rows) } };
}

interface Walk {
  readonly way: 'forwards' | 'backwards';
  /** Batches. */
  readonly most: number;
  /** Rows before this one were already searched. */
  readonly stop: RowKey | null;
}

class TableSearch {
  readonly #database: Database;
  readonly #table: SearchedTable;
  readonly #terms: SearchTerms;
  readonly #signal: AbortSignal;
  readonly #counts: number[];
  #rows = 0;

  constructor(database: Database, table: SearchedTable, terms: SearchTerms, signal: AbortSignal) {
    this.#database = database;
    this.#table = table;
    this.#terms = terms;
    this.#signal = signal;
    this.#counts = table.columns.map(() => 0);
  }

  seen(): Pick<TableSearched, 'counts' | 'rows'> {
    return { counts: this.#counts, rows: this.#rows };
  }

  async all(): Promise<true> {
    await this.#walk({ way: 'forwards', most: Infinity, stop: null });
    return true;
  }

  /** The first and the last rows. @returns whether these were all */
  async ends(): Promise<boolean> {
    const middle = await this.#walk({ way: 'forwards', most: SAMPLE, stop: null });
    if (this.#table.key.length === 0) return this.#rows < UNORDERED_SAMPLE;
    return middle === null || (await this.#walk({ way: 'backwards', most: SAMPLE, stop: middle })) === null;
  }

  /** In SQLite, columns of a primary key may be null. */
  async withoutKey(): Promise<void> {
    const { dialect } = this.#database;
    const nulls = this.#nullable().map((name) => `${identifier(dialect, name)} is null`);
    if (nulls.length > 0) await this.#look([], `(${nulls.join(' or ')})`);
  }

  /** @returns the last row that was searched; null if none is left */
  async #walk({ way, most, stop }: Walk): Promise<RowKey | null> {
    const first: Bound[] = stop === null ? [] : [{ sign: '>', than: stop }];
    const [on, upTo] = way === 'forwards' ? (['>', '<='] as const) : (['<', '>='] as const);
    let last: RowKey | null = null;
    for (let batch = 0; batch < most; batch += 1) {
      this.#signal.throwIfAborted();
      const bounds: Bound[] = last === null ? first : [...first, { sign: on, than: last }];
      const end = await this.#endOf(bounds, way);
      await this.#look(end === null ? bounds : [...bounds, { sign: upTo, than: end }]);
      if (end === null) return null;
      last = end;
      await yieldToOthers();
    }
    return last;
  }

  /** Key of the last row of a batch; null for the last batch, and without a unique key. */
  async #endOf(bounds: readonly Bound[], way: Walk['way']): Promise<RowKey | null> {
    const { sql, key } = this.#table;
    if (key.length === 0) return null;
    const { dialect } = this.#database;
    const text = new StatementText(dialect);
    const read = key.map((column, index) => `${keyText(dialect, column)} as k${index}`);
    const where = this.#where(bounds, this.#hasKey(), text);
    const order = key.map(({ name }) => `${identifier(dialect, name)} ${way === 'forwards' ? 'asc' : 'desc'}`);
    const statement = `select ${read.join(', ')} from ${sql} ${where} order by ${order.join(', ')} limit 1 offset ${BATCH - 1}`;
    const { rows } = await this.#database.execute(statement, text.parameters);
    const [row] = rows;
    return row === undefined ? null : key.map((_, index) => row[`k${index}`]);
  }

  async #look(bounds: readonly Bound[], also: string = this.#hasKey()): Promise<void> {
    const { sql, columns, isHuge, key } = this.#table;
    const { dialect } = this.#database;
    const text = new StatementText(dialect);
    const sums = columns.map(
      (column, index) =>
        `sum(case when ${this.#has(identifier(dialect, column), text)} then 1 else 0 end) as c${index}`,
    );
    // Without a unique key there are no batches.
    const isCut = isHuge && key.length === 0;
    const from = isCut ? `(select * from ${sql} limit ${UNORDERED_SAMPLE}) rows_seen` : sql;
    const statement = `select count(*) as seen, ${sums.join(', ')} from ${from} ${this.#where(bounds, also, text)}`;
    const { rows } = await this.#database.execute(statement, text.parameters);
    this.#rows += countOf(rows[0]?.['seen'] ?? 0);
    for (const index of columns.keys()) this.#counts[index]! += countOf(rows[0]?.[`c${index}`] ?? 0);
  }

  #nullable(): string[] {
    return this.#table.key.flatMap(({ name, isNullable }) => (isNullable ? [name] : []));
  }

  #hasKey(): string {
    return this.#nullable()
      .map((name) => `${identifier(this.#database.dialect, name)} is not null`)
      .join(' and ');
  }

  #where(bounds: readonly Bound[], also: string, text: StatementText): string {
    const names = this.#table.key.map(({ name }) => name);
    const between = bounds.map((bound) => keyIs(this.#database.dialect, names, bound, text));
    const conditions = also === '' ? between : [...between, also];
    return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  }

  /** Condition that a column contains a word, case-insensitive. */
  #has(column: string, text: StatementText): string {
    const value = `lower(cast(${column} as ${this.#database.dialect === 'mysql' ? 'char' : 'text'}))`;
    const { words, shortId } = this.#terms;
    return [
      ...(shortId === null ? [] : [`${value} = ${text.value(shortId)}`]),
      ...words.map((word) => {
        const pattern = `%${word.replaceAll(/[!%_]/g, (sign) => `!${sign}`)}%`;
        return `${value} like ${text.value(pattern)} escape '!'`;
      }),
    ].join(' or ');
  }
}
