import type { MemoryGroup, MemoryLimits } from './memory-group.ts';
import { commandOf, familyOf, privateBytes } from './processes.ts';

/** Milliseconds from one look to the next. */
const STEP = 250;
/** Looks after which a process that is no page's is taken not to become one: it gets its arguments as it begins. */
const LOOKS = 8;

/**
 * Watches the memory of a browser's processes (Linux; elsewhere there is nothing to read it from). A process of a page
 * beyond the limit is ended.
 *
 * @param on `pageKilled` is called when a page's process is ended, `bloated` at each look at which the browser as a whole
 *   is beyond its limit
 * @param group gets to know each page's process, and ends one that takes too much from one look to the next
 * @returns ends the watching
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

/** What a page and its frames run in; workers run in it, too. */
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
