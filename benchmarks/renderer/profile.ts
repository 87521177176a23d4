/**
 * Where the time of a render goes: for each stage its duration, and the processor time of the browser's main process (with its network
 * and graphics), of the processes of pages, and of Node, in milliseconds. Pages are rendered one after the other; what is cleared after a page counts
 * as a stage of its own. A bare navigation of the same pages is printed below.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRenderer } from 'page-renderer';
import type { Engine } from './engines.ts';

/** Milliseconds of processor time by the kind of process. */
interface Processor {
  browser: number;
  page: number;
  node: number;
}

const KINDS = ['browser', 'page', 'node'] as const;
/** In the order in which they run. */
const STAGES = ['queue', 'open', 'navigate', 'wait', 'read', 'clear'] as const;
type Stage = (typeof STAGES)[number];
/** Milliseconds until a slot is cleared. */
const CLEARED = 120;

/** @param rounds number of renders of each page, after two to warm up */
export async function printProfile(
  pages: ReadonlyArray<readonly [name: string, url: string]>,
  bare: Engine,
  rounds: number,
): Promise<void> {
  await using renderer = await createRenderer({ allowPrivateNetworks: ['127.0.0.0/8'], logLevel: 'silent' });
  await renderer.ready();
  const tree = new ProcessTree(process.pid);
  for (const [name, url] of pages) {
    const times = new Map<Stage, number>();
    const used = new Map<Stage, Processor>();
    const add = (stage: Stage, time: number, from: Processor, to: Processor) => {
      times.set(stage, (times.get(stage) ?? 0) + time);
      const sum = used.get(stage) ?? { browser: 0, page: 0, node: 0 };
      for (const kind of KINDS) sum[kind] += to[kind] - from[kind];
      used.set(stage, sum);
    };
    for (let round = -2; round < rounds; round += 1) {
      tree.refresh();
      let before = tree.used;
      const ended: Array<[Stage, number, Processor, Processor]> = [];
      const onStage = ({ stage, begun, ended: end }: { stage: string; begun: number; ended: number }) => {
        const now = tree.used;
        ended.push([stage as Stage, end - begun, before, now]);
        before = now;
      };
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await renderer.render(`${url}${round}`, { onStage } as object);
      const afterwards = tree.used;
      await sleep(CLEARED); // oxlint-disable-line no-await-in-loop -- one after the other
      ended.push(['clear', 0, afterwards, tree.used]);
      if (round >= 0) for (const [stage, time, from, to] of ended) add(stage, time, from, to);
    }
    print(`\n${name}, ${rounds} renders: milliseconds of each\n`);
    print('| stage | time | browser | page | node |\n| --- | ---: | ---: | ---: | ---: |');
    const each = (value = 0) => (value / rounds).toFixed(1);
    const total: Processor = { browser: 0, page: 0, node: 0 };
    for (const stage of STAGES) {
      const of = used.get(stage);
      if (!of) continue;
      for (const kind of KINDS) total[kind] += of[kind];
      print(`| ${stage} | ${each(times.get(stage))} | ${KINDS.map((kind) => each(of[kind])).join(' | ')} |`);
    }
    const all = [...times.values()].reduce((sum, one) => sum + one, 0);
    print(`| all | ${each(all)} | ${KINDS.map((kind) => each(total[kind])).join(' | ')} |`);
    print(await bareRow(bare, url, rounds));
  }
}

async function bareRow(bare: Engine, url: string, rounds: number): Promise<string> {
  await bare.render(`${url}-1`);
  const tree = new ProcessTree(bare.pid);
  tree.refresh();
  const before = tree.used;
  const started = performance.now();
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let round = 0; round < rounds; round += 1) await bare.render(`${url}${round}`);
  const time = performance.now() - started;
  await sleep(CLEARED);
  const after = tree.used;
  const each = (value: number) => (value / rounds).toFixed(1);
  return `| bare navigation | ${each(time)} | ${each(after.browser - before.browser)} | ${each(after.page - before.page)} | |`;
}

/** Processor time so far of a process and those below it, all threads included (Linux). */
class ProcessTree {
  readonly #root: number;
  readonly #kinds = new Map<number, keyof Processor>();

  constructor(root: number) {
    this.#root = root;
  }

  /** Looks for processes that were started since. */
  refresh(): void {
    const parents = new Map<number, number>();
    for (const name of list('/proc')) {
      const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : undefined;
      if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    }
    const found = [this.#root];
    for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
    for (const pid of found) if (!this.#kinds.has(pid)) this.#kinds.set(pid, kindOf(pid));
  }

  /** Milliseconds so far. */
  get used(): Processor {
    const sum: Processor = { browser: 0, page: 0, node: 0 };
    for (const [pid, kind] of this.#kinds) {
      for (const thread of list(`/proc/${pid}/task`)) {
        sum[kind] += Number(read(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ', 1)[0] ?? 0) / 1e6;
      }
    }
    return sum;
  }
}

function kindOf(pid: number): keyof Processor {
  if (pid === process.pid) return 'node';
  return read(`/proc/${pid}/cmdline`)?.includes('--type=renderer') ? 'page' : 'browser';
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
