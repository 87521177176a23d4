/** Searches every table of the host for what marks are of. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { LONG_SEARCH, Pace, Stopwatch } from '../absence/pace.ts';
import { readFailureOf } from '../absence/read-errors.ts';
import type { SearchedTable } from '../absence/table-search.ts';
import { type SearchedDatabase, tablesToSearch } from '../absence/tables-to-search.ts';
import type { AbsenceProof, NotSearchedTable, RemainingTrace, SampledTable } from '../plan/receipt.ts';
import type { Matcher } from './matcher.ts';
import { type FoundRow, scanTable, type ScanTools } from './scan.ts';

/** What a repeated search found, and what it did not search. */
export type SearchedAgain = Pick<
  AbsenceProof,
  'tables' | 'columns' | 'sampled' | 'found' | 'notSearched' | 'elsewhere'
>;

/** Searches. @param onRow called for each row that identifies the person @throws if the connection is lost */
export async function searchAgain(
  options: SearchedDatabase,
  matcher: Matcher,
  signal: AbortSignal,
  onRow: (table: SearchedTable, row: FoundRow) => void = () => {},
): Promise<SearchedAgain> {
  const { database } = options;
  const { searched, notSearched: excluded, elsewhere } = await tablesToSearch(options);
  const { runsInProcess, search } = dialectNamed(database.dialect);
  const query = await search.bounded(database);
  const total = new Stopwatch();
  const found: RemainingTrace[] = [];
  const sampled: SampledTable[] = [];
  const notSearched: NotSearchedTable[] = [...excluded];
  let [tables, columns] = [0, 0];
  const hosts = searched.filter(({ host }) => host !== null);
  for (const table of hosts.toSorted((one, other) => (one.about ?? 0) - (other.about ?? 0))) {
    const pace = new Pace(LONG_SEARCH, total, runsInProcess ? 'inProcess' : 'onServer');
    const counts = new Map<string, number>();
    const note = (row: FoundRow) => {
      for (const column of row.columns) counts.set(column, (counts.get(column) ?? 0) + 1);
      onRow(table, row);
    };
    const missed = await scanOne({ database, query, matcher, pace, signal }, table, note, sampled);
    notSearched.push(...missed);
    if (!missed.some((one) => one.columns === null)) [tables, columns] = [tables + 1, columns + table.columns.length];
    const { name, isKept, isDeclared } = table;
    for (const [column, rows] of counts) found.push({ table: name, column, rows, isKept, isDeclared });
  }
  return { tables, columns, sampled, found, notSearched, elsewhere };
}

/** @returns what was not searched @throws if nothing else can be read either */
async function scanOne(
  tools: ScanTools,
  table: SearchedTable,
  note: (row: FoundRow) => void,
  sampled: SampledTable[],
): Promise<NotSearchedTable[]> {
  const { name } = table;
  try {
    const { long, sample } = await scanTable(tools, table, note);
    if (sample !== null) sampled.push({ table: name, ...sample });
    return long.length === 0 ? [] : [{ table: name, columns: long, reason: 'size', note: null }];
  } catch (error) {
    tools.signal.throwIfAborted();
    const failure = readFailureOf(error);
    if (failure === null) throw error;
    const { reason, code } = failure;
    return reason === 'gone' ? [] : [{ table: name, columns: null, reason, note: code }];
  }
}
