/** What a column is compared with: conditions that the database evaluates, and the value for the exact comparison. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier } from '../../../platform/database/schema/identifiers.ts';
import type { Dialect } from '../../../platform/database/port.ts';
import type { StoredColumn } from '../../../platform/database/schema/stored-tables.ts';
import type { StatementText } from '../../data-map/index.ts';
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
  { name: given, holds }: SearchedColumn,
  { terms, shortId }: SearchTerms,
  text: StatementText,
): string | null {
  const { search, supportsLikeBeyondZero } = dialectNamed(dialect);
  const name = identifier(dialect, given);
  const lower = search.lowered(name, holds);
  const hasBytes = (bytes: Uint8Array) => search.containsBytes(name, text.value(bytes));
  const passes = ({ parts, isStripped }: Sieve) => {
    const written = holds === 'bytes' ? parts.map(search.inBytes) : parts;
    if (written.some((part) => part === null)) return all(parts.map((part) => hasBytes(Buffer.from(part))));
    const value = isStripped ? stripped(lower, text) : lower;
    if (!supportsLikeBeyondZero) return all(parts.map((part) => `instr(${value}, ${text.value(part)}) > 0`));
    const pattern = written.map((part) => part!.replaceAll(/[!%_]/g, (sign) => `!${sign}`)).join('%');
    return `${value} like ${text.value(`%${pattern}%`)} escape '!'`;
  };
  const ways = [
    ...(shortId === null ? [] : [`${lower} = ${text.value(shortId)}`]),
    ...terms.flatMap(({ sieves }) => sieves.map(passes)),
    ...terms.flatMap(({ binary }) => (binary === null || holds === 'text' ? [] : [hasBytes(binary)])),
  ];
  return ways.length === 0 ? null : search.ofText(name, `(${ways.join(' or ')})`);
}

/** The beginning of the value, or a later part of it. */
export function valueOf(dialect: Dialect, { name, holds }: SearchedColumn, from = 1): string {
  const part = (value: string) => `substr(${value}, ${from}, ${LONGEST_VALUE})`;
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
