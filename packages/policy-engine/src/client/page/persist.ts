/** Number of times that the wait doubles, from one second on. */
const LONGEST = 9;

/**
 * Retries until it succeeds, and never fails: after one second, then two, four and so on.
 *
 * @param attempt receives its number, from 0
 * @param onFail hears of each failure
 */
export async function persist<Result>(
  attempt: (number: number) => Promise<Result>,
  onFail?: () => void,
): Promise<Result> {
  for (let number = 0; ; number += 1) {
    try {
      return await attempt(number);
    } catch {
      onFail?.();
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** Math.min(number, LONGEST)));
    }
  }
}
