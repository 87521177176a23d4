/** What an erasure will do, and what it did. */
import type { ErasureActionName } from '../../../kernel/erasure-step.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';

/** What the database itself does with other rows when rows are deleted. */
export interface DatabaseChange {
  /** `comments.parent_id`: the column that refers to the deleted rows. */
  readonly column: string;
  /** `refused`: it refuses to delete the rows. `reached`: the rows are those of the rule itself, and other people's by this column. */
  readonly change: 'deleted' | 'changed' | 'refused' | 'reached';
  readonly rows: number;
  /** Those that are about other people, or that a rule keeps. */
  readonly others: number;
}

/** What happens to the rows of a rule, or to the engine's own data. */
export interface PlannedErasure {
  /** Name of the rule; `engine:…` for data that the engine itself stores. */
  readonly rule: string;
  /** Label that people see. */
  readonly label: string;
  readonly action: ErasureActionName;
  /** Number of rows; null if the host's function does not report it. */
  readonly rows: number | null;
  /** Why the data is kept, or what is left of it. */
  readonly reason: string | null;
  /** When the last of the kept data is erased automatically; null if nothing is kept, or if it is kept permanently. */
  readonly until: TimeText | null;
  /** What the database does besides; missing if nothing. */
  readonly database?: readonly DatabaseChange[];
  /** How rows that refer to each other are deleted, in a sentence; missing if no rows need it. */
  readonly how?: string;
  /** Why the erasure cannot begin, in sentences for a developer; missing if it can. */
  readonly stops?: readonly string[];
}

/** Where data of the person was found after all steps. */
export interface RemainingTrace {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
  /** Whether a rule keeps the rows of this table, so that this is expected. */
  readonly isKept: boolean;
  /** Whether a data rule names the table; otherwise nothing in it is ever erased. */
  readonly isDeclared: boolean;
}

/**
 * Why a table or columns of it were not searched. `excluded`: the host said so, with a reason. `permission`: the connection may not
 * read it. `filtered`: it was searched, but a policy of the database may hide rows from the connection. `time`: reading took too long, or
 * the table was locked. `size`: values are too long to be compared completely, or too many rows may match. `index`: a full-text index whose
 * text cannot be read back. `encoded`: compressed files, pictures and the like, or large objects of PostgreSQL. `failed`: the database
 * reported another error.
 */
export const notSearchedReasons = [
  'excluded',
  'permission',
  'filtered',
  'time',
  'size',
  'index',
  'encoded',
  'failed',
] as const;

/** A table of which something was not searched. */
export interface NotSearchedTable {
  readonly table: string;
  /** Null: the whole table. */
  readonly columns: readonly string[] | null;
  readonly reason: (typeof notSearchedReasons)[number];
  /** The reason of the host (`excluded`), or the code of the error (`failed`). */
  readonly note: string | null;
}

/** A table that is declared huge: only its first and last rows were searched. */
export interface SampledTable {
  readonly table: string;
  /** Rows that were searched. */
  readonly rows: number;
  /** Approximate number of rows; null if the database has no estimate. */
  readonly of: number | null;
}

/**
 * Files whose content was not searched. `no_text`: not plain text in UTF-8, such as images and archives. `no_words`: only an ID of
 * the person is known, which is too short to be searched for within texts. `failed`: reading failed.
 */
export interface NotSearched {
  readonly reason: 'no_text' | 'encrypted' | 'failed' | 'no_words';
  readonly files: number;
}

/** Stored files: searched and not searched. */
export interface FilesSearched {
  /** Name of the place. */
  readonly place: string;
  /** Number of files. */
  readonly total: number;
  /** Number of files whose content was searched. */
  readonly searched: number;
  /** Number of files in which, or in whose names, data of the person was found. */
  readonly found: number;
  /** The first of them; names that identify the person are left out. */
  readonly names: readonly string[];
  readonly notSearched: readonly NotSearched[];
}

/** The search for the person's identifiers after all steps. */
export interface AbsenceProof {
  readonly tables: number;
  readonly columns: number;
  readonly sampled: readonly SampledTable[];
  readonly found: readonly RemainingTrace[];
  readonly notSearched: readonly NotSearchedTable[];
  /** Schemas that the connection may not use, and other databases of the server: not searched, since they may be of others. */
  readonly elsewhere: readonly string[];
  readonly files: readonly FilesSearched[];
  /** Whether the ID was searched for only as a whole value: one so short occurs in any text. */
  readonly isIdShort: boolean;
  /** Number of words of the host that were not searched for: too short, or too common. */
  readonly leftOut: number;
}

/**
 * Why a repeated search could not erase a trace. `other_person`: the row belongs to another account, perhaps of the same person, who signed
 * up again. `kept`: a rule keeps the rows of the table. `no_key`: nothing identifies the row. `type`: the column can hold nothing in its
 * place, or is part of a key. `long`: the value is too long. `failed`: the database refused the change.
 */
export const leftReasons = ['other_person', 'kept', 'no_key', 'type', 'long', 'failed'] as const;
/** One of {@link leftReasons}. */
export type LeftReason = (typeof leftReasons)[number];

/** What a repeated search could not erase: an administrator must. */
export interface LeftTrace {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
  readonly reason: LeftReason;
  /** The error of `failed`, if it is known. */
  readonly note?: string;
}

/** A search that was repeated after the erasure, in all tables of the host. */
export interface RepeatedSearch extends Pick<
  AbsenceProof,
  'tables' | 'columns' | 'sampled' | 'found' | 'notSearched' | 'elsewhere'
> {
  readonly at: TimeText;
  /** Number of rows that were erased before it, because an administrator asked for it; null for a search as planned. */
  readonly erased: number | null;
  /** What could not be erased then. */
  readonly left: readonly LeftTrace[];
}

/** The searches after an erasure: something may write the person's data again, such as a late job or an import. */
export interface RepeatedSearches {
  /** When they are due. */
  readonly plannedAt: readonly TimeText[];
  /**
   * Until when keyed hashes of what identifies the person are stored to recognise it. They are personal data. The key is destroyed with
   * the last search, or with the end of the request if a search has reopened it; null once it is.
   */
  readonly marksUntil: TimeText | null;
  readonly searches: readonly RepeatedSearch[];
  /** What an administrator has looked at and left, with the reason. */
  readonly settled: readonly (Pick<RemainingTrace, 'table' | 'column' | 'rows'> & { readonly reason: string })[];
}

/** What a repeated search found that the receipt does not name yet, and nobody has settled. */
export function newTraces(
  { absence, repeated }: Pick<ErasureReceipt, 'absence' | 'repeated'>,
  found: readonly RemainingTrace[],
): readonly RemainingTrace[] {
  const known = [...(absence?.found ?? []), ...(repeated?.settled ?? [])];
  return found.filter(({ table, column, rows }) =>
    known.every((one) => one.table !== table || one.column !== column || one.rows < rows),
  );
}

/** Whether a part of the search is missing for a reason that the host did not state. */
export function isPartlySearched({ absence }: Pick<ErasureReceipt, 'absence'>): boolean {
  return absence === null || locationsUnsearched(absence) > 0;
}

/** Tables and places of files that were not searched completely, except those that the host excludes. */
export function locationsUnsearched({ sampled, notSearched, files }: AbsenceProof): number {
  const tables = notSearched.filter(({ reason }) => reason !== 'excluded').map(({ table }) => table);
  const places = files.filter((place) => place.notSearched.some(({ reason }) => reason === 'failed'));
  return new Set([...tables, ...sampled.map(({ table }) => table)]).size + places.length;
}

/** Columns and places of files with remaining data that no rule keeps. */
export function locationsLeft({ found, files }: AbsenceProof): number {
  return found.filter(({ isKept }) => !isKept).length + files.filter((place) => place.found > 0).length;
}

/** A webhook that the erasure is reported to. */
export interface ToldWebhook {
  /** Id of the delivery. */
  readonly delivery: string;
  /** Name of the webhook. */
  readonly webhook: string;
}

/** What a person and the administrators are told about an erasure (Art. 12(3), 5(2)). It contains no names. */
export interface ErasureReceipt {
  readonly requestId: string;
  readonly begunAt: TimeText;
  readonly completedAt: TimeText;
  /** What was done, with the number of rows. */
  readonly entries: readonly PlannedErasure[];
  /** Until when backups may still contain the data; null if the host has not declared how long it keeps them. */
  readonly backupsUntil: TimeText | null;
  /** Null for an erasure without a search. */
  readonly absence: AbsenceProof | null;
  /** The searches that are repeated; absent in older receipts, and if none is. */
  readonly repeated?: RepeatedSearches;
  /** Webhooks that the erasure is reported to (Art. 19); whether it arrived is a fact about the delivery. */
  readonly told: readonly ToldWebhook[];
}

/** Kinds of data that are left: kept, pseudonymised, or reported as kept by the host's function. */
export function leftOf({ entries }: Pick<ErasureReceipt, 'entries'>): readonly PlannedErasure[] {
  return entries.filter(({ action, rows, reason }) => {
    return action === 'run' ? reason !== null : (action === 'keep' || action === 'pseudonymise') && rows !== 0;
  });
}

/**
 * `all`: the search found nothing. `kept`: what is left has a legal ground. `part`: other data is left, too. `unsearched`: as `all` or
 * `kept`, but not everything could be searched.
 */
export const erasureOutcomes = ['all', 'kept', 'part', 'unsearched'] as const;
/** One of {@link erasureOutcomes}. */
export type ErasureOutcome = (typeof erasureOutcomes)[number];

/** How much an erasure erased, by its receipt. */
export function outcomeOf({ entries, absence }: Pick<ErasureReceipt, 'entries' | 'absence'>): ErasureOutcome {
  const left = leftOf({ entries });
  if (left.some(({ action }) => action !== 'keep') || hasRemains({ absence })) return 'part';
  if (isPartlySearched({ absence })) return 'unsearched';
  return left.length > 0 ? 'kept' : 'all';
}

/** Whether the search found data of the person where no rule keeps it. */
export function hasRemains({ absence }: Pick<ErasureReceipt, 'absence'>): boolean {
  return absence !== null && locationsLeft(absence) > 0;
}

/** The headline of a completed erasure: it says whether something is left. */
export function completedKey(
  receipt: Pick<ErasureReceipt, 'entries' | 'absence'>,
): 'erasure.mine.completed' | `erasure.mine.completed.${Exclude<ErasureOutcome, 'all'>}` {
  const outcome = outcomeOf(receipt);
  return outcome === 'all' ? 'erasure.mine.completed' : `erasure.mine.completed.${outcome}`;
}
