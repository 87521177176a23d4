import { monotonic } from '../kernel/clock.ts';
import { inTime } from '../kernel/in-time.ts';
import type { Browser } from './slots/browser.ts';

/** Milliseconds between two checks. */
const STEP = 1_000;
/** Time limit for a response of the browser, in milliseconds. */
const PATIENCE = 2_000;
/** Number of checks in a row without a response after which a browser counts as hung. */
const MISSES = 3;

/** What can be checked. */
export type Asked = Pick<Browser, 'ping'>;

/** A call that only the browser itself answers. @throws if it has ended, or does not respond in time */
export async function roundTrip(browser: Asked): Promise<void> {
  await inTime(browser.ping(), PATIENCE);
}

/**
 * Checks repeatedly whether a browser responds. If this process itself had no time to listen, a miss does not count.
 *
 * @param onHung called once, when it no longer responds
 * @returns a function that ends the checks
 */
export function watch(browser: Asked, onHung: () => void): () => void {
  let misses = 0;
  let isOver = false;
  const ask = async () => {
    const asked = monotonic();
    const isAnswered = await roundTrip(browser).then(
      () => true,
      () => false,
    );
    // It may have been closed during the check.
    if (isOver) return;
    const wasBusy = monotonic() - asked > PATIENCE * 1.5;
    if (isAnswered) misses = 0;
    else if (!wasBusy) misses += 1;
    if (misses >= MISSES) onHung();
    else next();
  };
  const next = () => void setTimeout(() => void (isOver || ask()), STEP).unref();
  next();
  return () => {
    isOver = true;
  };
}
