/**
 * Writes random trees as HTML in each form, parses the HTML again, and compares the elements.
 *
 * `node benchmarks/fuzz-snapshot/benchmark.ts [trees] [first seed] [trees on a page]`
 */
import { randomInt } from 'node:crypto';
import { chromium } from 'playwright-core';
import { findBrowser } from 'page-renderer';
import { FORMS, Judge } from '../../packages/page-renderer/test/serialisation/fuzz/judge.ts';

const [trees = 20_000, seed = randomInt(2 ** 24), onPage = 40] = process.argv.slice(2).map(Number);
/** Findings that are printed. */
const SHOWN = 20;

const print = (line: string) => process.stdout.write(`${line}\n`);
const { executablePath } = await findBrowser();
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
const started = performance.now();
const rules = new Map<string, number>();
const [counts, found] = [{ elements: 0, done: 0 }, new Map<string, number>()];
let next = seed;

async function lane(): Promise<void> {
  await using judge = await Judge.open(browser);
  while (next < seed + trees) {
    const count = Math.min(onPage, seed + trees - next);
    const seeds = Array.from({ length: count }, (_, index) => next + index);
    next += count;
    const { findings, rules: used, elements } = await judge.judge(seeds).catch((error: unknown) => {
      throw new Error(`seeds from ${seeds[0]}`, { cause: error });
    });
    for (const [rule, times] of Object.entries(used)) rules.set(rule, (rules.get(rule) ?? 0) + times);
    counts.elements += elements;
    counts.done += count;
    for (const finding of findings) {
      const key = `${finding.form} ${finding.parser}`;
      found.set(key, (found.get(key) ?? 0) + 1);
      const total = [...found.values()].reduce((sum, one) => sum + one, 0);
      if (total <= SHOWN) print(`FINDING: ${JSON.stringify({ ...finding, seeds: finding.seeds.slice(0, 2) })}`);
    }
    if (counts.done % 2_000 < onPage) print(`  ${counts.done} of ${trees}, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
}

const failed = (error: unknown) => {
  print(`FAILED: ${error instanceof SuppressedError ? String(error.suppressed) : String(error)}`);
  process.exitCode = 1;
};
await Promise.all([lane().catch(failed), lane().catch(failed)]);
await browser.close();
const total = [...found.values()].reduce((sum, one) => sum + one, 0);
print(`Chromium ${browser.version()}, ${trees} trees from seed ${seed}, ${onPage} on a page, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
print(`Forms: ${FORMS.join(', ')}. Elements compared: ${counts.elements}. Trees that differ: ${total}`);
print('| Rule | Uses |\n| --- | ---: |');
for (const [rule, times] of [...rules].toSorted(([, a], [, b]) => b - a)) print(`| ${rule} | ${times} |`);
for (const [key, times] of found) print(`${key}: ${times}`);
process.exitCode = total > 0 ? 1 : 0;
