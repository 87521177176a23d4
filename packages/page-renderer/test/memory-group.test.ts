/** Memory limits of the kernel; if no control group can be created, only its absence is tested. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmdirSync } from 'node:fs';
import { test } from 'node:test';
import type { MemoryGroup } from '../dist/browser/memory/memory-group.js';
import { openMemoryGroup, sweepMemoryGroups } from '../dist/browser/memory/memory-group.js';
import { eventually } from './support/processes.ts';

const MIB = 2 ** 20;
const NAME = `page-renderer-test-${process.pid}`;

/** A process that allocates the given number of MiB. */
function taker(): ChildProcess {
  const source = `const all = [];
process.stdin.on('data', (mebibytes) => {
  for (let i = 0; i < Number(mebibytes); i++) all.push(Buffer.alloc(2 ** 20, 1));
  process.stdout.write('taken');
});`;
  return spawn(process.execPath, ['-e', source], { stdio: ['pipe', 'pipe', 'ignore'] });
}

async function tell(child: ChildProcess, mebibytes: number): Promise<'taken' | NodeJS.Signals | null> {
  child.stdin?.write(String(mebibytes));
  const exited = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
  return Promise.race([once(child.stdout!, 'data').then(() => 'taken' as const), exited]);
}

/** Whether this user may create control groups. */
function mayMakeGroups(): boolean {
  const isSecond = !/:memory:|,memory[,:]/.test(readFileSync('/proc/self/cgroup', 'utf8'));
  const folder = `/sys/fs/cgroup${isSecond ? '' : '/memory'}/${NAME}-trial`;
  try {
    mkdirSync(folder);
    rmdirSync(folder);
    return !isSecond;
  } catch {
    return false;
  }
}

test('the kernel ends only the process of the page that takes too much memory', async (context) => {
  if (process.platform !== 'linux') return context.diagnostic('there are control groups on Linux only');
  const [browser, greedy, modest] = [taker(), taker(), taker()];
  const group = openMemoryGroup(NAME, browser.pid ?? 0, { page: 64 * MIB, browser: 2_000 * MIB });
  try {
    if (!group) {
      context.diagnostic('no control group can be made here');
      return assert.ok(!mayMakeGroups());
    }
    for (const child of [greedy, modest]) {
      assert.equal(await tell(child, 1), 'taken');
      group.limitPage(child.pid ?? 0);
    }
    assert.deepEqual([await tell(greedy, 1_000), await tell(modest, 20), group.ended()], ['SIGKILL', 'taken', 1]);
    assert.equal(group.remove(), false, 'not while a process is in it');
    group.sweep(new Set([modest.pid ?? 0]));
    assert.equal(group.ended(), 1, 'it is still known of');
  } finally {
    for (const child of [browser, greedy, modest]) child.kill('SIGKILL');
  }
  await eventually(() => group.remove(), 'the group is removed');
});

test('a control group left by a killed service is removed, and no other', async (context) => {
  const limits = { page: 64 * MIB, browser: 2_000 * MIB };
  const [left, next] = [taker(), taker()];
  const open = ({ pid = 0 }: ChildProcess) => openMemoryGroup(NAME, pid, limits);
  let again: MemoryGroup | undefined;
  try {
    if (!open(left)) return context.diagnostic('no control group can be made here');
    sweepMemoryGroups((name) => name === NAME);
    assert.equal(open(next), undefined, 'not while a process is in it');
    left.kill('SIGKILL');
    await once(left, 'exit');
    sweepMemoryGroups(() => false);
    assert.equal(open(next), undefined, 'it is of another');
    await eventually(() => {
      sweepMemoryGroups((name) => name === NAME);
      again = open(next);
      return again !== undefined;
    }, 'the name is free again');
  } finally {
    for (const child of [left, next]) child.kill('SIGKILL');
  }
  await eventually(() => again?.remove() ?? true, 'the group is removed');
});
