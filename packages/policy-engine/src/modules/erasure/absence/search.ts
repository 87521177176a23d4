/**
 * Searches for what identifies a person, after all steps: in every text column of the tables that rules name and of the engine's
 * own tables, and in stored files (EDPB, report on the right to erasure, 2026: controllers could rarely demonstrate the erasure).
 */
import { tableIdentifier } from '../../../platform/database/identifiers.ts';
import type { Naming } from '../../../platform/database/names.ts';
import { quotedTable } from '../../../platform/database/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { hasTable } from '../../data-map/index.ts';
import type { ErasedRule, Layout } from '../layout.ts';
import type { AbsenceProof, FilesSearched, RemainingTrace, SampledTable } from '../receipt.ts';
import type { Begun } from '../run/beginning.ts';
import { searchFiles } from './files.ts';
import type { FileLocation } from './places.ts';
import { type SearchedTable, searchTable } from './table-search.ts';
import { searchTermsOf } from './search-terms.ts';

/** What is searched. */
export interface AbsenceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly rules: () => readonly ErasedRule[];
  /** Files of the host and of the engine. */
  readonly files: () => readonly FileLocation[];
}

/** Tables of the engine that name people for a reason, or contain no text written by people. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['erasure_requests', 'secrets', 'migrations']);
/** The actions of an administrator are kept, with their author. */
const KEPT: ReadonlySet<string> = new Set(['admin_actions']);
const TEXT_KINDS: ReadonlySet<string> = new Set(['id', 'userId', 'name', 'text']);
const LIVE_TEXTS: ReadonlySet<string> = new Set(['text', 'json', 'uuid']);

/** Searches, in batches. @throws if a table cannot be read, or files cannot be listed */
export async function searchTraces(
  { database, naming, rules, files }: AbsenceOptions,
  { userId, identifiers: { address, words }, layout }: Begun,
  signal: AbortSignal,
): Promise<AbsenceProof> {
  const terms = searchTermsOf(userId, [...(address === null ? [] : [address]), ...words]);
  const tables = [...hostTables(layout, rules()), ...ownTables(database, naming)];
  const found: RemainingTrace[] = [];
  const sampled: SampledTable[] = [];
  for (const table of tables) {
    const { counts, rows: seen, sample } = await searchTable(database, table, terms, signal);
    if (sample !== null) sampled.push({ table: table.name, rows: seen, of: sample.of });
    for (const [index, column] of table.columns.entries()) {
      const rows = counts[index] ?? 0;
      if (rows > 0) found.push({ table: table.name, column, rows, isKept: table.isKept });
    }
  }
  const places: FilesSearched[] = [];
  for (const place of files()) places.push(await searchFiles(place, terms, signal));
  const columns = tables.reduce((sum, table) => sum + table.columns.length, 0);
  const isIdShort = terms.shortId !== null;
  return { tables: tables.length, columns, sampled, found, files: places, isIdShort };
}

/** Each table once, even if several rules are about it. */
function hostTables({ schema }: Layout, rules: readonly ErasedRule[]): SearchedTable[] {
  const tables = new Map<string, SearchedTable>();
  for (const rule of rules) {
    const live = hasTable(rule) ? schema.find(rule.table) : undefined;
    if (live === undefined) continue;
    const name = schema.shownName(live);
    const columns = [...live.columns.values()].filter(({ kind }) => LIVE_TEXTS.has(kind)).map((column) => column.name);
    if (columns.length === 0) continue;
    const before = tables.get(name);
    tables.set(name, {
      name,
      sql: tableIdentifier(schema.dialect, live),
      key: live.primaryKey.flatMap((column) => live.columns.get(column) ?? []),
      columns,
      isKept: rule.erasure.action === 'keep' || before?.isKept === true,
      isHuge: rule.table?.isHuge === true || before?.isHuge === true,
    });
  }
  return [...tables.values()];
}

function ownTables({ dialect }: Database, naming: Naming): SearchedTable[] {
  return naming.tables.tables.flatMap(({ table, columns, primaryKey }) => {
    if (NOT_SEARCHED.has(table)) return [];
    const texts = Object.keys(columns).filter((column) => TEXT_KINDS.has(columns[column]!.kind));
    if (texts.length === 0) return [];
    return [
      {
        name: naming.tablePrefix + table,
        sql: quotedTable(dialect, naming, table),
        key: [{ name: primaryKey, kind: 'text' as const, isNullable: false }],
        columns: texts,
        isKept: KEPT.has(table),
        isHuge: false,
      },
    ];
  });
}
