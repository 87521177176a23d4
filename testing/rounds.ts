/**
 * How often a test repeats something slow: a small number in `npm test`, a large one in `npm run benchmark:processes`,
 * which sets `TEST_ROUNDS=long`.
 */
export function rounds(small: number, long: number): number {
  return process.env['TEST_ROUNDS'] === 'long' ? long : small;
}
