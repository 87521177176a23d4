import { findBrowser } from 'page-renderer';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

/** Starts a browser for a person's view of the service; who starts it closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  // Chromium refuses to start its sandbox as root.
  const args = ['--disable-gpu', '--no-first-run', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } });
}
