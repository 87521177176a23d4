/** What a column is compared with: conditions that the database evaluates, and the value for the exact comparison. */
import { identifier } from '../../../platform/database/identifiers.ts';
import type { Dialect } from '../../../platform/database/port.ts';
import type { StoredColumn } from '../../../platform/database/stored-tables.ts';
import type { AsksForValues } from '../../data-map/index.ts';
import type { SearchTerms } from './search-terms.ts';
import type { Sieve } from './sieves.ts';

/** A column of a table that is searched. */
export type SearchedColumn = Pick<StoredColumn, 'name' | 'holds'>;

/** Characters, or bytes, of a value that are read at once. */
export const LONGEST_VALUE = 200_000;
/** Spaces and signs in phone numbers; the others are parameters. */
const SIGNS = [' ', '-', '.', '/', '(', ')', '+', '%20'];
const MORE_SIGNS = ['\\', '\u00a0', '\u2013'];

/** Number of comparisons with a column. */
export function comparisonsOf({ terms, shortId }: SearchTerms): number {
  const parts = terms.flatMap(({ sieves, binary }) => [
    ...sieves.map((one) => one.parts.length),
    binary === null ? 0 : 1,
  ]);
  return parts.reduce((sum, count) => sum + count, shortId === null ? 0 : 1);
}

/** Condition that a column may contain a term; null if it never does. */
export function mayContain(
  dialect: Dialect,
  column: SearchedColumn,
  { terms, shortId }: SearchTerms,
  text: AsksForValues,
): string | null {
  const name = identifier(dialect, column.name);
  const lower = lowered(dialect, name, column.holds);
  const ways = [
    ...(shortId === null ? [] : [`${lower} = ${text.value(shortId)}`]),
    ...terms.flatMap(({ sieves }) => sieves.map((sieve) => passes(dialect, { name, lower, column }, sieve, text))),
    ...terms.flatMap(({ binary }) => (binary === null ? [] : (bytesIn(dialect, name, column, binary, text) ?? []))),
  ];
  if (ways.length === 0) return null;
  const either = `(${ways.join(' or ')})`;
  return dialect === 'sqlite' ? `(typeof(${name}) in ('text', 'blob') and ${either})` : either;
}

/** The beginning of the value, or a later part of it. */
export function valueOf(dialect: Dialect, { name: given, holds }: SearchedColumn, from = 1): string {
  const name = identifier(dialect, given);
  const part = (value: string) => `substr(${value}, ${from}, ${LONGEST_VALUE})`;
  switch (dialect) {
    case 'postgres':
      return part(holds === 'bytes' ? name : `${name}::text`);
    case 'mysql':
      return part(holds === 'bytes' ? name : `convert(${name} using utf8mb4)`);
    case 'sqlite':
      // `substr` ends a text at the first zero.
      return `case when typeof(${name}) = 'text' and instr(${name}, char(0)) = 0 then ${part(name)} else ${part(`cast(${name} as blob)`)} end`;
  }
}

/** In lower case as far as it is ASCII, regardless of the collation of the column. */
function lowered(dialect: Dialect, name: string, holds: SearchedColumn['holds']): string {
  switch (dialect) {
    case 'postgres':
      return `lower(${holds === 'bytes' ? `encode(${name}, 'escape')` : `${name}::text`} collate "C")`;
    case 'mysql':
      return `lower(convert(${name} using ${holds === 'bytes' ? 'latin1' : 'utf8mb4'}))`;
    case 'sqlite':
      return `lower(cast(${name} as text))`;
  }
}

interface Compared {
  readonly name: string;
  readonly lower: string;
  readonly column: SearchedColumn;
}

function passes(dialect: Dialect, { name, lower, column }: Compared, sieve: Sieve, text: AsksForValues): string {
  const { parts, isStripped } = sieve;
  const isAscii = parts.every((part) => /^[\0-\x7f]*$/.test(part));
  if (dialect === 'mysql' && column.holds === 'bytes' && !isAscii) {
    return all(parts.map((part) => `instr(${name}, ${text.value(Buffer.from(part))}) > 0`));
  }
  const value = isStripped ? stripped(lower, text) : lower;
  // `like` ends a text at the first zero, and `instr` does not.
  if (dialect === 'sqlite') return all(parts.map((part) => `instr(${value}, ${text.value(part)}) > 0`));
  const written = dialect === 'postgres' && column.holds === 'bytes' ? parts.map(inOctal) : parts;
  const pattern = written.map((part) => part.replaceAll(/[!%_]/g, (sign) => `!${sign}`)).join('%');
  return `${value} like ${text.value(`%${pattern}%`)} escape '!'`;
}

function bytesIn(
  dialect: Dialect,
  name: string,
  { holds }: SearchedColumn,
  bytes: Uint8Array,
  text: AsksForValues,
): string | null {
  if (holds === 'text') return null;
  if (dialect === 'postgres') return `position(${text.value(bytes)} in ${name}) > 0`;
  return `instr(${dialect === 'sqlite' ? `cast(${name} as blob)` : name}, ${text.value(bytes)}) > 0`;
}

function stripped(value: string, text: AsksForValues): string {
  const signs = [...SIGNS.map((sign) => `'${sign}'`), ...MORE_SIGNS];
  return signs.reduce((inner, sign) => {
    return sign.startsWith("'") ? `replace(${inner}, ${sign}, '')` : `replace(${inner}, ${text.value(sign)}, '')`;
  }, value);
}

/** As PostgreSQL writes bytes that are not ASCII. */
function inOctal(part: string): string {
  return [...Buffer.from(part)]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`))
    .join('');
}

function all(conditions: readonly string[]): string {
  return `(${conditions.join(' and ')})`;
}
