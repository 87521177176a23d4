/** Names with `*` for any number of characters, as in `_ga_*`. */

/** Whether a name is a pattern. */
export function isPattern(name: string): boolean {
  return name.includes('*');
}

/** The present names that match a declared name: the name itself, or all that match the pattern. */
export function namesMeant(declared: string, present: readonly string[]): string[] {
  if (!isPattern(declared)) return [declared];
  const fits = patternOf(declared);
  return present.filter((name) => fits.test(name));
}

/** Matches the names that a declared name means. */
export function patternOf(declared: string): RegExp {
  const parts = declared.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}

/** Whether a name exists that both declared names mean. */
export function haveCommonName(one: string, other: string): boolean {
  const known = new Map<number, boolean>();
  const common = (i: number, j: number): boolean => {
    const key = i * (other.length + 1) + j;
    const answer = known.get(key) ?? decide(i, j);
    known.set(key, answer);
    return answer;
  };
  const decide = (i: number, j: number): boolean => {
    if (i === one.length && j === other.length) return true;
    if (one[i] === '*') return common(i + 1, j) || (j < other.length && common(i, j + 1));
    if (other[j] === '*') return common(i, j + 1) || (i < one.length && common(i + 1, j));
    return i < one.length && one[i] === other[j] && common(i + 1, j + 1);
  };
  return common(0, 0);
}
