/**
 * `npm run benchmark:renderer [-- rounds] [part …]`: time and processor time of a render, without a cache, compared with Rendertron
 * and Prerender as they are shipped, puppeteer-core, and a bare navigation. All use the same browser and alternate, so that
 * disturbances of the machine affect each; figures are medians. A result is right if it contains the page's mark. The parts are
 * `pages`, one at a time, `parallel`, `start`, and, which only run if they are named, `anchor`, the ratio to a bare navigation in pairs, and
 * `memory` over 3,000 renders. With `--profile [page …]` it prints instead where the time of a render goes, see `profile.ts`.
 */
import { loadavg } from 'node:os';
import { findBrowser } from '../../packages/page-renderer/dist/browser/find/find.js';
import type { Engine } from './engines.ts';
import { bareNavigation, pageRenderer, prerender, puppeteerIdle, rendertron } from './engines.ts';
import { memoryAfter, ofManySites, startTime, throughput } from './more.ts';
import { MARK, PAGES, startSites } from './pages.ts';
import { printProfile } from './profile.ts';

const ROUNDS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 9);
const named = process.argv.slice(2).filter((word) => !/^\d+$|^--/.test(word));
const isProfile = process.argv.includes('--profile');
const parts = new Set(isProfile ? [] : named.length > 0 ? named : ['pages', 'parallel', 'start']);
const PARALLEL = 8;
const SITES = 200;
const STARTS = 3;

/** The results of one engine for one page. */
interface Row {
  times: number[];
  right: number;
}

const { executablePath } = await findBrowser();
const hosts = Array.from({ length: SITES }, (_, index) => `127.0.1.${index + 1}`);
const { urls, close } = await startSites(['127.0.0.1', ...hosts]);
const [url = '', ...sites] = urls;
const probe = `${url}/plain`;
const engines: Engine[] = [];
try {
  const services: Array<(browser: string, probe: string) => Promise<Engine>> = [];
  const compared = isProfile || parts.has('anchor') ? [] : [puppeteerIdle, rendertron, prerender];
  for (const start of [bareNavigation, pageRenderer, ...compared]) {
    try {
      const engine = await start(executablePath, probe);
      engines.push(engine);
      if (engine.firstAfter !== undefined) services.push(start);
    } catch (error) {
      print(`left out: ${(error as Error).message} with ${executablePath}`);
    }
  }
  for (const engine of engines) await engine.render(probe);
  if (isProfile && engines[0]) await printProfile(profiled(), engines[0], ROUNDS);
  if (parts.has('anchor')) await inPairs();
  if (parts.has('pages')) await onePageAtATime();
  if (parts.has('parallel')) await manyAtATime();
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  if (parts.has('start')) for (const start of services) await printStart(start);
  if (parts.has('memory')) await printMemory();
} finally {
  await Promise.allSettled(engines.map((engine) => engine.close()));
  close();
}

async function onePageAtATime(): Promise<void> {
  printHead('One at a time');
  for (const [name, { what, rounds = ROUNDS }] of Object.entries(PAGES)) {
    const rows = new Map(engines.map((engine): [Engine, Row] => [engine, { times: [], right: 0 }]));
    for (let round = 0; round < Math.min(rounds, ROUNDS); round += 1) {
      for (const [engine, row] of rows) await measure(engine, `${url}/${name}?${round}`, row);
    }
    const [bare] = rows.values();
    const limit = median(bare?.times ?? []);
    print(`| ${what} | ${[...rows.values()].map((row) => cell(row, limit)).join(' | ')} |`);
  }
}

function profiled(): Array<readonly [name: string, url: string]> {
  const names = named.length > 0 ? named : ['plain', 'article', 'nodes'];
  return names.map((name) => [PAGES[name]?.what ?? name, `${url}/${name}?`] as const);
}

function none(): Row {
  return { times: [], right: 0 };
}

/** A bare navigation and a render in turns, after two pairs to warm up. */
async function inPairs(): Promise<void> {
  const [bare, renderer] = engines;
  if (!bare || !renderer) return;
  print(`\nload over the last minute: ${loadavg()[0]?.toFixed(1)}\n`);
  print('| page | bare navigation | page-renderer | ratio |\n| --- | ---: | ---: | ---: |');
  for (const [name, { what }] of Object.entries(PAGES)) {
    const rows: readonly [Row, Row] = [none(), none()];
    for (let round = -2; round < ROUNDS; round += 1) {
      const page = `${url}/${name}?pair-${round}`;
      const into: typeof rows = round < 0 ? [none(), none()] : rows;
      await measure(bare, page, into[0]);
      await measure(renderer, page, into[1]);
    }
    const [least, time] = rows.map(({ times }) => median(times)) as [number, number];
    const wrong = rows[1].right < ROUNDS ? `, **${rows[1].right} of ${ROUNDS} right**` : '';
    print(`| ${what} | ${least.toFixed(0)} ms | ${time.toFixed(0)} ms | ${(time / least).toFixed(2)}${wrong} |`);
  }
}

async function manyAtATime(): Promise<void> {
  printHead(`${PARALLEL} at a time, pages a second (seconds of processor time a page)`);
  for (const name of ['plain', 'spa', 'assets', 'nodes']) {
    const pages = Array.from({ length: PARALLEL * 8 }, (_, index) => `${url}/${name}?${index}`);
    // By then, the maximum number of parallel pages has been opened.
    for (const engine of engines) await throughput(engine, pages.slice(0, PARALLEL * 2), PARALLEL);
    await printThroughput(PAGES[name]?.what ?? '', pages);
  }
  await printThroughput(`the second, of ${SITES} sites in turn, each twice`, ofManySites(sites, 'spa'));
}

async function printThroughput(what: string, pages: readonly string[]): Promise<void> {
  const cells: string[] = [];
  for (const engine of engines) {
    const { rate, processor, wrong } = await throughput(engine, pages, PARALLEL);
    cells.push(`${rate.toFixed(1)} (${processor.toFixed(3)})${wrong > 0 ? `, **${wrong} wrong**` : ''}`);
  }
  print(`| ${what} | ${cells.join(' | ')} |`);
}

async function printStart(start: (browser: string, probe: string) => Promise<Engine>): Promise<void> {
  const { name, milliseconds } = await startTime(() => start(executablePath, probe), STARTS);
  print(`\nfrom the start of ${name} to its first page: ${Math.round(milliseconds)} ms`);
}

async function printMemory(): Promise<void> {
  const engine = await pageRenderer(executablePath, probe);
  engines.push(engine);
  for (const { renders, megabytes } of await memoryAfter(engine, `${url}/spa`, [200, 2_000, 3_000], PARALLEL)) {
    print(`\nmemory of the browsers after ${renders} renders: ${Math.round(megabytes)} MB`);
  }
}

function printHead(what: string): void {
  print(`\nload over the last minute: ${loadavg()[0]?.toFixed(1)}\n`);
  print(`| ${what} | ${engines.map(({ name }) => name).join(' | ')} |\n| --- |${' ---: |'.repeat(engines.length)}`);
}

async function measure(engine: Engine, page: string, row: Row): Promise<void> {
  const started = performance.now();
  const html = await engine.render(page).catch(() => '');
  row.times.push(performance.now() - started);
  if (html.includes(MARK)) row.right += 1;
}

/** Milliseconds, their ratio to the bare navigation, and the number of right results unless all were right. */
function cell({ times, right }: Row, limit: number): string {
  const time = median(times);
  const wrong = right < times.length ? `, **${right} of ${times.length} right**` : '';
  return `${Math.round(time)} ms (${(time / limit).toFixed(1)})${wrong}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
