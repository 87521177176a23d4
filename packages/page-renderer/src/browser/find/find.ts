import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { getInstalledBrowsers } from '@puppeteer/browsers';
import { RendererError } from '../../kernel/errors.ts';
import type { BrowserBinary } from './binary.ts';
import { isBrowserPackaged, unpackPackagedBrowser } from './packaged.ts';

/** Where {@link findBrowser} searches; the default of every field is the machine's own value. */
export interface BrowserSearch {
  /** A configured path; if it is set, nothing else is tried. */
  executablePath?: string | undefined;
  env?: NodeJS.ProcessEnv;
  /** Absolute paths at which installers put browsers. */
  knownPaths?: readonly string[];
  /** The cache of `npx @puppeteer/browsers install`. */
  cacheDirectory?: string;
}

/** A full Chromium needs several times the processor time of these. */
const SHELLS_ON_PATH = ['chrome-headless-shell', 'chromium-headless-shell'];
const NAMES_ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

const KNOWN_PATHS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/opt/google/chrome/chrome', '/snap/bin/chromium'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
    String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
  ],
};

/**
 * Finds a browser: the configured one, `CHROME_PATH`, `PUPPETEER_EXECUTABLE_PATH`, a headless shell on the `PATH` or in the
 * cache of `@puppeteer/browsers`, a full Chromium there or in the usual folders of installers, and last the Chromium in
 * the npm package `@sparticuz/chromium` (Linux on x64), which is unpacked once. Installed browsers come first, because they
 * are kept up to date.
 *
 * @throws {RendererError} `no-browser`, with instructions for installing one
 */
export async function findBrowser(search: BrowserSearch = {}): Promise<BrowserBinary> {
  const found = (await findInstalled(search)) ?? (await unpackPackagedBrowser(search.env ?? process.env));
  if (found) return found;
  throw noBrowser();
}

/** Checks that a browser can be found, unpacked or not. @throws {RendererError} `no-browser` as {@link findBrowser} */
export async function checkBrowser(search: BrowserSearch = {}): Promise<void> {
  if ((await findInstalled(search)) === undefined && !isBrowserPackaged()) throw noBrowser();
}

async function findInstalled(search: BrowserSearch): Promise<BrowserBinary | undefined> {
  const { env = process.env, knownPaths = KNOWN_PATHS[process.platform] ?? [] } = search;
  for (const [source, given] of [
    ['executablePath', search.executablePath],
    ['CHROME_PATH', env['CHROME_PATH']],
    ['PUPPETEER_EXECUTABLE_PATH', env['PUPPETEER_EXECUTABLE_PATH']],
  ] as const) {
    if (!given) continue;
    if (isExecutable(given)) return describe(given);
    throw new RendererError('no-browser', `${source} names ${given}, which is not an executable file`);
  }
  const cached = await inCache(search.cacheDirectory);
  const shell = onPath(env, SHELLS_ON_PATH) ?? cached.find((file) => describe(file).kind === 'headless-shell');
  const found = shell ?? onPath(env, NAMES_ON_PATH) ?? knownPaths.find(isExecutable) ?? cached[0];
  return found ? describe(found) : undefined;
}

function noBrowser(): RendererError {
  return new RendererError(
    'no-browser',
    'No browser was found. Install one with "npx @puppeteer/browsers install chrome-headless-shell@stable" ' +
      '(or your system\'s chromium package), or name one with "executablePath" or CHROME_PATH.',
  );
}

function describe(executablePath: string): BrowserBinary {
  const kind = path.basename(executablePath).includes('headless-shell') ? 'headless-shell' : 'chromium';
  return { executablePath, kind };
}

function onPath(env: NodeJS.ProcessEnv, names: readonly string[]): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name + suffix))).find(isExecutable);
}

async function inCache(cacheDirectory = path.join(homedir(), '.cache', 'puppeteer')): Promise<string[]> {
  try {
    const installed = await getInstalledBrowsers({ cacheDir: cacheDirectory });
    const order = ['chrome-headless-shell', 'chromium', 'chrome'];
    return installed
      .filter(({ browser, executablePath }) => order.includes(browser) && isExecutable(executablePath))
      .toSorted((a, b) => order.indexOf(a.browser) - order.indexOf(b.browser))
      .map(({ executablePath }) => executablePath);
  } catch {
    return [];
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
