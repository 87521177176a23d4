/** Finds and starts the browser of the tests. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome'];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Path of a Chromium: `CHROME_PATH`, else the first on `PATH`. */
function executablePath(): string {
  const configured = process.env['CHROME_PATH'];
  if (configured) return configured;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
  if (found === undefined) throw new Error('There is no Chromium on PATH; CHROME_PATH may name one');
  return found;
}

/** Starts a browser; who starts it closes it. */
export function launchBrowser(): Promise<Browser> {
  // Root, as in containers, has no sandbox to offer.
  return chromium.launch({ executablePath: executablePath(), args: ['--no-sandbox', '--disable-gpu'] });
}
