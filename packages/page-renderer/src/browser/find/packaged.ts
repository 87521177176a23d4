import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserBinary } from './binary.ts';

const run = promisify(execFile);
const PACKAGE = '@sparticuz/chromium';

/**
 * Unpacks the Chromium of the npm package `@sparticuz/chromium` into the user's cache, once per version (about 2 s,
 * 209 MB), and returns it; `undefined` if the package is not installed or does not run.
 *
 * The package unpacks into a fixed name in the temporary directory and uses whatever is there. So it runs in a
 * process of its own whose temporary directory is a new private folder, which is moved to its destination when it is complete.
 */
export async function unpackPackagedBrowser(env: NodeJS.ProcessEnv): Promise<BrowserBinary | undefined> {
  const entry = locatePackage();
  if (!entry) return undefined;
  const { version } = JSON.parse(await readFile(path.join(path.dirname(entry), '../package.json'), 'utf8')) as {
    version: string;
  };
  const cache = path.join(env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'page-renderer');
  const folder = path.join(cache, `chromium-${version}`);
  if (!(await isOurs(folder))) await unpack(entry, cache, folder);
  const executablePath = path.join(folder, 'chromium');
  return { executablePath, kind: 'headless-shell', env: await environmentFor(executablePath, folder) };
}

/** Whether the package is installed, for this machine. */
export function isBrowserPackaged(): boolean {
  return locatePackage() !== undefined;
}

function locatePackage(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    return createRequire(import.meta.url).resolve(PACKAGE);
  } catch {
    return undefined;
  }
}

/** A folder that other users can write to could contain their browser. */
async function isOurs(folder: string): Promise<boolean> {
  try {
    const { mode, uid } = await stat(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}

async function unpack(entry: string, cache: string, folder: string): Promise<void> {
  await mkdir(cache, { recursive: true, mode: 0o700 });
  const staging = await mkdtemp(path.join(cache, 'unpacking-'));
  try {
    const script = `
      const { default: chromium, inflate } = await import(${JSON.stringify(pathToFileURL(entry).href)});
      await chromium.executablePath();
      await inflate(${JSON.stringify(path.join(path.dirname(entry), '../bin/al2023.tar.br'))});
    `;
    await run(process.execPath, ['--input-type=module', '--eval', script], {
      env: { PATH: process.env['PATH'], HOME: staging, TMPDIR: staging },
    });
    // Nothing of ours is removed: another process may have finished first, and have started the browser in it.
    if (existsSync(folder) && !(await isOurs(folder))) await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // A rename cannot replace the folder of a process that has finished first.
    if (!(await isOurs(folder))) throw error;
  }
}

/** Adds the libraries and fonts of the package if the machine has none of its own. */
async function environmentFor(executablePath: string, folder: string): Promise<Record<string, string>> {
  const env: Record<string, string> = {};
  const starts = await run(executablePath, ['--version']).then(
    () => true,
    () => false,
  );
  if (!starts) env['LD_LIBRARY_PATH'] = path.join(folder, 'al2023', 'lib');
  if (!['/usr/share/fonts', '/usr/local/share/fonts'].some((fonts) => existsSync(fonts))) {
    const config = path.join(folder, 'fonts.conf');
    await writeFile(config, fontConfiguration(path.join(folder, 'fonts')));
    env['FONTCONFIG_FILE'] = config;
  }
  return env;
}

function fontConfiguration(fonts: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${fonts}/cache</cachedir></fontconfig>
`;
}
