/**
 * Writes random trees as HTML in each form, parses the HTML again, and compares the elements.
 *
 * `node benchmarks/fuzz-snapshot/benchmark.ts [trees] [first seed]`
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { findBrowser } from 'page-renderer';
import type { Judged } from '../../packages/page-renderer/test/serialisation/fuzz/judge.ts';
import { FORMS, Judge, OF_A_KIND } from '../../packages/page-renderer/test/serialisation/fuzz/judge.ts';

const [trees = 20_000, seed = randomInt(2 ** 24)] = process.argv.slice(2).map(Number);
/** Findings that are printed. */
const SHOWN = 20;
/** Maximum time for a page of trees, in milliseconds. */
const LONGEST = 300_000;

/** Trees for one page. */
interface Page {
  seeds: number[];
  /** How often its browser ended, or did not answer. */
  ended: number;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const { executablePath } = await findBrowser();
const launch = () => chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
const started = performance.now();
const rules = new Map<string, number>();
const [counts, found] = [{ elements: 0, done: 0, restarts: 0 }, new Map<string, number>()];
let version = '';

const pages: Page[] = [];
for (let next = seed; next < seed + trees;) {
  const end = Math.min((Math.floor(next / OF_A_KIND) + 1) * OF_A_KIND, seed + trees);
  pages.push({ seeds: Array.from({ length: end - next }, (_, index) => next + index), ended: 0 });
  next = end;
}
pages.reverse();

/** Takes pages of trees until none are left. A browser that ends is replaced, and goes on with the same page. */
async function lane(): Promise<void> {
  while (pages.length > 0) {
    const browser = await launch();
    version = browser.version();
    try {
      const judge = await Judge.open(browser);
      for (let page = pages.pop(); page; page = pages.pop()) {
        const late = new AbortController();
        const tooLong = sleep(LONGEST, undefined, { signal: late.signal }).then(() => {
          throw new Error('The browser does not answer');
        });
        const judged = await Promise.race([judge.judge(page.seeds), tooLong]).catch((error: unknown) => error as Error);
        late.abort();
        await tooLong.catch(() => {});
        if (judged instanceof Error) {
          counts.restarts += 1;
          again(page, judged);
          break;
        }
        note(judged, page.seeds.length);
      }
    } finally {
      await browser.close();
    }
  }
}

/** A page whose browser ends twice is divided into its trees; a tree that does so is a finding. */
function again({ seeds, ended }: Page, { message }: Error): void {
  if (ended === 0) pages.push({ seeds, ended: 1 });
  else if (seeds.length > 1) pages.push(...seeds.map((one) => ({ seeds: [one], ended: 0 })));
  else {
    const difference = `The browser ended twice: ${message.split('\n', 1)[0]}`;
    note(
      {
        findings: FORMS.slice(0, 1).map((form) => ({ seeds, form, parser: 'page', difference })),
        rules: {},
        elements: 0,
      },
      1,
    );
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
  if (counts.done % 1_000 < done) {
    print(`  ${counts.done} of ${trees}, ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
}

await Promise.all([lane(), lane()]);
const total = [...found.values()].reduce((sum, one) => sum + one, 0);
print(
  `Chromium ${version}, ${counts.done} trees from seed ${seed}, ${((performance.now() - started) / 1_000).toFixed(0)} s`,
);
print(
  `Forms: ${FORMS.join(', ')}. Elements compared: ${counts.elements}. Findings: ${total}. Browsers that ended: ${counts.restarts}`,
);
print('| Rule | Uses |\n| --- | ---: |');
for (const [rule, times] of [...rules].toSorted(([, a], [, b]) => b - a)) print(`| ${rule} | ${times} |`);
for (const [key, times] of found) print(`${key}: ${times}`);
process.exitCode = total > 0 ? 1 : 0;
