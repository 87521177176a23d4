/** Formats numbers for people. */

const NUMBER = new Intl.NumberFormat('en');
const ONE_DIGIT = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `2,310`, or with a noun `2,310 characters`. */
export function count(value: number, noun?: string): string {
  const number = NUMBER.format(value);
  return noun === undefined ? number : `${number} ${noun}${value === 1 ? '' : 's'}`;
}

/** `640 B`, `12.3 kB`, `1.2 MB`. */
export function bytes(value: number): string {
  if (value < 1_000) return `${value} B`;
  if (value < 1_000_000) return `${ONE_DIGIT.format(value / 1_000)} kB`;
  return `${ONE_DIGIT.format(value / 1_000_000)} MB`;
}

/** `640 ms`, `2.4 s`. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ONE_DIGIT.format(ms / 1_000)} s`;
}
