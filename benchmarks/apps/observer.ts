/** What a person sees of a page, watched with a browser of its own and without any code of the renderer. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { visibleWords } from './visible-words.ts';

/** Milliseconds for which the text must not change after the load event. */
const STILL = 5_000;
/** The same while there is none. */
const STILL_EMPTY = 10_000;
/** Milliseconds after which a page that never stands still is read as it is. */
const LONGEST = 30_000;
/** Milliseconds between two looks. */
const PAUSE = 250;
/** The usual way to render a page: wait for this many milliseconds at most until the network is idle. */
const IDLE_LIMIT = 10_000;

interface Size {
  width: number;
  height: number;
}

/** What was seen. */
export interface Seen {
  /** The visible words at the end. */
  words: readonly string[];
  /** Whether the text stood still. */
  isStill: boolean;
}

/** Watches a page until its text has been the same for 5 s, for at most 30 s. */
export async function observe(browser: Browser, url: string, size: Size): Promise<Seen> {
  await using page = await openPage(browser, size);
  const started = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  let words: string[] = [];
  let [last, since] = ['', performance.now()];
  while (performance.now() - started < LONGEST) {
    // A page that navigates has no text at that moment.
    words = await page.evaluate(visibleWords).catch(() => []);
    const isLoaded = await page.evaluate(() => document.readyState === 'complete').catch(() => false);
    const text = words.join(' ');
    if (text !== last || !isLoaded) [last, since] = [text, performance.now()];
    if (performance.now() - since >= (text === '' ? STILL_EMPTY : STILL)) return { words, isStill: true };
    await sleep(PAUSE);
  }
  return { words, isStill: false };
}

/** The HTML of a page after its load event when its network is idle, or after 10 s, as it is rendered usually. */
export async function renderWhenIdle(
  browser: Browser,
  url: string,
  size: Size,
): Promise<{ html: string; milliseconds: number }> {
  await using page = await openPage(browser, size);
  const started = performance.now();
  await page.goto(url, { waitUntil: 'networkidle', timeout: IDLE_LIMIT }).catch(() => {});
  const html = await page.content();
  return { html, milliseconds: performance.now() - started };
}

async function openPage(browser: Browser, size: Size): Promise<Page> {
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  page.once('close', () => void context.close().catch(() => {}));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  return page;
}
