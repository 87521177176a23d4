import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;

interface Process {
  pid: number;
  parent: number;
  ticks: number;
}

/** Seconds of processor time of a process and its children, including ended ones (Linux). */
export function processorSeconds(pid: number): number {
  return treeOf(pid).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS;
}

/** Bytes of memory of the children of a process; shared memory is counted once (Linux). */
export function memoryOfChildren(pid: number): number {
  const children = treeOf(pid).filter((one) => one.pid !== pid);
  return (
    children.reduce((sum, one) => sum + (read(`/proc/${one.pid}/smaps_rollup`, /^Pss: *(\d+) kB/m) ?? 0), 0) * 1024
  );
}

function treeOf(pid: number): Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  const inTree = new Set([pid]);
  for (let size = 0; size < inTree.size;) {
    size = inTree.size;
    for (const one of all) if (inTree.has(one.parent)) inTree.add(one.pid);
  }
  return all.filter((one) => inTree.has(one.pid));
}

function statOf(pid: number): Process | undefined {
  try {
    // "pid (name) state ppid … utime stime cutime cstime"; the name may contain spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return { pid, parent: fields[1] ?? 0, ticks };
  } catch {
    return undefined;
  }
}

/** The first group as a number; undefined if the process has ended. */
function read(file: string, pattern: RegExp): number | undefined {
  try {
    return Number(pattern.exec(readFileSync(file, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
