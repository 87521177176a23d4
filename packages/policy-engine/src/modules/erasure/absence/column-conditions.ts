/** What a column is compared with: conditions that the database evaluates, and the value for the exact comparison. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier } from '../../../platform/database/schema/identifiers.ts';
import type { Dialect } from '../../../platform/database/port.ts';
import type { StoredColumn } from '../../../platform/database/schema/stored-tables.ts';
import type { StatementText } from '../../data-map/index.ts';
import type { SearchTerms } from './search-terms.ts';
import { cellSieves, type Sieve } from './sieves.ts';

/** A column of a table that is searched. */
export type SearchedColumn = Pick<StoredColumn, 'name' | 'holds'>;

/** Characters, or bytes, of a value that are read at once. */
export const LONGEST_VALUE = 200_000;
/** Spaces and signs in phone numbers; the others are parameters. */
const SIGNS = [' ', '-', '.', '/', '(', ')', '+', '%20'];
const MORE_SIGNS = ['\\', '\u00a0', '\u2013'];

/** Comparisons for forms in which no letter of a word is written as it is. */
const HIDDEN = 5;

/** Number of comparisons with a column. */
export function comparisonsOf({ terms, shortId }: SearchTerms): number {
  const parts = terms.flatMap(({ sieves, binary }) => [
    ...sieves.map((one) => one.parts.length),
    binary === null ? 0 : 1,
  ]);
  return parts.reduce((sum, count) => sum + count, shortId === null ? HIDDEN : HIDDEN + 1);
}

/** Condition that a column may contain a term; null if it never does. */
export function mayContain(
  dialect: Dialect,
  { name: given, holds }: SearchedColumn,
  { terms, shortId }: SearchTerms,
  text: StatementText,
): string | null {
  const { search } = dialectNamed(dialect);
  const name = identifier(dialect, given);
  const lower = search.lowered(name, holds);
  const hasBytes = (bytes: Uint8Array) => search.containsBytes(name, text.value(bytes));
  const passes = ({ parts, isStripped }: Sieve) => {
    const written = holds === 'bytes' ? parts.map(search.inBytes) : parts;
    if (written.some((part) => part === null)) return all(parts.map((part) => hasBytes(Buffer.from(part))));
    const value = isStripped ? stripped(lower, text) : lower;
    return hasParts(dialect, value, written as readonly string[], text);
  };
  const ways = [
    ...(shortId === null ? [] : [`${lower} = ${text.value(shortId)}`]),
    ...terms.flatMap(({ sieves }) => sieves.map(passes)),
    ...terms.flatMap(({ binary }) => (binary === null || holds === 'text' ? [] : [hasBytes(binary)])),
    ...(terms.length === 0 || holds === 'bytes' ? [] : [search.mayHide(name, (value) => text.value(value))]),
  ];
  return ways.length === 0 ? null : search.ofText(name, `(${ways.join(' or ')})`);
}

/** Condition that columns of a row, taken together, may contain a name in two of them; null if they never do. */
export function mayBeSplit(
  dialect: Dialect,
  columns: readonly SearchedColumn[],
  { names }: SearchTerms,
  text: StatementText,
): string | null {
  const { search } = dialectNamed(dialect);
  const anywhere = (word: string): string => {
    const conditions = columns.flatMap(({ name, holds }) =>
      cellSieves(word).map(({ parts }) => {
        const column = identifier(dialect, name);
        return search.ofText(column, hasParts(dialect, search.lowered(column, holds), parts, text));
      }),
    );
    return `(${conditions.join(' or ')})`;
  };
  if (columns.length < 2 || names.length === 0) return null;
  return names.map(([first, rest]) => all([anywhere(first), anywhere(rest)])).join(' or ');
}

function hasParts(dialect: Dialect, value: string, parts: readonly string[], text: StatementText): string {
  if (!dialectNamed(dialect).supportsLikeBeyondZero) {
    return all(parts.map((part) => `instr(${value}, ${text.value(part)}) > 0`));
  }
  const pattern = parts.map((part) => part.replaceAll(/[!%_]/g, (sign) => `!${sign}`)).join('%');
  return `${value} like ${text.value(`%${pattern}%`)} escape '!'`;
}

/** How files begin whose text is compressed or encoded: gzip, zip, zstd, xz, bzip2, 7-Zip, PDF, PNG, JPEG, GIF, RIFF, OLE. */
const FILES = [
  '1f8b',
  '504b0304',
  '28b52ffd',
  'fd377a58',
  '425a68',
  '377abcaf',
  '25504446',
  '89504e47',
  'ffd8ff',
  '47494638',
  '52494646',
  'd0cf11e0',
].map((hex) => Buffer.from(hex, 'hex'));

/** Condition that a value of bytes begins like such a file. */
export function beginsLikeFile(dialect: Dialect, given: string, text: StatementText): string {
  const name = identifier(dialect, given);
  const begins = FILES.map((begin) => `substr(${name}, 1, ${begin.length}) = ${text.value(begin)}`).join(' or ');
  return dialectNamed(dialect).supportsTypes ? begins : `typeof(${name}) = 'blob' and (${begins})`;
}

/** The beginning of the value, or a later part of it. */
export function valueOf(
  dialect: Dialect,
  { name, holds }: SearchedColumn,
  from = 1,
  length: number = LONGEST_VALUE,
): string {
  const part = (value: string) => `substr(${value}, ${from}, ${length})`;
  return dialectNamed(dialect).search.part(identifier(dialect, name), holds, part);
}

function stripped(value: string, text: StatementText): string {
  const signs = [...SIGNS.map((sign) => `'${sign}'`), ...MORE_SIGNS];
  return signs.reduce((inner, sign) => {
    return sign.startsWith("'") ? `replace(${inner}, ${sign}, '')` : `replace(${inner}, ${text.value(sign)}, '')`;
  }, value);
}

function all(conditions: readonly string[]): string {
  return `(${conditions.join(' and ')})`;
}
