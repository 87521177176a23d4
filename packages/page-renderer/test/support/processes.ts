import { readdirSync, readFileSync } from 'node:fs';

/** Command lines of running processes that contain `text` (Linux). */
export function processesWith(text: string): Array<{ pid: number; command: string }> {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }))
    .filter(({ command }) => command.includes(text));
}

function commandOf(pid: string): string {
  try {
    const state = /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return state === 'Z' ? '' : readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Running processes of the groups whose members name `text` in their command line: a browser with its children. */
export function groupsWith(text: string): Array<{ pid: number; command: string }> {
  const groups = new Set(processesWith(text).map(({ pid }) => groupOf(pid)));
  return processesWith('').filter(({ pid, command }) => command !== '' && groups.has(groupOf(pid)));
}

/** Parent of a process; -1 if the process has ended. */
export function parentOf(pid: number): number {
  return statOf(pid)[1] ?? -1;
}

function groupOf(pid: number): number {
  return statOf(pid)[2] ?? -1;
}

/** State, parent and group. */
function statOf(pid: number): number[] {
  try {
    // "pid (name) state ppid pgrp …"; the name may contain spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2, -1)
      .split(' ', 3)
      .map(Number);
  } catch {
    return [];
  }
}

/** The clock of this machine, also while a test has mocked that of the product. */
const elapsed = performance.now.bind(performance);

/** Waits until `check` is true, a minute at most. */
export async function eventually(check: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = elapsed() + 60_000;
  while (!(await check())) {
    if (elapsed() > end) throw new Error(`not within a minute: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
