import { findBrowser } from 'page-renderer';
import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Chromium refuses to start its sandbox as root, which is what containers of continuous integration are.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Starts Chromium; whoever starts it closes it. @param flags more of Chromium's flags */
export async function startBrowser(flags: readonly string[] = []): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({
    executablePath,
    args: [...FLAGS, ...flags],
    env: { ...(process.env as Record<string, string>), ...env },
  });
}
