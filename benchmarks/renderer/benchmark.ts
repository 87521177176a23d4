/**
 * `npm run benchmark:renderer [-- rounds]`: time and processor time of a render, without any cache, beside Rendertron and
 * Prerender as they are shipped, puppeteer-core, and a bare navigation. All use the same browser and take turns, so that what
 * disturbs the machine disturbs each; figures are medians. A result counts as right when it has the page's mark.
 */
import { loadavg } from 'node:os';
import { findBrowser } from '../../packages/page-renderer/dist/browser/find.js';
import type { Engine } from './engines.ts';
import { bareNavigation, pageRenderer, prerender, puppeteerIdle, rendertron } from './engines.ts';
import { MARK, PAGES, startSite } from './pages.ts';
import { processorSeconds } from './processor.ts';

const ROUNDS = Number(process.argv[2] ?? 9);
const PARALLEL = 8;

/** What one engine came to on one page. */
interface Row {
  times: number[];
  right: number;
  processor: number;
}

const { executablePath } = await findBrowser();
const { url, server } = await startSite();
const engines: Engine[] = [];
try {
  for (const start of [bareNavigation, pageRenderer, puppeteerIdle, rendertron, prerender]) {
    try {
      engines.push(await start(executablePath, `${url}/plain`));
    } catch (error) {
      print(`left out: ${(error as Error).message} with ${executablePath}`);
    }
  }
  for (const engine of engines) await engine.render(`${url}/plain`);
  print(`load over the last minute: ${loadavg()[0]?.toFixed(1)}`);
  print(`\n| Page | ${engines.map(({ name }) => name).join(' | ')} |\n| --- |${' ---: |'.repeat(engines.length)}`);
  for (const [name, { what, rounds = ROUNDS }] of Object.entries(PAGES)) {
    const rows = new Map(engines.map((engine): [Engine, Row] => [engine, { times: [], right: 0, processor: 0 }]));
    for (let round = 0; round < Math.min(rounds, ROUNDS); round += 1) {
      for (const [engine, row] of rows) await measure(engine, `${url}/${name}?${round}`, row);
    }
    const [bare] = rows.values();
    const limit = median(bare?.times ?? []);
    print(`| ${what} | ${[...rows.values()].map((row) => cell(row, limit)).join(' | ')} |`);
  }
  print(`\n${PARALLEL} at a time, pages a second (seconds of processor time a page)\n`);
  print(`| Page | ${engines.map(({ name }) => name).join(' | ')} |\n| --- |${' ---: |'.repeat(engines.length)}`);
  for (const name of ['plain', 'spa', 'nodes']) {
    const cells: string[] = [];
    for (const engine of engines) cells.push(await throughput(engine, `${url}/${name}`));
    print(`| ${PAGES[name]?.what} | ${cells.join(' | ')} |`);
  }
  print(`\nload over the last minute: ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await Promise.allSettled(engines.map((engine) => engine.close()));
  server.closeAllConnections();
  server.close();
}

async function measure(engine: Engine, page: string, row: Row): Promise<void> {
  const before = processorSeconds(engine.pid);
  const started = performance.now();
  const html = await engine.render(page).catch(() => '');
  row.times.push(performance.now() - started);
  row.processor += processorSeconds(engine.pid) - before;
  if (html.includes(MARK)) row.right += 1;
}

/** Milliseconds, how many times the limit that is, and how many were right unless all were. */
function cell({ times, right }: Row, limit: number): string {
  const time = median(times);
  const wrong = right < times.length ? `, **${right} of ${times.length} right**` : '';
  return `${Math.round(time)} ms (${(time / limit).toFixed(1)})${wrong}`;
}

async function throughput(engine: Engine, page: string): Promise<string> {
  const count = PARALLEL * 5;
  let [next, right] = [0, 0];
  const before = processorSeconds(engine.pid);
  const started = performance.now();
  const work = async () => {
    while (next < count) {
      next += 1;
      const html = await engine.render(`${page}?${next}`).catch(() => '');
      if (html.includes(MARK)) right += 1;
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const seconds = (performance.now() - started) / 1_000;
  const processor = (processorSeconds(engine.pid) - before) / count;
  const wrong = right < count ? `, **${right} of ${count} right**` : '';
  return `${(count / seconds).toFixed(1)} (${processor.toFixed(3)})${wrong}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
