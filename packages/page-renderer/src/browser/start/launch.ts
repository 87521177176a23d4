import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable, Writable } from 'node:stream';
import { Connection } from '../../devtools/connection.ts';
import type { EgressPlace } from '../../guard/egress-place.ts';
import { LOOPBACK } from '../../guard/egress-place.ts';
import { inTime } from '../../kernel/in-time.ts';
import { folderPrefix, sweepAbandoned } from '../memory/abandoned.ts';
import type { BrowserBinary } from '../find/binary.ts';
import { refuseFiles } from './downloads.ts';
import { flagsFor } from './flags.ts';
import type { MemoryGroup, MemoryLimits } from '../memory/memory-group.ts';
import { openMemoryGroup } from '../memory/memory-group.ts';
import { startFailure } from './start-failure.ts';

/** A running browser, and everything on this machine that belongs to it. One that was started elsewhere is only disconnected. */
export interface RunningBrowser {
  readonly connection: Connection;
  /** Undefined for one that was started elsewhere. */
  readonly pid: number | undefined;
  /** Its version, for example `HeadlessChrome/131.0.6778.33`. */
  readonly version: string;
  /** User agent string that it would send. */
  readonly userAgent: string;
  /** Set if the kernel limits its memory. */
  readonly memoryGroup: MemoryGroup | undefined;
  /** How its pages reach the network. */
  readonly network: EgressPlace;
  /** Ends the browser with all its processes, and removes its files. Can be called twice. */
  close(): Promise<void>;
  /** The same for a browser that does not respond: it is not asked to close first. */
  kill(): Promise<void>;
}

/** Options for starting a browser. */
export interface LaunchOptions {
  sandbox: boolean;
  memory: MemoryLimits;
  /** In addition to the flags that every browser has. */
  flags?: readonly string[];
  /** Called with errors in listeners of the browser. */
  onFault: (error: unknown) => void;
}

/** Time limit for a browser to close by itself, in milliseconds, before its processes are killed. */
const CLOSE_TIMEOUT = 5_000;
const LAUNCH_TIMEOUT = 30_000;
/** Time limit for a browser that has closed its pipes to end and to write the reason, in milliseconds. */
const WORDS_TIMEOUT = 1_000;
/** Maximum number of characters kept of the error output of a browser. */
const LAST_WORDS = 4_000;

/** Time limit for the processes of a browser to end after it was ended, in milliseconds, and the interval of the checks. */
const END = { step: 50, most: 2_000 };

/** What belongs to a browser on this machine. */
interface BrowserResources {
  folder: string;
  pid?: number | undefined;
  memoryGroup?: MemoryGroup | undefined;
}

const running = new Set<BrowserResources>();

/**
 * Starts a browser over a pipe (no debugging port that a page could reach), with a private folder for its profile and
 * temporary files. Its processes form a group of their own, so that wrapper scripts end with it.
 *
 * @throws {RendererError} `browser-unavailable` with the last output of the browser
 */
export async function launchBrowser(binary: BrowserBinary, options: LaunchOptions): Promise<RunningBrowser> {
  sweepAbandoned();
  const folder = await mkdtemp(folderPrefix());
  const own: BrowserResources = { folder };
  running.add(own);
  const temporary = path.join(folder, 'tmp');
  await mkdir(temporary);
  const profile = path.join(folder, 'profile');
  if (binary.kind === 'chromium') await refuseFiles(profile, temporary);
  const isSandboxed = runsWithoutSandbox(options.sandbox) === null;
  const { flags = [] } = options;
  const child = spawn(binary.executablePath, flagsFor(binary, profile, { isSandboxed, flags }), {
    env: { ...process.env, ...binary.env, TMPDIR: temporary },
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  own.pid = child.pid;
  // Before it starts other processes, which are in its group from the beginning.
  if (own.pid !== undefined) own.memoryGroup = openMemoryGroup(path.basename(folder), own.pid, options.memory);
  const said = lastWordsOf(child);
  const connection = new Connection(
    { commands: child.stdio[3] as Writable, answers: child.stdio[4] as Readable },
    options.onFault,
  );
  child.once('error', () => connection.close());
  child.once('exit', () => connection.close());
  try {
    const { product, userAgent } = await inTime(connection.root.send('Browser.getVersion'), LAUNCH_TIMEOUT);
    return {
      connection,
      pid: own.pid ?? 0,
      network: LOOPBACK,
      version: product,
      userAgent,
      memoryGroup: own.memoryGroup,
      close: () => closeBrowser(connection, own),
      kill: () => killBrowser(connection, own),
    };
  } catch (error) {
    const words = await said();
    await killBrowser(connection, own);
    throw startFailure(words, error);
  }
}

/** Keeps the end of the error output of the browser. @returns reads it, after the browser had time to write */
function lastWordsOf(child: ChildProcess): () => Promise<string> {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-LAST_WORDS);
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once('error', (error) => {
    words += error.message;
    resolve();
  });
  child.once('close', () => resolve());
  return async () => {
    await inTime(ended, WORDS_TIMEOUT).catch(() => {});
    return words.trim().split('\n').slice(-6).join(' ').slice(0, 600) || 'it does not respond';
  };
}

/** Why pages are not isolated from this user's files by a sandbox, and a remedy; null if there is a sandbox. */
export function runsWithoutSandbox(sandbox: boolean): string | null {
  if (!sandbox) return 'the option "sandbox" is false; an attacker who escapes a page has all rights of this user';
  if (process.getuid?.() !== 0) return null;
  return 'it refuses to run sandboxed as root; start the service as another user';
}

async function closeBrowser(connection: Connection, own: BrowserResources): Promise<void> {
  void connection.root.send('Browser.close');
  await inTime(connection.closed, CLOSE_TIMEOUT).catch(() => {});
  await killBrowser(connection, own);
}

async function killBrowser(connection: Connection, own: BrowserResources): Promise<void> {
  killGroup(own.pid);
  connection.close();
  await rm(own.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  await removeMemoryGroup(own.memoryGroup);
  running.delete(own);
}

/** A folder that cannot be removed yet is removed when another browser starts. */
async function removeMemoryGroup(group: MemoryGroup | undefined): Promise<void> {
  for (let waited = 0; waited < END.most && group?.remove() === false; waited += END.step) {
    // oxlint-disable-next-line no-await-in-loop -- until its processes are gone
    await sleep(END.step);
  }
}

/** Ends the browser and everything it started: the browser is the leader of a process group. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // No such process: it has already ended.
  }
}

process.once('exit', () => {
  for (const { folder, pid, memoryGroup } of running) {
    killGroup(pid);
    memoryGroup?.remove();
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A process of the group may still be writing; the next start removes the folder.
    }
  }
});
