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

async function launchOptions(): Promise<LaunchOptions> {
  const { executablePath, env } = await findBrowser();
  return { executablePath, args: FLAGS, env: { ...(process.env as Record<string, string>), ...env } };
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
