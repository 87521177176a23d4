/**
 * Reads a table of the host, row by row, and compares each value with marks. The database cannot help: it knows neither the words nor their
 * hashes. Bounded like a search: keyset batches, a time limit, the ends of a table that is declared huge.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { BoundedQuery } from '../../../platform/database/dialect.ts';
import type { Database, Row } from '../../../platform/database/port.ts';
import { identifier } from '../../../platform/database/schema/identifiers.ts';
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { keyIs, keyText, StatementText } from '../../data-map/index.ts';
import { type SearchedColumn, valueOf } from '../absence/column-conditions.ts';
import type { Pace } from '../absence/pace.ts';
import type { SearchedTable } from '../absence/table-search.ts';
import type { Matcher } from './matcher.ts';

/** What a scan works with. */
export interface ScanTools {
  readonly database: Database;
  readonly query: BoundedQuery;
  readonly matcher: Matcher;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** A row that identifies the person. */
export interface FoundRow {
  /** Its key as text; empty in a table without one. */
  readonly key: readonly unknown[];
  /** Columns that identify the person. */
  readonly columns: readonly string[];
  /** `own`: a column of a rule holds their ID. `other`: it holds somebody else's. `nobody`: neither. */
  readonly owner: 'own' | 'other' | 'nobody';
  /** The ID as it is stored, of an own row. */
  readonly userId: string | null;
}

/** The result for a table. */
export interface Scanned {
  /** Values that were not read to their end, by column: only in tables without a key. */
  readonly long: readonly string[];
  /** Rows that were read, if not all were; null if all were. */
  readonly sample: { readonly rows: number; readonly of: number | null } | null;
}

/** Characters of a value that are read with its row, and later ones at once. */
const AT_FIRST = 10_000;
const LATER = 200_000;
/** What is read twice, so that nothing is cut apart. */
const OVERLAP = 2000;
/** Characters of a batch. */
const MOST_CHARACTERS = 8_000_000;
const MOST_ROWS = 2000;
/** Rows from each end of a huge table. */
const SAMPLE = 25_000;
const MOST_WITHOUT_KEY = 5000;

/** Scans a table. @throws errors of the database, `OutOfTime`, and if the signal is aborted */
export async function scanTable(
  tools: ScanTools,
  table: SearchedTable,
  found: (row: FoundRow) => Promise<void> | void,
): Promise<Scanned> {
  const scan = new TableScan(tools, table, found);
  await scan.run();
  const isWhole = !scan.isCut;
  const { long, rows } = scan;
  return {
    long: [...long],
    sample: isWhole ? null : { rows, of: table.about === null ? null : Math.max(table.about, rows) },
  };
}

class TableScan {
  readonly long = new Set<string>();
  rows = 0;
  /** Whether rows were left out. */
  isCut = false;
  readonly #tools: ScanTools;
  readonly #table: SearchedTable;
  readonly #found: (row: FoundRow) => Promise<void> | void;
  readonly #selected: string;
  /** Estimated from the rows so far. */
  #characters: number;

  constructor(tools: ScanTools, table: SearchedTable, found: (row: FoundRow) => Promise<void> | void) {
    this.#tools = tools;
    this.#table = table;
    this.#found = found;
    const { dialect } = tools.database;
    const { textType } = dialectNamed(dialect);
    this.#characters = table.columns.length * 200;
    this.#selected = [
      ...table.key.map((column, at) => `${keyText(dialect, column)} as k${at}`),
      ...table.columns.map((column, at) => `${valueOf(dialect, column, 1, AT_FIRST)} as c${at}`),
      ...(table.host?.owners ?? []).map(
        ({ column }, at) => `cast(${identifier(dialect, column)} as ${textType}) as o${at}`,
      ),
    ].join(', ');
  }

  async run(): Promise<void> {
    const { key, isHuge } = this.#table;
    if (key.length === 0) return this.#atOnce();
    const last = await this.#walk('>', isHuge ? SAMPLE : Infinity, null);
    if (last === null) return;
    this.isCut = (await this.#walk('<', SAMPLE, last)) !== null;
  }

  async #atOnce(): Promise<void> {
    const rows = await this.#read(
      `select ${this.#selected} from ${this.#table.from} limit ${MOST_WITHOUT_KEY + 1}`,
      [],
    );
    for (const row of rows.slice(0, MOST_WITHOUT_KEY)) await this.#row(row);
    this.isCut = rows.length > MOST_WITHOUT_KEY;
  }

  /** @param stop rows up to this one were read before @returns the last row; null if none is left */
  async #walk(sign: '>' | '<', most: number, stop: readonly unknown[] | null): Promise<readonly unknown[] | null> {
    const { database, pace, signal } = this.#tools;
    const { from, key } = this.#table;
    const names = key.map(({ name }) => name);
    const order = names.map((name) => `${identifier(database.dialect, name)} ${sign === '>' ? 'asc' : 'desc'}`);
    let last: readonly unknown[] | null = null;
    for (let left = most; left > 0;) {
      signal.throwIfAborted();
      const size = Math.max(1, Math.min(pace.rows, left, MOST_ROWS, Math.floor(MOST_CHARACTERS / this.#characters)));
      const text = new StatementText(database.dialect);
      const bounds = [
        ...(stop === null ? [] : [keyIs(database.dialect, names, { sign: '>', than: stop }, text)]),
        ...(last === null ? [] : [keyIs(database.dialect, names, { sign, than: last }, text)]),
      ];
      const where = bounds.length === 0 ? '' : ` where ${bounds.join(' and ')}`;
      pace.begin();
      const statement = `select ${this.#selected} from ${from}${where} order by ${order.join(', ')} limit ${size}`;
      const rows = await this.#read(statement, text.parameters);
      for (const row of rows) await this.#row(row);
      pace.learn();
      this.rows += rows.length;
      const end = rows.at(-1);
      if (end === undefined || rows.length < size) return null;
      last = this.#keyOf(end);
      left -= rows.length;
      await yieldToOthers();
    }
    return last;
  }

  async #read(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const rows = await this.#tools.query(sql, parameters, this.#tools.pace.left);
    const lengths = rows.map((row) => this.#table.columns.reduce((sum, _, at) => sum + lengthOf(row[`c${at}`]), 1));
    if (rows.length > 0) this.#characters = Math.max(...lengths, 200);
    return rows;
  }

  async #row(row: Row): Promise<void> {
    const { matcher } = this.#tools;
    const columns = new Set<string>();
    const values = new Map<string, unknown>();
    for (const [at, column] of this.#table.columns.entries()) {
      const value = row[`c${at}`];
      values.set(column.name, value);
      if (matcher.has(value) || (lengthOf(value) >= AT_FIRST && (await this.#isInRest(row, column)))) {
        columns.add(column.name);
      }
    }
    for (const name of matcher.split(values)) columns.add(name);
    const owners = this.#table.host?.owners ?? [];
    const ids = owners.map((_, at) => row[`o${at}`]);
    const mine = owners.filter((_, at) => matcher.isId(ids[at]));
    for (const { column, isDeleted } of mine) if (isDeleted) columns.add(column);
    if (columns.size === 0) return;
    const isOfOthers = mine.length === 0 && ids.some((id) => id !== null && id !== undefined);
    await this.#found({
      key: this.#keyOf(row),
      columns: [...columns],
      owner: mine.length > 0 ? 'own' : isOfOthers ? 'other' : 'nobody',
      userId: mine.length > 0 ? String(ids.find((id) => matcher.isId(id))) : null,
    });
  }

  /** The rest of a long value. */
  async #isInRest(row: Row, column: SearchedColumn): Promise<boolean> {
    const { database, matcher, pace, query } = this.#tools;
    const { from, key } = this.#table;
    if (key.length === 0) {
      this.long.add(column.name);
      return false;
    }
    for (let begin = AT_FIRST - OVERLAP; ; begin += LATER - OVERLAP) {
      const text = new StatementText(database.dialect);
      const own = this.#keyOf(row).map(
        (value, at) => `${identifier(database.dialect, key[at]!.name)} = ${text.value(value)}`,
      );
      const part = valueOf(database.dialect, column, begin + 1, LATER);
      const statement = `select ${part} as part from ${from} where ${own.join(' and ')}`;
      const [found] = await query(statement, text.parameters, pace.left);
      const value: unknown = found?.['part'];
      if (matcher.has(value)) return true;
      if (lengthOf(value) < LATER) return false;
    }
  }

  #keyOf(row: Row): readonly unknown[] {
    return this.#table.key.map((_, at) => row[`k${at}`]);
  }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
}
