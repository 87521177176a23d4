/** Measures pages: processor time of the renderer's main thread, by Chromium's own counters. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

/** Processor time of the main thread in milliseconds, and parts of it. */
export interface Times {
  readonly total: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
}

export type StorageState = NonNullable<Exclude<BrowserContextOptions['storageState'], string>>;

/** Milliseconds between two looks, and how many of them must find the thread idle. */
const PAUSE = 150;
const IDLE_LOOKS = 3;
/** Milliseconds between two looks in which an idle page may be busy. */
const IDLE = 1;
const LONGEST = 60_000;

const METRICS = {
  script: 'ScriptDuration',
  style: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
  tasks: 'TaskDuration',
  commands: 'DevToolsCommandDuration',
} as const;

async function read(session: CDPSession): Promise<Times> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => 1000 * (metrics.find((one) => one.name === name)?.value ?? Number.NaN);
  return {
    // Without what this program asks.
    total: of(METRICS.tasks) - of(METRICS.commands),
    script: of(METRICS.script),
    style: of(METRICS.style),
    layout: of(METRICS.layout),
  };
}

export const minus = (one: Times, other: Times): Times => ({
  total: one.total - other.total,
  script: one.script - other.script,
  style: one.style - other.style,
  layout: one.layout - other.layout,
});

/** Waits until the main thread has nothing to do. @returns its times */
async function settled(session: CDPSession): Promise<Times> {
  const start = performance.now();
  let last = await read(session);
  for (let idle = 0; idle < IDLE_LOOKS;) {
    await sleep(PAUSE);
    const now = await read(session);
    idle = now.total - last.total < IDLE ? idle + 1 : 0;
    last = now;
    if (performance.now() - start > LONGEST) throw new Error('the page does not come to rest');
  }
  return last;
}

export interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** Times of its start. */
  readonly start: Times;
  /** Runs an expression as a task of the page, until the page is idle again. @returns the times of it */
  during(expression: string): Promise<Times>;
}

/** Opens a page in a fresh browser context whose renderer process has shown an empty page of the same origin before. */
export async function openPage(
  browser: Browser,
  { blank, url, storageState }: { blank: string; url: string; storageState?: StorageState | undefined },
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...(storageState && { storageState }),
  });
  try {
    context.setDefaultTimeout(LONGEST);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // Time of the processor, not of the clock: other programs of the machine do not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(blank);
    const before = await settled(session);
    await page.goto(url);
    let last = await settled(session);
    const start = minus(last, before);
    return {
      page,
      start,
      during: async (expression) => {
        const first = last;
        // In a task of its own: what runs in a command of the protocol is left out of the times.
        await page.evaluate(`void setTimeout(() => { ${expression} })`);
        last = await settled(session);
        return minus(last, first);
      },
      [Symbol.asyncDispose]: () => context.close(),
    };
  } catch (error) {
    await context.close();
    throw error;
  }
}
