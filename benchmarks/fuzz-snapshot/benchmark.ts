/**
 * Writes random trees as HTML in each form, parses the HTML again, and compares the elements.
 *
 * `node benchmarks/fuzz-snapshot/benchmark.ts [trees] [first seed] [trees on a page]`
 */
import { randomInt } from 'node:crypto';
import { chromium } from 'playwright-core';
import { findBrowser } from 'page-renderer';
import type { Judged } from '../../packages/page-renderer/test/serialisation/fuzz/judge.ts';
import { FORMS, Judge } from '../../packages/page-renderer/test/serialisation/fuzz/judge.ts';

const [trees = 20_000, seed = randomInt(2 ** 24), onPage = 40] = process.argv.slice(2).map(Number);
/** Findings that are printed. */
const SHOWN = 20;

const print = (line: string) => process.stdout.write(`${line}\n`);
const { executablePath } = await findBrowser();
const launch = () => chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
const started = performance.now();
const rules = new Map<string, number>();
const [counts, found] = [{ elements: 0, done: 0 }, new Map<string, number>()];
let next = seed;
let restarts = 0;
let version = '';

/** Takes pages of trees until none are left. A browser that ends is replaced, and its page is judged once more. */
async function lane(): Promise<void> {
  let again: number[] = [];
  while (again.length > 0 || next < seed + trees) {
    const browser = await launch();
    version = browser.version();
    await using judge = await Judge.open(browser);
    while (again.length > 0 || next < seed + trees) {
      const count = Math.min(onPage, seed + trees - next);
      const seeds = again.length > 0 ? again : Array.from({ length: count }, (_, index) => next + index);
      if (again.length === 0) next += count;
      const judged = await judge.judge(seeds).catch((error: unknown) => {
        if (browser.isConnected() || again.length > 0) throw error;
      });
      again = judged ? [] : seeds;
      if (!judged) break;
      note(judged, seeds.length);
    }
    if (again.length > 0) restarts += 1;
    await browser.close();
  }
}

function note({ findings, rules: used, elements }: Judged, done: number): void {
  for (const [rule, times] of Object.entries(used)) rules.set(rule, (rules.get(rule) ?? 0) + times);
  counts.elements += elements;
  counts.done += done;
  for (const finding of findings) {
    const key = `${finding.form} ${finding.parser}`;
    found.set(key, (found.get(key) ?? 0) + 1);
    const shown = [...found.values()].reduce((sum, one) => sum + one, 0);
    if (shown <= SHOWN) print(`FINDING: ${JSON.stringify({ ...finding, seeds: finding.seeds.slice(0, 2) })}`);
  }
  if (counts.done % 1_000 < onPage) {
    print(`  ${counts.done} of ${trees}, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
}

await Promise.all([lane(), lane()]);
const total = [...found.values()].reduce((sum, one) => sum + one, 0);
print(
  `Chromium ${version}, ${counts.done} trees from seed ${seed}, ${onPage} on a page, ${((performance.now() - started) / 1_000).toFixed(0)} s`,
);
print(
  `Forms: ${FORMS.join(', ')}. Elements compared: ${counts.elements}. Trees that differ: ${total}. Browsers that ended: ${restarts}`,
);
print('| Rule | Uses |\n| --- | ---: |');
for (const [rule, times] of [...rules].toSorted(([, a], [, b]) => b - a)) print(`| ${rule} | ${times} |`);
for (const [key, times] of found) print(`${key}: ${times}`);
process.exitCode = total > 0 ? 1 : 0;
