/**
 * Limits of memory that the kernel keeps, at once and for whatever a process takes: control groups, version 1
 * (memory.rst of the kernel's documentation) or 2 (cgroup-v2.rst). They are used where this user may make groups, which
 * in most containers nobody may; {@link watchMemory} does not depend on them.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a browser's processes may take, in bytes. */
export interface MemoryLimits {
  /** One process of a page, to itself. */
  page: number;
  /** A browser with all its processes. */
  browser: number;
}

/** The control group of a browser. */
export interface MemoryGroup {
  /** Gives a process of a page a limit of its own. */
  limitPage(pid: number): void;
  /** How many processes the kernel has ended for their memory so far. */
  ended(): number;
  /** Removes what belongs to processes that have ended, where they are not among these. */
  sweep(alive: ReadonlySet<number>): void;
  /** Removes it. Its processes have to be gone by then. @returns whether it is */
  remove(): boolean;
}

/** Names of files, by version. */
interface Version {
  limit: string;
  swap: string;
  events: string;
}

const ROOT = '/sys/fs/cgroup';
const FIRST: Version = { limit: 'memory.limit_in_bytes', swap: 'memory.swappiness', events: 'memory.oom_control' };
const SECOND: Version = { limit: 'memory.max', swap: 'memory.swap.max', events: 'memory.events' };
/** What a process of a page may take in all beyond what it has to itself: it pays for shared memory and files, too. */
const SHARED = 128 * 1024 * 1024;
/** How far beyond its limit a browser may get before the kernel acts: before that it is replaced, with less harm. */
const BROWSER_FACTOR = 4;

/**
 * Puts a browser that has just been started in a group of its own.
 *
 * @param name of the group
 * @returns undefined where that is not possible
 */
export function openMemoryGroup(name: string, browserPid: number, limits: MemoryLimits): MemoryGroup | undefined {
  const parent = parentGroup();
  if (!parent) return undefined;
  const { version } = parent;
  const folder = path.join(parent.folder, name);
  const main = path.join(folder, 'browser');
  const pages = new Map<number, string>();
  let endedBefore = 0;
  const endedIn = (group: string) =>
    Number(/^oom_kill (\d+)$/m.exec(readOr(path.join(group, version.events)))?.[1] ?? 0);
  const forget = (pid: number, group: string) => {
    const ended = endedIn(group);
    if (!removed(group)) return;
    endedBefore += ended;
    pages.delete(pid);
  };
  if (!made(folder)) return undefined;
  try {
    if (version === SECOND) writeFileSync(path.join(folder, 'cgroup.subtree_control'), '+memory');
    mkdirSync(main);
    limit(folder, version, limits.browser * BROWSER_FACTOR);
    writeFileSync(path.join(main, 'cgroup.procs'), String(browserPid));
  } catch {
    removed(main);
    removed(folder);
    return undefined;
  }
  return {
    limitPage: (pid) => {
      const group = path.join(folder, `page-${pid}`);
      try {
        mkdirSync(group);
        pages.set(pid, group);
        limit(group, version, limits.page + SHARED);
        writeFileSync(path.join(group, 'cgroup.procs'), String(pid));
      } catch {
        // It has ended; its group goes with the next sweep.
      }
    },
    ended: () => [main, ...pages.values()].reduce((sum, group) => sum + endedIn(group), endedBefore),
    sweep: (alive) => {
      for (const [pid, group] of pages) if (!alive.has(pid)) forget(pid, group);
    },
    remove: () => {
      for (const [pid, group] of pages) forget(pid, group);
      return removed(main) && removed(folder);
    },
  };
}

/** Removes groups of browsers whose service is gone, as far as their processes are. @param isLeft whether a name is of one */
export function sweepMemoryGroups(isLeft: (name: string) => boolean): void {
  const parent = parentGroup();
  if (!parent) return;
  for (const name of foldersIn(parent.folder).filter(isLeft)) {
    const folder = path.join(parent.folder, name);
    for (const group of foldersIn(folder)) removed(path.join(folder, group));
    removed(folder);
  }
}

/** Where groups can be made: below the one of this process, or, as its path may be of another name space, at the root. */
function parentGroup(): { folder: string; version: Version } | undefined {
  if (process.platform !== 'linux') return undefined;
  const lines = readOr('/proc/self/cgroup').split('\n');
  const own = lines
    .map((line) => line.split(':'))
    .find(([, controllers]) => controllers?.split(',').includes('memory'));
  if (own) return { folder: existing(path.join(ROOT, 'memory'), own[2]), version: FIRST };
  const unified = lines.find((line) => line.startsWith('0::'))?.slice(3);
  const folder = existing(ROOT, unified);
  // Groups below can be limited only where the group says so, which it can't while it has processes itself.
  const hasMemory = readOr(path.join(folder, 'cgroup.subtree_control')).split(/\s/).includes('memory');
  return hasMemory ? { folder, version: SECOND } : undefined;
}

function existing(root: string, below = ''): string {
  const folder = path.join(root, below);
  return readOr(path.join(folder, 'cgroup.procs'), 'none') === 'none' ? root : folder;
}

function limit(group: string, { limit: file, swap }: Version, bytes: number): void {
  writeFileSync(path.join(group, file), String(bytes));
  try {
    writeFileSync(path.join(group, swap), '0');
  } catch {
    // No swap, nothing to forbid.
  }
}

/** Makes a group. @returns whether it is new */
function made(group: string): boolean {
  try {
    mkdirSync(group);
    return true;
  } catch {
    return false;
  }
}

/** Removes a group. @returns whether it is gone */
function removed(group: string): boolean {
  try {
    rmdirSync(group);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
  return true;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function readOr(file: string, otherwise = ''): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
