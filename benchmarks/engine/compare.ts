/**
 * `npm run benchmark:engine -- BEFORE AFTER …`: the engine's routes of several builds of the repository, each beside the first one,
 * such as a clone of an earlier version. Ten rounds for each route; within a round, both builds get small portions of requests by
 * turns, so that a busy machine affects both. The figures are medians of the rounds.
 *
 * Each build needs `npm run build` and `npm ci --prefix benchmarks`. Processor time is read from `/proc` (Linux).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { databases, type WithDatabase } from './databases.ts';
import { ENGINE, type Load, loaded, median } from './load.ts';

const ROUNDS = 10;
/** Portions of each build in a round, and requests in a portion: about a fifth of a second. */
const PORTIONS = 8;
const REQUESTS: Readonly<Record<keyof typeof ENGINE, number>> = { pending: 500, accept: 100, shop: 500, page: 1000 };

interface Host {
  readonly name: string;
  readonly origin: string;
  readonly process: ChildProcess;
}

/** What one host did in one round, for one request, in microseconds. */
interface Figures {
  /** From the first request of a portion to its last answer. */
  elapsed: number;
  /** Processor time of the host. */
  busy: number;
}

async function started(root: string, databaseUrl: string): Promise<Host> {
  const child = fork(path.join(root, 'benchmarks/engine/host.ts'), [databaseUrl], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { name: path.basename(path.resolve(root)), origin: `http://127.0.0.1:${port}`, process: child };
}

/** Processor time of a process since its start, in microseconds. */
function processorTime({ pid }: ChildProcess): number {
  const tasks = `/proc/${pid}/task`;
  const times = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ', 1)[0]);
  return times.reduce((total, nanoseconds) => total + Number(nanoseconds) / 1000, 0);
}

async function portion(host: Host, load: Load, amount: number, figures: Figures): Promise<void> {
  const [start, before] = [performance.now(), processorTime(host.process)];
  await loaded(host.origin, load, { amount });
  figures.elapsed += ((performance.now() - start) * 1000) / amount / PORTIONS;
  figures.busy += (processorTime(host.process) - before) / amount / PORTIONS;
}

/** One row: both builds in turns, after both have compiled what they need. */
async function compare(what: keyof typeof ENGINE, first: Host, other: Host): Promise<void> {
  const load = ENGINE[what];
  for (const host of [first, other]) await loaded(host.origin, load, { duration: 2 });
  const rounds: [before: Figures, after: Figures][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, after] = [
      { elapsed: 0, busy: 0 },
      { elapsed: 0, busy: 0 },
    ];
    for (let turn = 0; turn < PORTIONS; turn += 1) {
      const order = [[first, before] as const, [other, after] as const];
      for (const [host, figures] of turn % 2 === 0 ? order : order.toReversed()) {
        await portion(host, load, REQUESTS[what], figures);
      }
    }
    rounds.push([before, after]);
  }
  const of = (part: (before: Figures, after: Figures) => number) => median(rounds.map((round) => part(...round)));
  const cells = [
    what,
    other.name,
    Math.round(of((before) => 1e6 / before.elapsed)),
    Math.round(of((_, after) => 1e6 / after.elapsed)),
    of((before, after) => before.elapsed / after.elapsed).toFixed(3),
    Math.round(of((before) => before.busy)),
    Math.round(of((_, after) => after.busy)),
    of((before, after) => after.busy / before.busy).toFixed(3),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

/** Runs with a host of a build, on a database of its own. */
async function withHost<Result>(
  root: string,
  database: WithDatabase,
  run: (host: Host) => Promise<Result>,
): Promise<Result> {
  return database(async (url) => {
    const host = await started(root, url);
    try {
      return await run(host);
    } finally {
      host.process.disconnect();
      await once(host.process, 'exit');
    }
  });
}

/** Compares builds on each database, or on the one that `BENCHMARK_DATABASE` names. @param others folders of clones */
export async function compareBuilds(first: string, others: readonly string[]): Promise<void> {
  const { BENCHMARK_ROUTES: routes } = process.env;
  const whats = (Object.keys(ENGINE) as (keyof typeof ENGINE)[]).filter(
    (what) => routes?.split(',').includes(what) ?? true,
  );
  for (const [name, database] of databases()) {
    console.log(`\n${name}, ${ROUNDS} rounds, load ${loadavg()[0].toFixed(1)} at the start`);
    console.log('| route | build | before, req/s | after | ratio | before, µs of processor | after | ratio |');
    console.log('|---|---|---|---|---|---|---|---|');
    for (const root of others) {
      await withHost(first, database, (before) =>
        withHost(root, database, async (after) => {
          for (const what of whats) await compare(what, before, after);
        }),
      );
    }
    console.log(`load ${loadavg()[0].toFixed(1)} at the end`);
  }
}
