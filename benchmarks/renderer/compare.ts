/**
 * `node benchmarks/renderer/compare.ts BEFORE AFTER [rounds [page …]]`: two builds of this repository side by side: the time that each page takes, and
 * cached results. Within a round the builds take turns, so that a busy machine affects both; figures are medians of the rounds. Each build
 * needs `npm ci` and `npm run build`. Pages are those of `pages.ts`, and `cached`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import path from 'node:path';
import { listening } from '../../testing/listening.ts';
import { PAGES, startSites } from './pages.ts';

/** Cached results that are fetched in one turn, and how many at a time. */
const HITS = 3000;
const AT_ONCE = 16;

interface Build {
  readonly process: ChildProcess;
  readonly rendering: string;
  readonly caching: string;
}

async function started(root: string): Promise<Build> {
  const child = fork(path.join(import.meta.dirname, 'build.ts'), [root], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [urls] = (await once(child, 'message')) as [Pick<Build, 'rendering' | 'caching'>];
  return { process: child, ...urls };
}

async function fetched(url: string): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
}

/** @returns milliseconds of one render */
async function render({ rendering }: Build, target: string): Promise<number> {
  const start = performance.now();
  await fetched(`${rendering}/render/${encodeURIComponent(target)}`);
  return performance.now() - start;
}

async function busy({ process: child }: Build): Promise<number> {
  const answer = once(child, 'message') as Promise<[number]>;
  child.send('cpu');
  return (await answer)[0];
}

/** @returns microseconds of the service's processor time for one cached result */
async function hit(build: Build, target: string): Promise<number> {
  const url = `${build.caching}/render/${encodeURIComponent(target)}`;
  const before = await busy(build);
  const turns = Array.from({ length: AT_ONCE }, async () => {
    // oxlint-disable-next-line no-await-in-loop -- one after the other on each connection
    for (let count = 0; count < HITS / AT_ONCE; count += 1) await fetched(url);
  });
  await Promise.all(turns);
  return ((await busy(build)) - before) / HITS;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

const [first = '', second = '', given = '9', ...named] = process.argv.slice(2);
const isNamed = (name: string) => named.length === 0 || named.includes(name);
const rounds = Number(given);
const { urls, close } = await startSites(['127.0.0.1']);
// The sites above say that nothing is to be cached.
await using cacheable = await listening(
  createServer(
    (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGES['plain']?.html),
  ),
);
const [before, after] = [await started(first), await started(second)];
try {
  console.log(`${rounds} rounds, load ${loadavg()[0]?.toFixed(1)} at the start\n`);
  console.log('| what | before | after | after / before |\n| --- | ---: | ---: | ---: |');
  for (const [name, { what }] of Object.entries(PAGES)) {
    if (isNamed(name)) await row(`${what}, ms`, (build, round) => render(build, `${urls[0]}/${name}?${round}`));
  }
  if (isNamed('cached')) await row('a cached result, µs of processor time', (build) => hit(build, `${cacheable.url}/`));
  console.log(`\nload ${loadavg()[0]?.toFixed(1)} at the end`);
} finally {
  for (const { process: child } of [before, after]) {
    if (!child.connected) continue;
    child.disconnect();
    await once(child, 'exit');
  }
  close();
}

/** Measures both builds in turns, after a round to warm up, and prints the medians. */
async function row(what: string, measure: (build: Build, round: number) => Promise<number>): Promise<void> {
  const pairs: Array<readonly [number, number]> = [];
  for (let round = -1; round < rounds; round += 1) {
    const isSwapped = round % 2 === 0;
    const one = await measure(isSwapped ? after : before, round);
    const other = await measure(isSwapped ? before : after, round);
    if (round >= 0) pairs.push(isSwapped ? [other, one] : [one, other]);
  }
  const cells = [
    what,
    median(pairs.map(([early]) => early)).toFixed(1),
    median(pairs.map(([, late]) => late)).toFixed(1),
    median(pairs.map(([early, late]) => late / early)).toFixed(3),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
