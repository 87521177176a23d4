/** The hash functions of the ledger, and the one way its records become bytes. */
import { createHmac } from 'node:crypto';

/** A flat record of text, whole numbers and null. */
export type Plain = Readonly<Record<string, string | number | null>>;

/**
 * JSON of one form: members sorted by name, no white space (RFC 8785; its rules for fractions and nested values are never
 * needed here). The same record gives the same bytes in any language.
 */
export function canonical(record: Plain): string {
  const names = Object.keys(record);
  if (names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)) return JSON.stringify(record);
  const sorted: Record<string, string | number | null> = {};
  for (const name of sortedNames(names)) sorted[name] = record[name] ?? null;
  return JSON.stringify(sorted);
}

/** Records of one kind come one after the other: names that are those of the last one are sorted already. */
let last: { readonly names: readonly string[]; readonly sorted: readonly string[] } = { names: [], sorted: [] };

function sortedNames(names: readonly string[]): readonly string[] {
  const isLast = names.length === last.names.length && names.every((name, index) => name === last.names[index]);
  if (!isLast) last = { names, sorted: names.toSorted() };
  return last.sorted;
}

/**
 * A commitment: binds to the record, and says nothing about it to who has not the salt. Without the salt even a guess can't
 * be tried, so erasing it leaves a number that is about nobody (GDPR recital 26).
 *
 * @param salt - 256 random bits, hexadecimal
 */
export function commitment(salt: string, record: Plain): string {
  return createHmac('sha256', salt, { encoding: 'hex' }).update(canonical(record)).digest('hex');
}
