import type { Browser } from 'puppeteer-core';
import { monotonic } from '../clock.ts';
import { inTime } from '../in-time.ts';

/** Milliseconds from one question to the next. */
const STEP = 1_000;
/** Milliseconds that a browser may take to answer. */
const PATIENCE = 2_000;
/** Questions in a row without an answer, after which a browser is given up. */
const MISSES = 3;

/** A call that puppeteer can't answer from what it remembers. @throws where the browser is gone, or does not answer in time */
export async function roundTrip(browser: Promise<Browser>): Promise<void> {
  // The cookies of the context that no page is opened in: none.
  await inTime(
    browser.then((one) => one.cookies()),
    PATIENCE,
  );
}

/**
 * Asks a browser again and again whether it is there. Where this process itself had no time to listen, a miss says nothing.
 *
 * @param onHung called once, when it does not answer any more
 * @returns ends the asking
 */
export function watch(browser: Browser, onHung: () => void): () => void {
  let misses = 0;
  let isOver = false;
  const ask = async () => {
    const asked = monotonic();
    const isAnswered = await roundTrip(Promise.resolve(browser)).then(
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
