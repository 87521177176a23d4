import assert from 'node:assert/strict';
import { statfsSync } from 'node:fs';
import { after } from 'node:test';
import { findBrowser } from 'page-renderer';
import type { Browser, LaunchOptions, Locator, Page } from 'playwright-core';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names as real sites have them; all of them lead to this machine.
  '--host-resolver-rules=MAP *.example 127.0.0.1, MAP shop.example 127.0.0.1',
  // Chromium refuses to start its sandbox as root, which is what containers of continuous integration are.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Whether shared memory has a file system of its own that is large enough for all pages. Without it, which is what
 * Playwright assumes, every region is a file on a disk, made and removed for each frame that is drawn.
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

/** The browser of this process, which its files share: launching one costs a second. */
let launched: Promise<Browser> | undefined;

// In the root of the process, where this file is imported first (see `scripts/lanes.ts`).
after(async () => (await launched)?.close());

/** A browser for the pages of a test file. Closing it closes what this file opened; the process ends the browser itself. */
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

/** Presses a link or a button that leads to another document, and waits for that one. A click alone waits for no navigation. */
export async function follow(pressed: Locator): Promise<void> {
  await Promise.all([pressed.page().waitForEvent('load'), pressed.click()]);
}

/**
 * Waits until an expression is true in a page, asking once for each frame. `waitForFunction` asks from within the page, with an
 * `eval` that the policies of our pages forbid as soon as the first answer is no.
 */
export async function until(page: Page, expression: string): Promise<void> {
  for (const start = performance.now(); performance.now() - start < 60_000;) {
    if (await page.evaluate<unknown>(expression)) return;
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
  }
  assert.fail(`never came true: ${expression}`);
}
