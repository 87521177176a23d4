/**
 * Memory limits that the kernel enforces immediately, for all memory of a process: control groups, version 1
 * (memory.rst of the kernel's documentation) or 2 (cgroup-v2.rst). They are used if this user may create groups, which
 * is not the case in most containers; {@link watchMemory} does not depend on them.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Memory limits of the processes of a browser, in bytes. */
export interface MemoryLimits {
  /** Memory of one process of a page that it does not share. */
  page: number;
  /** Memory of a browser with all its processes. */
  browser: number;
}

/** The control group of a browser. */
export interface MemoryGroup {
  /** Sets a limit for a process of a page. */
  limitPage(pid: number): void;
  /** Number of processes that the kernel has ended because of their memory. */
  ended(): number;
  /** Removes the groups of processes that have ended, that is all that are not among these. */
  sweep(alive: ReadonlySet<number>): void;
  /** Removes the group. Its processes must have ended. @returns whether it was removed */
  remove(): boolean;
}

/** Names of the files, by version. */
interface Version {
  limit: string;
  swap: string;
  events: string;
}

const ROOT = '/sys/fs/cgroup';
const FIRST: Version = { limit: 'memory.limit_in_bytes', swap: 'memory.swappiness', events: 'memory.oom_control' };
const SECOND: Version = { limit: 'memory.max', swap: 'memory.swap.max', events: 'memory.events' };
/** Additional memory for a process of a page: the group also counts shared memory and files. */
const SHARED = 128 * 1024 * 1024;
/** How far a browser may exceed its limit before the kernel acts: it is replaced before, which does less harm. */
const BROWSER_FACTOR = 4;

/**
 * Puts a browser that was just started into a group of its own.
 *
 * @param name of the group
 * @returns undefined if that is not possible
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
        // It has ended; its group is removed with the next cleanup.
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

/** Removes groups of browsers whose service and processes have ended. @param isLeft whether a name belongs to one */
export function sweepMemoryGroups(isLeft: (name: string) => boolean): void {
  const parent = parentGroup();
  if (!parent) return;
  for (const name of foldersIn(parent.folder).filter(isLeft)) {
    const folder = path.join(parent.folder, name);
    for (const group of foldersIn(folder)) removed(path.join(folder, group));
    removed(folder);
  }
}

/** Where groups can be created: below the group of this process, or at the root, as its path may be of another namespace. */
function parentGroup(): { folder: string; version: Version } | undefined {
  if (process.platform !== 'linux') return undefined;
  const lines = readOr('/proc/self/cgroup').split('\n');
  const own = lines
    .map((line) => line.split(':'))
    .find(([, controllers]) => controllers?.split(',').includes('memory'));
  if (own) return { folder: existing(path.join(ROOT, 'memory'), own[2]), version: FIRST };
  const unified = lines.find((line) => line.startsWith('0::'))?.slice(3);
  const folder = existing(ROOT, unified);
  // Groups below can be limited only if the group allows it, which is not possible while it has processes itself.
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
    // Without swap there is nothing to forbid.
  }
}

/** Creates a group. @returns whether it is new */
function made(group: string): boolean {
  try {
    mkdirSync(group);
    return true;
  } catch {
    return false;
  }
}

/** Removes a group. @returns whether it no longer exists */
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
