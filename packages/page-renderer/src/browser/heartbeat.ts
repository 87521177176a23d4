import type { Browser } from 'puppeteer-core';
import { monotonic } from '../clock.ts';

/** Milliseconds from one question to the next. */
const STEP = 1_000;
/** Milliseconds that a browser may take to answer. */
const PATIENCE = 2_000;
/** Questions in a row without an answer, after which a browser is given up. */
const MISSES = 3;

/** Whether a browser answers in time, by a call that puppeteer can't answer from what it remembers. */
export async function answers(browser: Browser, within: number = PATIENCE): Promise<boolean> {
  const { promise: timedOut, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), within);
  // The cookies of the context that no page is opened in: none.
  const asked = browser.cookies().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Asks a browser again and again whether it is there. Where this process itself had no time to listen, a miss says nothing.
 *
 * @param onHung called once, when it does not answer any more
 * @returns ends the asking
 */
export function watch(browser: Browser, onHung: () => void): () => void {
  let misses = 0;
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(() => void ask(), STEP).unref();
  };
  const ask = async () => {
    const asked = monotonic();
    const isAnswered = await answers(browser);
    const wasBusy = monotonic() - asked > PATIENCE * 1.5;
    if (isAnswered) misses = 0;
    else if (!wasBusy) misses += 1;
    if (misses >= MISSES) onHung();
    else next();
  };
  next();
  return () => clearTimeout(timer);
}
