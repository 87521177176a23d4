/** What a service that was killed leaves: folders of browsers, and browsers that did not notice. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const FOLDER = 'page-renderer-';
/** Owner's id, when it was started, and what makes the name of the folder its own. */
const NAME = new RegExp(`^${FOLDER}(\\d+)-(?:(\\d+)-)?\\w{6}$`);

/** How the folders of this process begin, `mkdtemp` adds the rest. */
export function folderPrefix(): string {
  return path.join(tmpdir(), `${FOLDER}${process.pid}-${startOf(process.pid) ?? 0}-`);
}

/**
 * Removes the folders whose process is gone, be it that another has its id by now, as in a container that is started again.
 * Their browsers end with their pipes; one that is too busy or stopped to notice is ended first (Linux).
 */
export function sweepAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid, start] = NAME.exec(name) ?? [];
    if (pid === undefined || isOwnerAlive(Number(pid), start)) continue;
    const folder = path.join(tmpdir(), name);
    try {
      for (const group of groupsUsing(folder)) process.kill(-group, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
    } catch {
      // Another user's; not ours to remove.
    }
  }
}

function isOwnerAlive(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const now = startOf(pid);
  return start === undefined || now === undefined || now === Number(start);
}

/** Process groups of browsers that have their profile in a folder. */
function groupsUsing(folder: string): Set<number> {
  const groups = new Set<number>();
  for (const pid of processes()) {
    if (!commandOf(pid).includes(`--user-data-dir=${folder}${path.sep}`)) continue;
    const group = Number(statOf(pid)?.[2]);
    if (group > 1) groups.add(group);
  }
  return groups;
}

function processes(): string[] {
  return process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** When a process was started, in ticks since the machine was; undefined where that can't be read. */
function startOf(pid: number): number | undefined {
  const start = Number(statOf(String(pid))?.[19]);
  return Number.isNaN(start) ? undefined : start;
}

/** The fields of proc_pid_stat(5) from the third on, its state. */
function statOf(pid: string): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) state ppid pgrp …"; the name may hold spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
