/**
 * Options that say of themselves whether they change the result of a render. The cache key is computed from these
 * declarations, so that an option can't be added without deciding whether it is part of the key.
 */

/** What every option declares. */
export interface Declared {
  /** Whether another value can make another result: if so, the value is part of the cache key. */
  readonly changesResult: boolean;
}

/** A declaration for each option of `Options`; the compiler refuses one that is missing. */
export type Declarations<Options> = { readonly [Name in keyof Options]-?: Declared };

/**
 * The values that change the result, as text: equal for equal values, however they are ordered, and different for
 * different ones. An option that is undefined counts as left out.
 */
export function variantOf<Options extends object>(declarations: Declarations<Options>, options: Options): string {
  const names = (Object.keys(declarations) as Array<keyof Options>).filter((name) => declarations[name].changesResult);
  return JSON.stringify(sorted(Object.fromEntries(names.map((name) => [name, options[name]]))));
}

/** With the keys of all objects in one order, so that equal values have equal JSON. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
