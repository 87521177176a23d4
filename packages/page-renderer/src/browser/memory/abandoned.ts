/** Removes what a killed service leaves behind: folders of browsers, and browsers that are still running. */
import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sweepMemoryGroups } from './memory-group.ts';
import { commandOf, groupOf, processes, startOf } from './processes.ts';

const FOLDER = 'page-renderer-';
/** Process id of the owner, its start time, and the unique part of the name of the folder. */
const NAME = new RegExp(`^${FOLDER}(\\d+)-(?:(\\d+)-)?\\w{6}$`);

/** Prefix of the folders of this process; `mkdtemp` adds the rest. */
export function folderPrefix(): string {
  return path.join(tmpdir(), `${FOLDER}${process.pid}-${startOf(process.pid) ?? 0}-`);
}

/**
 * Removes the folders whose process has ended, even if another process has its id by now, as in a restarted container.
 * Their browsers end when their pipes close; one that is too busy or stopped is ended first (Linux).
 */
export function sweepAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!isAbandoned(name)) continue;
    const folder = path.join(tmpdir(), name);
    try {
      for (const group of groupsUsing(folder)) process.kill(-group, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
    } catch {
      // It belongs to another user and is not ours to remove.
    }
  }
  sweepMemoryGroups(isAbandoned);
}

/** Whether it is the name of a folder whose process has ended. */
function isAbandoned(name: string): boolean {
  const [, pid, start] = NAME.exec(name) ?? [];
  return pid !== undefined && !isOwnerAlive(Number(pid), start);
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

/** Process groups of browsers whose profile is in a folder. */
function groupsUsing(folder: string): Set<number> {
  const groups = new Set<number>();
  for (const pid of processes()) {
    if (!commandOf(pid).includes(`--user-data-dir=${folder}${path.sep}`)) continue;
    const group = groupOf(pid) ?? 0;
    if (group > 1) groups.add(group);
  }
  return groups;
}
