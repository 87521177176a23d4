import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

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

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The browser of `CHROME_PATH`, else the first one that is on the `PATH`. */
function findBrowser(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = process.env['CHROME_PATH'] ?? candidates.find(isExecutable);
  if (found === undefined)
    throw new Error(`No Chromium found. Set CHROME_PATH, or install one of ${NAMES.join(', ')}.`);
  return found;
}

/** Starts Chromium; whoever starts it closes it. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser(), args: FLAGS });
}
