import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;

/** Seconds of processor time that a process and its children have used, those included that have ended (Linux). */
export function processorSeconds(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [statOf(Number(name))] : []));
  const inTree = new Set([pid]);
  for (let size = 0; size < inTree.size;) {
    size = inTree.size;
    for (const one of all) if (one && inTree.has(one.parent)) inTree.add(one.pid);
  }
  return all.reduce((sum, one) => sum + (one && inTree.has(one.pid) ? one.ticks : 0), 0) / TICKS;
}

function statOf(pid: number): { pid: number; parent: number; ticks: number } | undefined {
  try {
    // "pid (name) state ppid … utime stime cutime cstime"; the name may hold spaces and parentheses.
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
