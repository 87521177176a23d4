/**
 * Searches for what identifies a person, after all steps: in every column of the database that can hold text, and in stored files
 * (EDPB, report on the right to erasure, 2026: controllers could rarely demonstrate the erasure). What is not searched is named.
 */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import type { AbsenceProof, FilesSearched, NotSearchedTable, RemainingTrace, SampledTable } from '../plan/receipt.ts';
import type { Identifiers } from '../identity/subject.ts';
import { searchFiles } from './files.ts';
import { LONG_SEARCH, Pace, SHORT_SEARCH, type SearchLimits, Stopwatch } from './pace.ts';
import type { FileLocation } from './places.ts';
import { readFailureOf } from './read-errors.ts';
import { type SearchedTable, searchTable, type SearchTools } from './table-search.ts';
import { type SearchTerms, searchTermsOf } from './search-terms.ts';
import { type SearchedDatabase, tablesToSearch } from './tables-to-search.ts';

/** What is searched. */
export interface AbsenceOptions extends SearchedDatabase {
  /** Files of the host and of the engine. */
  readonly files: () => readonly FileLocation[];
}

/** Whom a search is about. */
export interface Sought {
  readonly userId: string;
  readonly identifiers: Identifiers;
}

type TableResult = Pick<
  AbsenceProof,
  'tables' | 'columns' | 'sampled' | 'found' | 'notSearched' | 'elsewhere' | 'isIdShort' | 'leftOut'
>;

/** Searches everything. @throws if the connection is lost, or files cannot be listed */
export async function searchTraces(
  options: AbsenceOptions,
  sought: Sought,
  signal: AbortSignal,
  limits: SearchLimits = LONG_SEARCH,
): Promise<AbsenceProof> {
  const terms = termsOf(sought);
  const tables = await searchTables(options, terms, { signal, limits, isWanted: () => true });
  const places: FilesSearched[] = [];
  for (const place of options.files()) places.push(await searchFiles(place, terms, signal));
  return { ...tables, files: places };
}

/**
 * Searches the tables that no rule names, for a plan: nothing in them is erased. For a few seconds; what takes longer is named.
 *
 * @throws if the connection is lost
 */
export async function searchUndeclared(
  options: AbsenceOptions,
  sought: Sought,
  limits: SearchLimits = SHORT_SEARCH,
): Promise<AbsenceProof> {
  const isWanted = ({ isDeclared, isKept }: SearchedTable) => !isDeclared && !isKept;
  // The limits end it: an abort would leave nothing that names what was not searched.
  const { signal } = new AbortController();
  const tables = await searchTables(options, termsOf(sought), { signal, limits, isWanted });
  return { ...tables, files: [] };
}

function termsOf({ userId, identifiers: { address, words } }: Sought): SearchTerms {
  return searchTermsOf(userId, [...(address === null ? [] : [address]), ...words]);
}

async function searchTables(
  options: AbsenceOptions,
  terms: SearchTerms,
  how: {
    readonly signal: AbortSignal;
    readonly limits: SearchLimits;
    readonly isWanted: (table: SearchedTable) => boolean;
  },
): Promise<TableResult> {
  const { database } = options;
  const { searched, notSearched: excluded, elsewhere } = await tablesToSearch(options);
  const tables = searched.filter(how.isWanted);
  const { runsInProcess, search } = dialectNamed(database.dialect);
  const query = await search.bounded(database);
  const total = new Stopwatch();
  const where = runsInProcess ? 'inProcess' : 'onServer';
  const found: RemainingTrace[] = [];
  const sampled: SampledTable[] = [];
  const notSearched: NotSearchedTable[] = [...excluded];
  if (search.largeObjects !== null && (await database.execute(search.largeObjects)).rows.length > 0)
    notSearched.push({ table: 'pg_largeobject', columns: null, reason: 'encoded', note: null });
  let [done, columns] = [0, 0];
  // A large table must not take the time of all others.
  for (const table of tables.toSorted((a, b) => (a.about ?? 0) - (b.about ?? 0))) {
    const tools = { database, query, terms, signal: how.signal, pace: new Pace(how.limits, total, where) };
    const result = await searchOne(tools, table);
    notSearched.push(...result.notSearched);
    if (result.isSearched) [done, columns] = [done + 1, columns + table.columns.length];
    found.push(...result.found);
    if (result.sample !== null) sampled.push({ table: table.name, ...result.sample });
  }
  const { shortId, leftOut } = terms;
  return { tables: done, columns, sampled, found, notSearched, elsewhere, isIdShort: shortId !== null, leftOut };
}

interface OneResult {
  readonly isSearched: boolean;
  readonly found: readonly RemainingTrace[];
  readonly sample: Omit<SampledTable, 'table'> | null;
  readonly notSearched: readonly NotSearchedTable[];
}

/** @throws if nothing else can be read either */
async function searchOne(tools: SearchTools, table: SearchedTable): Promise<OneResult> {
  const { name, columns, isKept, isDeclared } = table;
  try {
    const { counts, long, encoded, sample } = await searchTable(tools, table);
    const found = columns.flatMap(({ name: column }, index): RemainingTrace[] => {
      const rows = counts[index] ?? 0;
      return rows === 0 ? [] : [{ table: name, column, rows, isKept, isDeclared }];
    });
    const tooLong = columns.filter((_, index) => (long[index] ?? 0) > 0).map(({ name: column }) => column);
    const files = columns.filter((_, index) => encoded[index] === true).map(({ name: column }) => column);
    const notSearched: NotSearchedTable[] = [
      ...(tooLong.length === 0 ? [] : [{ table: name, columns: tooLong, reason: 'size' as const, note: null }]),
      ...(files.length === 0 ? [] : [{ table: name, columns: files, reason: 'encoded' as const, note: null }]),
    ];
    return { isSearched: true, found, sample, notSearched };
  } catch (error) {
    tools.signal.throwIfAborted();
    const failure = readFailureOf(error);
    if (failure === null) throw error;
    const { reason, code } = failure;
    // A table that was dropped meanwhile holds nothing.
    const notSearched: NotSearchedTable[] =
      reason === 'gone' ? [] : [{ table: name, columns: null, reason, note: code }];
    return { isSearched: false, found: [], sample: null, notSearched };
  }
}
