/**
 * Searches one table, in batches in the order of a key: all of it, or the first and the last rows of one that is declared huge. The
 * database finds rows that may contain what identifies the person; those are read and compared exactly.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { identifier } from '../../../platform/database/schema/identifiers.ts';
import type { Database, Dialect, Row } from '../../../platform/database/port.ts';
import type { StoredKey } from '../../../platform/database/schema/stored-tables.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import { keyIs, keyText, StatementText } from '../../data-map/index.ts';
import type { BoundedQuery } from '../../../platform/database/dialect.ts';
import { LONGEST_CELL } from '../again/matcher.ts';
import { judge, OVERLAP } from './candidates.ts';
import {
  beginsLikeFile,
  comparisonsOf,
  LONGEST_VALUE,
  mayBeSplit,
  mayContain,
  type SearchedColumn,
  valueOf,
} from './column-conditions.ts';
import type { Pace } from './pace.ts';
import type { SearchTerms } from './search-terms.ts';

/** A table to search. */
export interface SearchedTable {
  /** Its name for people. */
  readonly name: string;
  /** Quoted, for statements. */
  readonly from: string;
  /** Columns of a unique key; empty if rows can only be read at once. */
  readonly key: readonly StoredKey[];
  readonly columns: readonly SearchedColumn[];
  readonly isKept: boolean;
  /** Whether a data rule names it. */
  readonly isDeclared: boolean;
  /** Whether it has too many rows to search. */
  readonly isHuge: boolean;
  /** Estimated number of rows; null if there is no estimate. */
  readonly about: number | null;
  /** Null for a table of the engine. */
  readonly host: HostTable | null;
}

/** What data rules say about a table of the host. */
export interface HostTable {
  /** Undefined for the schema of the connection. */
  readonly schema: string | undefined;
  readonly table: string;
  /** Columns with the ID of the person whose row it is. */
  readonly owners: readonly OwnerColumn[];
}

/** A column by which a rule finds the rows of a person. */
export interface OwnerColumn {
  readonly rule: string;
  readonly column: string;
  /** Whether the rule deletes the rows: none may be left. */
  readonly isDeleted: boolean;
}

/** The result for a table. */
export interface TableSearched {
  /** Number of matching rows by column. A row may count in several columns. */
  readonly counts: readonly number[];
  /** Number of values that were too long to be compared completely, by column. */
  readonly long: readonly number[];
  /** Whether some value is a compressed file, a picture or the like, by column. */
  readonly encoded: readonly boolean[];
  /** Rows that were searched, of about how many; null if all were searched. */
  readonly sample: { readonly rows: number; readonly of: number | null } | null;
}

/** What a search works with. */
export interface SearchTools {
  readonly database: Database;
  readonly query: BoundedQuery;
  readonly terms: SearchTerms;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** Rows from each end of a huge table. */
const SAMPLE = 25_000;
/** Rows that are read at once to be compared. */
const PAGE = 200;
/** Rows that are compared in a table without a key. */
const MOST_WITHOUT_KEY = 5000;
/** Keeps the conditions of a statement within the limits of every database. */
const MOST_COMPARISONS = 400;

/** Columns that one statement compares, with their position in the table. */
type ColumnGroup = ReadonlyArray<readonly [index: number, column: SearchedColumn]>;
type RowKey = readonly unknown[];
type Bound = { readonly sign: '>' | '<' | '>=' | '<=' | '='; readonly than: RowKey };

/** Searches a table. @throws errors of the database, {@link OutOfTime}, and if the signal is aborted */
export async function searchTable(tools: SearchTools, table: SearchedTable): Promise<TableSearched> {
  const search = new TableSearch(tools, table);
  const isWhole = table.key.length === 0 ? await search.atOnce() : await search.inOrder();
  const { counts, long, encoded, rows } = search;
  if (isWhole) return { counts, long, encoded, sample: null };
  return { counts, long, encoded, sample: { rows, of: table.about === null ? null : Math.max(table.about, rows) } };
}

interface Walk {
  readonly way: 'forwards' | 'backwards';
  /** Rows at most. */
  readonly most: number;
  /** Rows before this one were already searched. */
  readonly stop: RowKey | null;
}

class TableSearch {
  readonly counts: number[];
  readonly long: number[];
  readonly encoded: boolean[];
  /** Rows that were searched, of a table that is not searched completely. */
  rows = 0;
  readonly #tools: SearchTools;
  readonly #dialect: Dialect;
  readonly #table: SearchedTable;
  readonly #groups: readonly ColumnGroup[];

  constructor(tools: SearchTools, table: SearchedTable) {
    this.#tools = tools;
    this.#dialect = tools.database.dialect;
    this.#table = table;
    this.counts = table.columns.map(() => 0);
    this.long = table.columns.map(() => 0);
    this.encoded = table.columns.map(() => false);
    const size = Math.max(1, Math.floor(MOST_COMPARISONS / Math.max(1, comparisonsOf(tools.terms))));
    const columns = [...table.columns.entries()];
    this.#groups = Array.from({ length: Math.ceil(columns.length / size) }, (_, at) =>
      columns.slice(at * size, (at + 1) * size),
    );
  }

  /** @returns whether all rows were searched */
  async inOrder(): Promise<boolean> {
    if (!this.#table.isHuge) {
      await this.#walk({ way: 'forwards', most: Infinity, stop: null });
      return true;
    }
    const middle = await this.#walk({ way: 'forwards', most: SAMPLE, stop: null });
    return middle === null || (await this.#walk({ way: 'backwards', most: SAMPLE, stop: middle })) === null;
  }

  /** Rows that have no order. @returns whether all were searched */
  async atOnce(): Promise<boolean> {
    const { from, isHuge } = this.#table;
    const isWhole = !isHuge || (await this.#countUpTo(2 * SAMPLE)) < 2 * SAMPLE;
    const rows = isWhole ? from : `(select * from ${from} limit ${2 * SAMPLE}) rows_seen`;
    for (const group of this.#groups) {
      const found = await this.#candidates({ from: rows, bounds: [], group, limit: MOST_WITHOUT_KEY });
      for (const row of found) await this.#judge(row, group);
      // More rows than can be compared: the last one counts as one that was not.
      if (found.length === MOST_WITHOUT_KEY) this.long[group[0]?.[0] ?? 0]! += 1;
    }
    await this.#lookAcross(rows, []);
    await this.#lookForFiles(rows, []);
    return isWhole;
  }

  async #countUpTo(most: number): Promise<number> {
    const found = await this.#query(
      `select count(*) as seen from (select 1 from ${this.#table.from} limit ${most}) r`,
      [],
    );
    this.rows = countOf(found[0]?.['seen'] ?? 0);
    return this.rows;
  }

  /** @returns the last row that was searched; null if none is left */
  async #walk({ way, most, stop }: Walk): Promise<RowKey | null> {
    const { pace, signal } = this.#tools;
    const first: Bound[] = stop === null ? [] : [{ sign: '>', than: stop }];
    const [on, upTo] = way === 'forwards' ? (['>', '<='] as const) : (['<', '>='] as const);
    let last: RowKey | null = null;
    for (let left = most; left > 0;) {
      signal.throwIfAborted();
      pace.begin();
      const size = Math.min(pace.rows, left);
      const bounds: Bound[] = last === null ? first : [...first, { sign: on, than: last }];
      const end = await this.#endOf(bounds, way, size);
      const batch: Bound[] = end === null ? bounds : [...bounds, { sign: upTo, than: end }];
      for (const group of this.#groups) await this.#look(batch, group);
      await this.#lookAcross(this.#table.from, batch);
      await this.#lookForFiles(this.#table.from, batch);
      pace.learn();
      if (this.#table.isHuge) this.rows += end === null ? await this.#count(batch) : size;
      if (end === null) return null;
      last = end;
      left -= size;
      await yieldToOthers();
    }
    return last;
  }

  /** Key of the last row of a batch; null for the last batch. */
  async #endOf(bounds: readonly Bound[], way: Walk['way'], size: number): Promise<RowKey | null> {
    const text = new StatementText(this.#dialect);
    const order = this.#order(way);
    const statement = `select ${this.#keys()} from ${this.#table.from}${this.#where(bounds, [], text)} order by ${order} limit 1 offset ${size - 1}`;
    const [row] = await this.#query(statement, text.parameters);
    return row === undefined ? null : this.#keyOf(row);
  }

  async #count(bounds: readonly Bound[]): Promise<number> {
    const text = new StatementText(this.#dialect);
    const statement = `select count(*) as seen from ${this.#table.from}${this.#where(bounds, [], text)}`;
    const [row] = await this.#query(statement, text.parameters);
    return countOf(row?.['seen'] ?? 0);
  }

  /** Compares the rows of a batch. */
  async #look(bounds: readonly Bound[], group: ColumnGroup): Promise<void> {
    const { from } = this.#table;
    let on: Bound[] = [...bounds];
    for (;;) {
      const found = await this.#candidates({ from, bounds: on, group, limit: PAGE });
      for (const row of found) await this.#judge(row, group);
      const last = found.at(-1);
      if (last === undefined || found.length < PAGE) return;
      on = [...bounds, { sign: '>', than: this.#keyOf(last) }];
      this.#tools.signal.throwIfAborted();
      await yieldToOthers();
    }
  }

  /** Rows that may contain a term; the columns that may not are null. */
  async #candidates(wanted: {
    readonly from: string;
    readonly bounds: readonly Bound[];
    readonly group: ColumnGroup;
    readonly limit: number;
  }): Promise<Row[]> {
    const { from, bounds, group, limit } = wanted;
    const text = new StatementText(this.#dialect);
    const hit = (column: SearchedColumn) => mayContain(this.#dialect, column, this.#tools.terms, text);
    const values = group.flatMap(([index, column]) => {
      const condition = hit(column);
      return condition === null
        ? []
        : [`case when ${condition} then ${valueOf(this.#dialect, column)} end as c${index}`];
    });
    if (values.length === 0) return [];
    const hasKey = this.#table.key.length > 0;
    const where = this.#where(
      bounds,
      () => [`(${group.flatMap(([, column]) => hit(column) ?? []).join(' or ')})`],
      text,
    );
    const read = [...(hasKey ? [this.#keys()] : []), ...values].join(', ');
    const order = hasKey ? ` order by ${this.#order('forwards')}` : '';
    return this.#query(`select ${read} from ${from}${where}${order} limit ${limit}`, text.parameters);
  }

  /** Notes the columns in which some value begins like a file whose text is encoded. */
  async #lookForFiles(from: string, bounds: readonly Bound[]): Promise<void> {
    if (this.#table.host === null) return;
    const open = [...this.#table.columns.entries()].filter(
      ([index, { holds }]) => holds !== 'text' && !this.encoded[index],
    );
    if (open.length === 0) return;
    const text = new StatementText(this.#dialect);
    const values = open.map(
      ([index, { name }]) =>
        `max(case when ${beginsLikeFile(this.#dialect, name, text)} then 1 else 0 end) as f${index}`,
    );
    const statement = `select ${values.join(', ')} from ${from}${this.#where(bounds, [], text)}`;
    const [row] = await this.#query(statement, text.parameters);
    for (const [index] of open) if (Number(row?.[`f${index}`] ?? 0) > 0) this.encoded[index] = true;
  }

  /** Rows with a name in two of their columns. */
  async #lookAcross(from: string, bounds: readonly Bound[]): Promise<void> {
    const columns = this.#table.columns.filter(({ holds }) => holds !== 'bytes');
    let on: readonly Bound[] = bounds;
    for (;;) {
      const text = new StatementText(this.#dialect);
      const values = columns.map((column, at) => `${valueOf(this.#dialect, column, 1, LONGEST_CELL + 1)} as c${at}`);
      const across = () => [`(${mayBeSplit(this.#dialect, columns, this.#tools.terms, text) ?? ''})`];
      if (columns.length < 2 || this.#tools.terms.names.length === 0) return;
      const hasKey = this.#table.key.length > 0;
      const read = [...(hasKey ? [this.#keys()] : []), ...values].join(', ');
      const order = hasKey ? ` order by ${this.#order('forwards')} limit ${PAGE}` : ` limit ${MOST_WITHOUT_KEY}`;
      const statement = `select ${read} from ${from}${this.#where(on, across, text)}${order}`;
      const rows = await this.#query(statement, text.parameters);
      for (const row of rows) this.#judgeAcross(row, columns);
      const last = rows.at(-1);
      if (!hasKey || last === undefined || rows.length < PAGE) return;
      on = [...bounds, { sign: '>', than: this.#keyOf(last) }];
      this.#tools.signal.throwIfAborted();
    }
  }

  #judgeAcross(row: Row, columns: readonly SearchedColumn[]): void {
    const values = new Map(columns.map(({ name }, at) => [name, row[`c${at}`]]));
    for (const name of this.#tools.terms.matcher.split(values)) {
      this.counts[this.#table.columns.findIndex((column) => column.name === name)]! += 1;
    }
  }

  async #judge(row: Row, group: ColumnGroup): Promise<void> {
    for (const [index, column] of group) {
      let judged = judge(row[`c${index}`], this.#tools.terms);
      for (let part = 1; judged === 'long' && this.#table.key.length > 0; part += 1) {
        judged = judge(await this.#part(row, column, 1 + part * (LONGEST_VALUE - OVERLAP)), this.#tools.terms);
      }
      if (judged === 'found') this.counts[index]! += 1;
      else if (judged === 'long') this.long[index]! += 1;
    }
  }

  /** A later part of a long value. */
  async #part(row: Row, column: SearchedColumn, from: number): Promise<unknown> {
    const text = new StatementText(this.#dialect);
    const where = this.#where([{ sign: '=', than: this.#keyOf(row) }], [], text);
    const statement = `select ${valueOf(this.#dialect, column, from)} as part from ${this.#table.from}${where}`;
    const [found] = await this.#query(statement, text.parameters);
    return found?.['part'];
  }

  #query(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    return this.#tools.query(sql, parameters, this.#tools.pace.left);
  }

  #keys(): string {
    return this.#table.key.map((column, index) => `${keyText(this.#dialect, column)} as k${index}`).join(', ');
  }

  #keyOf(row: Row): RowKey {
    return this.#table.key.map((_, index) => row[`k${index}`]);
  }

  #order(way: Walk['way']): string {
    return this.#table.key
      .map(({ name }) => `${identifier(this.#dialect, name)} ${way === 'forwards' ? 'asc' : 'desc'}`)
      .join(', ');
  }

  /** @param also further conditions; a function is called after the bounds have taken their parameters */
  #where(bounds: readonly Bound[], also: readonly string[] | (() => readonly string[]), text: StatementText): string {
    const names = this.#table.key.map(({ name }) => name);
    const between = bounds.map(({ sign, than }) =>
      sign === '='
        ? names.map((name, at) => `${identifier(this.#dialect, name)} = ${text.value(than[at])}`).join(' and ')
        : keyIs(this.#dialect, names, { sign, than }, text),
    );
    const conditions = [...between, ...(typeof also === 'function' ? also() : also)];
    return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  }
}
