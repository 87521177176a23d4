import { statfsSync } from 'node:fs';
import { findBrowser } from 'page-renderer';
import type { Browser, BrowserServer, LaunchOptions } from 'playwright-core';
import { chromium } from 'playwright-core';

/** The environment variable that names the browser which the files of a test run share, by its WebSocket. */
export const SHARED_BROWSER = 'TEST_BROWSER';

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

/**
 * A browser for the pages of a test file: the one that the run shares, or one of its own. Whoever asks closes it, which
 * ends the contexts of this file.
 */
export async function launchBrowser(): Promise<Browser> {
  const shared = process.env[SHARED_BROWSER];
  return shared ? chromium.connect(shared) : chromium.launch(await launchOptions());
}

/** Starts the browser that the files of a run share; its address belongs into {@link SHARED_BROWSER}. */
export async function serveBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' });
}
