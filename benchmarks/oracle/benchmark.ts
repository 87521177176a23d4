/**
 * Renders pages whose final document is known, and counts pages that are wrongly called complete.
 *
 * `node benchmarks/oracle/benchmark.ts [pages] [at a time] [seed] [--busy] [--generated] [--to FILE]`; with `--generated` without those that
 * never rest. The counts are also written to the file, as JSON.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createRenderer } from 'page-renderer';
import type { Judgement } from '../../packages/page-renderer/test/oracle/judge.ts';
import { judge, judgeAll, samplePages, shrink } from '../../packages/page-renderer/test/oracle/judge.ts';
import { LATE_TEXT, NEVER_AT_REST, neverAtRest } from '../../packages/page-renderer/test/oracle/never-at-rest.ts';
import { startOracleSite } from '../../packages/page-renderer/test/oracle/site.ts';

const numbers = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const [pages = 1_000, atATime = 8, seed = randomInt(2 ** 31)] = numbers.map(Number);
const isBusy = process.argv.includes('--busy');
const to = process.argv.indexOf('--to');
const file = to > 0 ? process.argv[to + 1] : undefined;
/** Number of pages after which progress is printed. */
const STEP = 250;
/** Milliseconds that a step may take in addition to its waiting time. */
const SLACK = isBusy ? 1_500 : 400;

const burners = Array.from({ length: isBusy ? availableParallelism() : 0 }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
const site = await startOracleSite();
const renderer = await createRenderer({
  allowPrivateNetworks: ['127.0.0.0/8', '::1'],
  concurrency: atATime,
  maxQueue: 1_000,
  timeout: 30_000,
  logLevel: 'silent',
});

const ends = new Map<string, number>();
const wrong: Judgement[] = [];
/** Pages that took too long. */
const late: Judgement[] = [];
let incomplete = 0;
let done = 0;
const judgeOne = (page: Judgement['page']) => judge(renderer, site, page, SLACK);
try {
  const started = performance.now();
  await judgeAll(samplePages(pages, seed), atATime, judgeOne, (judgement) => {
    const { verdict, missing } = judgement;
    ends.set(verdict, (ends.get(verdict) ?? 0) + 1);
    done += 1;
    if (missing.length > 0) incomplete += 1;
    if (judgement.wrong !== undefined) {
      wrong.push(judgement);
      print(`FINDING: ${JSON.stringify(judgement)}`);
    }
    if (done % STEP === 0) {
      const rate = (done / (performance.now() - started)) * 1_000;
      print(`  ${done} of ${pages}, ${rate.toFixed(1)} a second, ${wrong.length} findings`);
    }
    if (verdict === 'budget') late.push(judgement);
  });
  const seconds = (performance.now() - started) / 1_000;
  const counts = [...ends].toSorted(([, a], [, b]) => b - a).map(([verdict, count]) => `${verdict} ${count}`);
  print(
    `${pages} pages, ${atATime} at a time${isBusy ? ', both cores loaded' : ''}, seed ${seed}, ${seconds.toFixed(0)} s`,
  );
  print(`  ${counts.join(', ')}`);
  print(`  without a mark that lies beyond a bound, and said so: ${incomplete - wrong.length}`);
  for (const kind of ['false complete', 'false settled'] as const) {
    const count = wrong.filter((judgement) => judgement.wrong === kind).length;
    print(`  ${count === 0 ? 'none' : `FINDING: ${count}`} ${kind}`);
    if (count > 0) process.exitCode = 1;
  }
  if (file !== undefined) {
    const falsely = (kind: Judgement['wrong']) =>
      wrong.filter((judgement) => judgement.wrong === kind).map(({ page }) => page);
    const counted = {
      verdicts: Object.fromEntries(ends),
      complete: falsely('false complete'),
      settled: falsely('false settled'),
    };
    writeFileSync(file, JSON.stringify({ seconds: Math.round(seconds), ...counted }));
  }
  if (!process.argv.includes('--generated')) await judgeNeverAtRest();
  for (const { page, pending } of late.slice(0, 3))
    print(`  out of time, ${JSON.stringify(pending)}: ${JSON.stringify(page)}`);
  for (const { page, wrong: kind, missing } of wrong.slice(0, 3)) {
    // A random failure must be reproduced before it can be reduced.
    const again = async (smaller: Judgement['page']) => {
      for (let round = 0; round < 3; round += 1) if ((await judgeOne(smaller)).wrong === kind) return true;
      return false;
    };
    print(`  ${kind}, without ${missing.join(', ')}: ${JSON.stringify(await shrink(page, again))}`);
  }
} finally {
  for (const burner of burners) burner.kill();
  await renderer.close();
  await site[Symbol.asyncDispose]();
}

/** Renders pages that never rest, two at a time because each may keep a core busy, and their twins that bring content late. */
async function judgeNeverAtRest(): Promise<void> {
  const times: number[] = [];
  const found: string[] = [];
  const queue = NEVER_AT_REST.values();
  const work = async () => {
    for (const { source, wait, late: way } of queue) {
      const began = performance.now();
      const page = await renderer.render(site.addHtml(neverAtRest(source, wait)));
      times.push(performance.now() - began);
      if (page.verdict !== 'settled') found.push(`${page.verdict}: ${source}, ${wait} ms`);
      const twin = await renderer.render(site.addHtml(neverAtRest(source, wait, way)));
      if (twin.verdict !== 'settled') found.push(`${twin.verdict}: ${source}, ${wait} ms, by ${way}`);
      if (!twin.html.includes(LATE_TEXT)) found.push(`content lost: ${source}, ${wait} ms, by ${way}`);
    }
  };
  await Promise.all([work(), work()]);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  print(`${times.length} pages that never rest: median ${at(0.5)} ms, longest ${at(1)} ms`);
  for (const line of found) print(`  FINDING: ${line}`);
  if (found.length === 0) print('  all settled, and nothing lost of their twins');
  else process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
