import type { MemoryGroup, MemoryLimits } from './memory-group.ts';
import { commandOf, familyOf, privateBytes } from './processes.ts';

/** Milliseconds between two checks. */
const STEP = 250;
/** Number of checks after which a process is assumed never to become that of a page: it gets its arguments at the start. */
const LOOKS = 8;

/**
 * Checks the memory of a browser's processes (Linux; on other systems it cannot be read). A process of a page
 * above the limit is ended.
 *
 * @param on `pageKilled` is called when a process of a page is ended, `bloated` at each check at which the browser as a whole
 *   is above its limit
 * @param group is told each process of a page, and ends one that takes too much between two checks
 * @returns a function that ends the checks
 */
export function watchMemory(
  browserPid: number,
  limits: MemoryLimits,
  on: { pageKilled: (bytes: number) => void; bloated: (bytes: number) => void },
  group?: MemoryGroup,
): () => void {
  if (process.platform !== 'linux') return () => {};
  const looks = new Map<number, number>();
  const introduce = (pid: number) => {
    const times = looks.get(pid) ?? 0;
    if (times >= LOOKS) return;
    const isPage = isPageProcess(pid);
    looks.set(pid, isPage ? LOOKS : times + 1);
    if (isPage) group?.limitPage(pid);
  };
  const look = () => {
    const pids = familyOf(browserPid);
    let total = 0;
    for (const pid of pids) {
      const bytes = privateBytes(pid);
      total += bytes;
      if (group) introduce(pid);
      if (bytes <= limits.page || !isPageProcess(pid)) continue;
      on.pageKilled(bytes);
      kill(pid);
    }
    const alive = new Set(pids);
    for (const pid of looks.keys()) if (!alive.has(pid)) looks.delete(pid);
    group?.sweep(alive);
    if (total > limits.browser) on.bloated(total);
  };
  const timer = setInterval(look, STEP).unref();
  return () => clearInterval(timer);
}

/** The processes of pages and their frames; their web workers run in them, too. */
function isPageProcess(pid: number): boolean {
  return commandOf(pid).includes('--type=renderer');
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
