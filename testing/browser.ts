import assert from 'node:assert/strict';
import { statfsSync } from 'node:fs';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBrowser } from 'page-renderer';
import type { Browser, Frame, LaunchOptions, Locator, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Realistic host names; all of them resolve to this machine.
  '--host-resolver-rules=MAP *.example 127.0.0.1, MAP shop.example 127.0.0.1',
  // Chromium refuses to start its sandbox as root, and containers of continuous integration run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Whether shared memory has its own file system that is large enough for all pages. Otherwise, as Playwright assumes, every
 * region is a file on a disk, created and removed for each drawn frame.
 */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 1e9;
  } catch {
    return false;
  }
}

async function launchOptions(): Promise<LaunchOptions> {
  const { executablePath, env } = await findBrowser();
  return {
    executablePath,
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...env },
    ...(hasSharedMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
  };
}

/** The browser of this process, shared by its test files: launching one takes a second. */
let launched: Promise<Browser> | undefined;

// A hook at the root of the process, where this file is imported first (see `scripts/lanes.ts`).
after(async () => (await launched)?.close());

/** A browser for the pages of a test file. Closing it closes the pages of this file; the browser itself ends with the process. */
export async function launchBrowser(): Promise<Browser> {
  launched ??= launchOptions().then((options) => chromium.launch(options));
  const browser = await launched;
  const opened: { close(): Promise<void> }[] = [];
  const keep = <Opened extends { close(): Promise<void> }>(one: Opened): Opened => {
    opened.push(one);
    return one;
  };
  const own: Pick<Browser, 'newContext' | 'newPage' | 'close'> = {
    newContext: async (options) => keep(await browser.newContext(options)),
    newPage: async (options) => keep(await browser.newPage(options)),
    close: async () => void (await Promise.all(opened.map((one) => one.close()))),
  };
  return Object.assign(Object.create(browser) as Browser, own);
}

/** Presses a link or a button that leads to another document, and waits for that document. A click alone does not wait for it. */
export async function follow(pressed: Locator): Promise<void> {
  await Promise.all([pressed.page().waitForEvent('load'), pressed.click()]);
}

/** Milliseconds between two questions of {@link until}, after the first ones. */
const LONGEST_PAUSE = 100;

/**
 * Waits until an expression is true in a page. It asks less and less often, since each question keeps three processes busy, and
 * takes the time from what it waits for. `waitForFunction` polls from within the page with `eval`, which the policies of our
 * pages forbid if the first result is false.
 */
export async function until(page: Page | Frame, expression: string): Promise<void> {
  const start = performance.now();
  for (let pause = 10; performance.now() - start < 60_000; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    if (await page.evaluate<unknown>(expression)) return;
    await sleep(pause);
  }
  assert.fail(`never came true: ${expression}`);
}

/** Makes an assertion until it holds, for what a page does after it has shown a result. @throws {Error} of the last try */
export async function eventually(holds: () => Promise<void>): Promise<void> {
  const start = performance.now();
  for (let pause = 10; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await holds();
    } catch (error) {
      if (performance.now() - start > 60_000) throw error;
    }
    await sleep(pause);
  }
}
