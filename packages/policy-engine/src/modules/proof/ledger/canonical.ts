/** The canonical encoding of records. */

/** A flat record of text, whole numbers and null. */
export type Plain = Readonly<Record<string, string | number | null>>;

/**
 * Canonical JSON: members sorted by name, no white space (RFC 8785; its rules for fractions and nested values are never
 * needed here). The same record has the same bytes in any language.
 */
export function canonical(record: Plain): string {
  const names = Object.keys(record);
  if (names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)) return JSON.stringify(record);
  const sorted: Record<string, string | number | null> = {};
  for (const name of sortedNames(names)) sorted[name] = record[name] ?? null;
  return JSON.stringify(sorted);
}

/** Records of one kind come in succession: if the names are those of the previous record, they are already sorted. */
let last: { readonly names: readonly string[]; readonly sorted: readonly string[] } = { names: [], sorted: [] };

function sortedNames(names: readonly string[]): readonly string[] {
  const isLast = names.length === last.names.length && names.every((name, index) => name === last.names[index]);
  if (!isLast) last = { names, sorted: names.toSorted() };
  return last.sorted;
}
