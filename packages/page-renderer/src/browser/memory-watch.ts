import { readFileSync } from 'node:fs';

/** Milliseconds from one look to the next. */
const STEP = 250;

/** What is done about memory. */
export interface MemoryLimits {
  /** Bytes that one process of a page may have to itself. */
  page: number;
  /** Bytes that a browser may have with all its processes. */
  browser: number;
}

/** A browser's processes as they are now. */
interface Process {
  pid: number;
  /** Bytes that it shares with no file and no other process. */
  bytes: number;
}

/**
 * Watches the memory of a browser's processes (Linux; elsewhere there is nothing to read it from). A process of a page
 * beyond the limit is ended.
 *
 * @param on `pageKilled` is called when a page's process is ended, `bloated` at each look at which the browser as a whole
 *   is beyond its limit
 * @returns ends the watching
 */
export function watchMemory(
  browserPid: number,
  limits: MemoryLimits,
  on: { pageKilled: (bytes: number) => void; bloated: (bytes: number) => void },
): () => void {
  if (process.platform !== 'linux') return () => {};
  const look = () => {
    const processes = processesOf(browserPid);
    for (const { pid, bytes } of processes) {
      if (bytes <= limits.page || !isPageProcess(pid)) continue;
      on.pageKilled(bytes);
      kill(pid);
    }
    const total = processes.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > limits.browser) on.bloated(total);
  };
  const timer = setInterval(look, STEP).unref();
  return () => clearInterval(timer);
}

/** A process and all that it started, as far as they can be read. */
function processesOf(root: number): Process[] {
  const pids = [root];
  for (const pid of pids) pids.push(...childrenOf(pid));
  return pids.map((pid) => ({ pid, bytes: privateBytes(pid) }));
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** proc(5), `statm`: size, resident and shared, in pages. */
function privateBytes(pid: number): number {
  const [, resident = 0, shared = 0] = read(`/proc/${pid}/statm`).split(' ').map(Number);
  return (resident - shared) * pageSize();
}

/** What a page and its frames run in; workers run in it, too. */
function isPageProcess(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`).includes('--type=renderer');
}

let knownPageSize = 0;

function pageSize(): number {
  knownPageSize ||= Number(/^KernelPageSize:\s+(\d+) kB/m.exec(read('/proc/self/smaps'))?.[1] ?? 4) * 1024;
  return knownPageSize;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
