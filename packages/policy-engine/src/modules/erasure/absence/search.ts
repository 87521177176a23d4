/**
 * Searches for what leads to a person, after all steps: in every text column of the tables that rules name and of the engine's
 * own (EDPB, report on the right to erasure, 2026: controllers could seldom show that anything was gone).
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { identifier, tableIdentifier } from '../../../platform/database/identifiers.ts';
import type { Naming } from '../../../platform/database/names.ts';
import { quotedTable } from '../../../platform/database/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { countOf } from '../../../platform/database/values.ts';
import { hasTable } from '../../data-map/rule.ts';
import { StatementText } from '../../data-map/statement-text.ts';
import { type Key, keyOf } from '../host/key.ts';
import type { ErasedRule, Layout } from '../layout.ts';
import type { AbsenceProof, RemainingTrace } from '../receipt.ts';
import type { Begun } from '../run/beginning.ts';

/** What is searched. */
export interface AbsenceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly rules: () => readonly ErasedRule[];
}

/** A table to be searched. */
interface Searched {
  /** As people read it. */
  readonly name: string;
  /** Quoted. */
  readonly sql: string;
  /** Name of the column that tells its rows apart; null where it takes several. */
  readonly key: string | null;
  readonly columns: readonly string[];
  readonly isKept: boolean;
}

/** Rows that one statement looks at. */
const BATCH = 1000;
/** Batches of a table; what is larger is searched as far as this. */
const MOST_BATCHES = 2000;
/** A shorter id is too common to be searched for within texts: `7` is in every one. */
const SHORTEST_WITHIN = 6;
const SHORTEST_WORD = 3;

/** Tables of the engine that name people for a reason, or hold nothing that people wrote. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['erasure_requests', 'secrets', 'migrations']);
/** What an administrator did is kept, with who did it. */
const KEPT: ReadonlySet<string> = new Set(['admin_actions']);
const TEXT_KINDS: ReadonlySet<string> = new Set(['id', 'userId', 'name', 'text']);
const LIVE_TEXTS: ReadonlySet<string> = new Set(['text', 'json', 'uuid']);

/** Searches, in batches. @throws where a table can't be read */
export async function searchTraces(
  { database, naming, rules }: AbsenceOptions,
  { userId, identifiers: { address, words }, layout }: Begun,
  signal: AbortSignal,
): Promise<AbsenceProof> {
  const wanted = [userId, ...(address === null ? [] : [address]), ...words].filter(
    (word, index, all) => word.trim().length >= (index === 0 ? 1 : SHORTEST_WORD) && all.indexOf(word) === index,
  );
  const tables = [...hostTables(layout, rules()), ...ownTables(database, naming)];
  const found: RemainingTrace[] = [];
  const sampled: string[] = [];
  for (const table of tables) {
    const search = new TableSearch(database, table, wanted);
    const { counts, isWhole } = await search.run(signal);
    if (!isWhole) sampled.push(table.name);
    for (const [index, column] of table.columns.entries()) {
      const rows = counts[index] ?? 0;
      if (rows > 0) found.push({ table: table.name, column, rows, isKept: table.isKept });
    }
  }
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  return { tables: tables.length, columns, sampled, found };
}

/** Each table once, however many rules are about it. */
function hostTables({ schema }: Layout, rules: readonly ErasedRule[]): Searched[] {
  const tables = new Map<string, Searched>();
  for (const rule of rules) {
    const live = hasTable(rule) ? schema.find(rule.table) : undefined;
    if (live === undefined) continue;
    const name = schema.shownName(live);
    const columns = [...live.columns.values()].filter(({ kind }) => LIVE_TEXTS.has(kind)).map((column) => column.name);
    const [key = null, ...more] = live.primaryKey;
    const isKept = rule.erasure.action === 'keep' || tables.get(name)?.isKept === true;
    if (columns.length === 0) continue;
    const sql = tableIdentifier(schema.dialect, live);
    tables.set(name, { name, sql, key: more.length === 0 ? key : null, columns, isKept });
  }
  return [...tables.values()];
}

function ownTables({ dialect }: Database, naming: Naming): Searched[] {
  return naming.tables.tables.flatMap(({ table, columns, primaryKey }) => {
    if (NOT_SEARCHED.has(table)) return [];
    const texts = Object.keys(columns).filter((column) => TEXT_KINDS.has(columns[column]!.kind));
    if (texts.length === 0) return [];
    const name = naming.tablePrefix + table;
    return [
      { name, sql: quotedTable(dialect, naming, table), key: primaryKey, columns: texts, isKept: KEPT.has(table) },
    ];
  });
}

/** One table. */
class TableSearch {
  readonly #database: Database;
  readonly #table: Searched;
  readonly #wanted: readonly string[];

  constructor(database: Database, table: Searched, wanted: readonly string[]) {
    this.#database = database;
    this.#table = table;
    this.#wanted = wanted;
  }

  /** How many rows of each column have one of the words. A row may count in several columns. */
  async run(signal: AbortSignal): Promise<{ readonly counts: readonly number[]; readonly isWhole: boolean }> {
    const counts = this.#table.columns.map(() => 0);
    let after: Key | null = null;
    for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
      signal.throwIfAborted();
      const end: Key | null = await this.#endAfter(after);
      for (const [index, count] of (await this.#count(after, end)).entries()) counts[index]! += count;
      if (end === null) return { counts, isWhole: true };
      after = end;
      await yieldToOthers();
    }
    return { counts, isWhole: false };
  }

  /** Key of the last row of a batch; null for the last batch. */
  async #endAfter(after: Key | null): Promise<Key | null> {
    const { sql, key } = this.#table;
    if (key === null) return null;
    const name = identifier(this.#database.dialect, key);
    const text = new StatementText(this.#database.dialect);
    const where = after === null ? '' : `where ${name} > ${text.value(after)}`;
    const statement = `select ${name} as row_key from ${sql} ${where} order by ${name} limit 1 offset ${BATCH - 1}`;
    const { rows } = await this.#database.execute(statement, text.parameters);
    return rows[0] === undefined ? null : keyOf(rows[0]['row_key']);
  }

  async #count(after: Key | null, end: Key | null): Promise<number[]> {
    const { sql, key, columns } = this.#table;
    const { dialect } = this.#database;
    const text = new StatementText(this.#database.dialect);
    const sums = columns.map(
      (column, index) =>
        `sum(case when ${this.#has(identifier(dialect, column), text)} then 1 else 0 end) as c${index}`,
    );
    const name = key === null ? '' : identifier(dialect, key);
    const bounds = [
      ...(after === null ? [] : [`${name} > ${text.value(after)}`]),
      ...(end === null ? [] : [`${name} <= ${text.value(end)}`]),
    ];
    const where = bounds.length === 0 ? '' : `where ${bounds.join(' and ')}`;
    const { rows } = await this.#database.execute(`select ${sums.join(', ')} from ${sql} ${where}`, text.parameters);
    return columns.map((_, index) => countOf(rows[0]?.[`c${index}`] ?? 0));
  }

  /** That a column has one of the words, in capitals or not. */
  #has(column: string, text: StatementText): string {
    const value = `lower(cast(${column} as ${this.#database.dialect === 'mysql' ? 'char' : 'text'}))`;
    return this.#wanted
      .map((word, index) => {
        const lower = word.toLowerCase();
        if (index === 0 && word.length < SHORTEST_WITHIN) return `${value} = ${text.value(lower)}`;
        return `${value} like ${text.value(`%${lower.replaceAll(/[!%_]/g, (sign) => `!${sign}`)}%`)} escape '!'`;
      })
      .join(' or ');
  }
}
