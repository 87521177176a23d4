const isLong = process.env['TEST_ROUNDS'] === 'long';

/**
 * Whether each variant of a test runs: on every database, in every language, at every width. `npm test` runs some of them,
 * `npm run test:compat -- --all` and `TEST_ALL=1 npm test` run all.
 */
export const testsAll: boolean = isLong || process.env['TEST_ALL'] === '1';

/** The variants of a run: all of them, or in `npm test` the given number of first ones. */
export function variants<Variant>(all: readonly Variant[], few = 1): readonly Variant[] {
  return testsAll ? all : all.slice(0, few);
}

/** The variants of a run at one of many places: all of them, or in `npm test` one, at each place the next one. */
export function inTurn<Variant>(all: readonly Variant[], place: number): readonly Variant[] {
  const at = place % all.length;
  return testsAll ? all : all.slice(at, at + 1);
}

/** Some of many variants that are alike: all of them, or in `npm test` the first, and each one that many places later. */
export function each<Variant>(all: readonly Variant[], places: number): readonly Variant[] {
  return testsAll ? all : all.filter((_, index) => index % places === 0);
}

/**
 * How often a test repeats something slow: a small number in `npm test`, a large one in `npm run benchmark:processes`,
 * which sets `TEST_ROUNDS=long`.
 */
export function rounds(small: number, long: number): number {
  return isLong ? long : small;
}
