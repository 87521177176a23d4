import { monotonic } from '../clock.ts';
import { inTime } from '../in-time.ts';
import type { Browser } from './browser.ts';

/** Milliseconds from one question to the next. */
const STEP = 1_000;
/** Milliseconds that a browser may take to answer. */
const PATIENCE = 2_000;
/** Questions in a row without an answer, after which a browser is given up. */
const MISSES = 3;

/** What can be asked whether it is there. */
export type Asked = Pick<Browser, 'ping'>;

/** A call that only the browser itself answers. @throws where it is gone, or does not answer in time */
export async function roundTrip(browser: Asked): Promise<void> {
  await inTime(browser.ping(), PATIENCE);
}

/**
 * Asks a browser again and again whether it is there. Where this process itself had no time to listen, a miss says nothing.
 *
 * @param onHung called once, when it does not answer any more
 * @returns ends the asking
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
    // It may have been closed while it was asked.
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
