/**
 * Options that declare whether they change the result of a render. The cache key is computed from these
 * declarations, so that nobody can add an option without deciding whether it is part of the key.
 */

/** The declaration of every option. */
export interface Declared {
  /** Whether another value can change the result: if so, the value is part of the cache key. */
  readonly changesResult: boolean;
}

/** A declaration for each option of `Options`; the compiler reports a missing one. */
export type Declarations<Options> = { readonly [Name in keyof Options]-?: Declared };

/**
 * The values that change the result, as text: equal for equal values in any order, and different for
 * different ones. An undefined option counts as not set.
 */
export function variantOf<Options extends object>(declarations: Declarations<Options>, options: Options): string {
  const names = (Object.keys(declarations) as Array<keyof Options>).filter((name) => declarations[name].changesResult);
  return JSON.stringify(sorted(Object.fromEntries(names.map((name) => [name, options[name]]))));
}

/** Sorts the keys of all objects, so that equal values have equal JSON. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
