/** Information of Linux about processes (proc(5)); none on other systems or for a process that has ended. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ids of all visible processes. */
export function processes(): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** A process and all that it has started. */
export function familyOf(root: number): number[] {
  const pids = [root];
  for (const pid of pids) pids.push(...childrenOf(pid));
  return pids;
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** Its arguments, each ended by a zero byte. */
export function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

/** Start time of a process, in ticks since the start of the machine; undefined if it cannot be read. */
export function startOf(pid: number): number | undefined {
  const start = Number(statOf(pid)[19]);
  return Number.isNaN(start) ? undefined : start;
}

/** Its process group; undefined if it cannot be read. */
export function groupOf(pid: number): number | undefined {
  const group = Number(statOf(pid)[2]);
  return Number.isNaN(group) ? undefined : group;
}

/** The fields of proc_pid_stat(5) from the third on (the state). */
function statOf(pid: number): string[] {
  const stat = read(`/proc/${pid}/stat`);
  // "pid (name) state ppid pgrp …"; the name may contain spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Memory in bytes that it shares with no file and no other process: resident less shared of `statm`, which counts pages. */
export function privateBytes(pid: number): number {
  const [, resident = 0, shared = 0] = read(`/proc/${pid}/statm`).split(' ').map(Number);
  return (resident - shared) * pageSize();
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
    return '';
  }
}
