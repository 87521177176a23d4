/** What is counted of one site, or of one class of bots. */
export interface Tally {
  requests: number;
  /** Served without waiting for a render. */
  cached: number;
  errors: number;
}

interface Entry extends Tally {
  /** At least the number of its requests; decides who is replaced. */
  weight: number;
}

/** Counts of the most frequent names. Plain data, which other processes can be sent. */
export type HeavyHitters = Map<string, Entry>;

/** Number of names that are counted at the same time. */
export const COUNTED = 32;

/**
 * Adds to the counts of a name. Of any number of names, `most` are kept: a new one takes the place and the weight of the lightest
 * (Space-Saving: Metwally, Agrawal, El Abbadi 2005), so that a name with more than 1/`most` of all requests is always there. Its
 * counts are those since it was last added, so they are never too high.
 */
export function addTally(
  hitters: HeavyHitters,
  name: string,
  tally: Tally,
  weight: number,
  most: number = COUNTED,
): void {
  const known = hitters.get(name);
  if (known) {
    known.weight += weight;
    sumInto(known, tally);
    return;
  }
  let base = 0;
  if (hitters.size >= most) {
    const lightest = lightestOf(hitters);
    base = hitters.get(lightest)?.weight ?? 0;
    hitters.delete(lightest);
  }
  hitters.set(name, { ...tally, weight: base + weight });
}

/** Adds the counts of others. */
export function addHitters(to: HeavyHitters, from: HeavyHitters, most: number = COUNTED): void {
  for (const [name, { weight, ...tally }] of from) addTally(to, name, tally, weight, most);
}

/** Adds one tally to another. */
export function sumInto(to: Tally, { requests, cached, errors }: Tally): void {
  to.requests += requests;
  to.cached += cached;
  to.errors += errors;
}

function lightestOf(hitters: HeavyHitters): string {
  let [lightest, least] = ['', Infinity];
  for (const [name, { weight }] of hitters) if (weight < least) [lightest, least] = [name, weight];
  return lightest;
}
