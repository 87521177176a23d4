/** Names with `*` for any number of characters, as in `_ga_*`. */

/** Whether a name is a pattern. */
export function isPattern(name: string): boolean {
  return name.includes('*');
}

/** The present names that match a declared name: the name itself, or all that match the pattern. */
export function namesMeant(declared: string, present: readonly string[]): string[] {
  if (!isPattern(declared)) return [declared];
  const parts = declared.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const fits = new RegExp(`^${parts.join('.*')}$`);
  return present.filter((name) => fits.test(name));
}
