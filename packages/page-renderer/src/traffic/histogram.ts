/** Distributions of durations in a fixed number of classes: each is wider than the one before by the square root of two. */

/** Upper limit of the first class, in milliseconds. */
const FIRST = 0.5;
const PER_DOUBLING = 2;
/** The last class has everything above 9 minutes. */
const CLASSES = 42;

/** Number of durations in each class. */
export type Histogram = Uint32Array;

/** A histogram without durations. */
export function emptyHistogram(): Histogram {
  return new Uint32Array(CLASSES);
}

/** @param ms milliseconds */
export function addDuration(histogram: Histogram, ms: number): void {
  const index = ms <= FIRST ? 0 : Math.ceil(Math.log2(ms / FIRST) * PER_DOUBLING);
  const last = CLASSES - 1;
  const place = Math.min(last, Number.isNaN(index) ? 0 : index);
  histogram[place] = (histogram[place] ?? 0) + 1;
}

/** Adds the durations of another histogram. */
export function addHistogram(to: Histogram, from: Histogram): void {
  for (let index = 0; index < CLASSES; index += 1) to[index] = (to[index] ?? 0) + (from[index] ?? 0);
}

/**
 * The duration in milliseconds that a share of all durations does not exceed, up to the width of a class; undefined without
 * durations.
 *
 * @param share from 0 to 1, such as 0.95
 */
export function quantile(histogram: Histogram, share: number): number | undefined {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const wanted = share * total;
  let before = 0;
  for (const [index, count] of histogram.entries()) {
    if (count > 0 && before + count >= wanted) {
      const [low, high] = [index === 0 ? 0 : limitOf(index - 1), limitOf(index)];
      return low + ((high - low) * Math.max(0, wanted - before)) / count;
    }
    before += count;
  }
  return limitOf(CLASSES - 1);
}

function limitOf(index: number): number {
  return FIRST * 2 ** (index / PER_DOUBLING);
}
