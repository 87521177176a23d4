import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import { inTime } from '../in-time.ts';
import { folderPrefix, sweepAbandoned } from './abandoned.ts';
import { startFailure } from './start-failure.ts';

/** A browser that can be launched. */
export interface BrowserBinary {
  executablePath: string;
  /** `headless-shell` is the small build without a user interface. */
  kind: 'headless-shell' | 'chromium';
  /** Environment variables it needs on top of the service's own. */
  env?: Record<string, string>;
}

/** A running browser and all that belongs to it on the machine. */
export interface RunningBrowser {
  readonly browser: Browser;
  /** Ends the browser, every process of it, and removes its files. Can be called twice. */
  close(): Promise<void>;
  /** The same for a browser that does not answer: it is not asked first. */
  kill(): Promise<void>;
}

/** How long a browser may take to close by itself, in milliseconds, before its processes are killed. */
const CLOSE_TIMEOUT = 5_000;
const LAUNCH_TIMEOUT = 30_000;
const DIAGNOSIS_TIMEOUT = 5_000;

const FLAGS = [
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  // UDP would go around the proxy that guards where pages connect to.
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Nothing may leave outside a browser context, each of which has a proxy of its own.
  '--proxy-server=socks5://127.0.0.1:1',
  '--proxy-bypass-list=<-loopback>',
  // Chromium's upgrade to https would show up as a redirect that the target never sent.
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,Translate,MediaRouter,OptimizationHints,AutofillServerCommunication',
];

const running = new Map<string, number | undefined>();

/**
 * Starts a browser over a pipe (no debugging port that a page could reach), with a private folder for its profile and
 * temporary files. Its processes form a group of their own, so that wrapper scripts end with it.
 *
 * @throws {RendererError} `browser-unavailable` with the browser's own last words
 */
export async function launchBrowser(binary: BrowserBinary, options: { sandbox: boolean }): Promise<RunningBrowser> {
  sweepAbandoned();
  const folder = await mkdtemp(folderPrefix());
  running.set(folder, undefined);
  const temporary = path.join(folder, 'tmp');
  const env = { ...process.env, ...binary.env, TMPDIR: temporary };
  const args = [...FLAGS, ...(runsWithoutSandbox(options.sandbox) === null ? [] : ['--no-sandbox'])];
  try {
    await mkdir(temporary);
    const browser = await puppeteer.launch({
      executablePath: binary.executablePath,
      headless: binary.kind === 'headless-shell' ? 'shell' : true,
      pipe: true,
      userDataDir: path.join(folder, 'profile'),
      env,
      args,
      defaultViewport: null,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: LAUNCH_TIMEOUT,
    });
    const child = browser.process();
    // A browser that dies with commands unread resets its pipes, maybe when nobody listens any more: that is told otherwise.
    for (const pipe of child?.stdio.slice(3) ?? []) pipe?.on('error', () => {});
    const pid = child?.pid;
    running.set(folder, pid);
    return { browser, close: () => closeBrowser(browser, pid, folder), kill: () => killBrowser(pid, folder) };
  } catch (error) {
    const words = await lastWords(binary.executablePath, [...args, `--user-data-dir=${folder}/diagnosis`], env);
    await removeFolder(folder);
    throw startFailure(words, error);
  }
}

/** Why there is no sandbox between pages and this user's files, and how there would be; null where there is one. */
export function runsWithoutSandbox(sandbox: boolean): string | null {
  if (!sandbox) return 'the option "sandbox" is false; whoever breaks out of a page has all that this user has';
  if (process.getuid?.() !== 0) return null;
  return 'it refuses to run sandboxed as root; start the service as another user';
}

async function closeBrowser(browser: Browser, pid: number | undefined, folder: string): Promise<void> {
  await inTime(browser.close(), CLOSE_TIMEOUT).catch(() => {});
  await killBrowser(pid, folder);
}

async function killBrowser(pid: number | undefined, folder: string): Promise<void> {
  killGroup(pid);
  await removeFolder(folder);
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  running.delete(folder);
}

/** Ends the browser and everything it started: the browser is the leader of a process group. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // No such process: it has ended already, which is what was wanted.
  }
}

/** Over a pipe nobody hears a browser that fails, so it is started once more to be listened to. */
async function lastWords(executablePath: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const all = ['--headless', ...args, '--dump-dom', 'about:blank'];
  return new Promise((resolve) => {
    execFile(executablePath, all, { env, timeout: DIAGNOSIS_TIMEOUT, killSignal: 'SIGKILL' }, (error, _, stderr) => {
      const said = stderr.trim() || error?.message || 'it closed the connection';
      resolve(said.split('\n').slice(-6).join(' ').slice(0, 600));
    });
  });
}

process.once('exit', () => {
  for (const [folder, pid] of running) {
    killGroup(pid);
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A process of the group may still be writing; the next start sweeps the folder away.
    }
  }
});
