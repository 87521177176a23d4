import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { testsAll } from './rounds.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result depends on colours or on the width; the others have the same result for all. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/**
 * The violations that axe finds on a page in its current state. It is evaluated without adding a script to the page, whose
 * Content-Security-Policy stays unchanged.
 */
export function axeFinds(page: Page): Promise<string[]> {
  return found(page);
}

/**
 * The violations that axe finds on a page in light and in dark; the page stays dark. If a test also shows it narrow and wide,
 * the four variants differ in colours and widths only: all rules are applied on a desktop in light and on a phone in dark; if
 * all variants run, the rules that depend on colours or on the width are also applied in the other two.
 */
export async function axeFindsInLightAndDark(page: Page): Promise<string[]> {
  const isPhone = (page.viewportSize()?.width ?? Infinity) <= 600;
  const all: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const isWhole = isPhone === (colorScheme === 'dark');
    if (!isWhole && !testsAll && atBothWidths.has(page)) continue;
    await page.emulateMedia({ colorScheme });
    const violations = await found(page, isWhole ? undefined : LOOKS);
    all.push(...violations.map((violation) => `${colorScheme}, ${violation}`));
  }
  return all;
}

/** Pages that are currently checked narrow and wide. */
const atBothWidths = new WeakSet<Page>();

/** A phone and a desktop. */
export const WIDTHS: readonly number[] = [390, 1280];

/** Checks the open page with the width of a phone and of a desktop; then restores its size. */
export async function atEachWidth(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  const own = page.viewportSize();
  atBothWidths.add(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await look(width);
  }
  atBothWidths.delete(page);
  if (own !== null) await page.setViewportSize(own);
}

/** The result of one rule on a page: the number of elements that pass, that fail, and that axe cannot decide. */
export interface AxeOutcome {
  readonly rule: string;
  /** Success criteria of WCAG to which axe assigns the rule, such as `1.4.3`. */
  readonly criteria: readonly string[];
  readonly passes: number;
  /** Selectors of elements that fail. */
  readonly violations: readonly string[];
  readonly incomplete: readonly string[];
}

/**
 * The result of each rule that axe could apply to a page; rules that concern nothing on the page are left out.
 *
 * @param include selectors of the elements to check
 * @param runOnly rules; default: all of WCAG 2 at the levels A and AA
 */
export async function axeOutcomes(
  page: Page,
  include: readonly string[],
  runOnly?: readonly string[],
): Promise<AxeOutcome[]> {
  await loadAxe(page);
  const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
  const options = JSON.stringify({ preload: false, runOnly: runOnly ?? wcag });
  return (await page.evaluate(`axe.run({ include: ${JSON.stringify(include)} }, ${options}).then((results) => {
    const outcomes = new Map();
    for (const kind of ['passes', 'violations', 'incomplete']) {
      for (const { id, tags, nodes } of results[kind]) {
        const criteria = tags.flatMap((tag) => /^wcag(\\d)(\\d)(\\d+)$/.exec(tag)?.slice(1).join('.') ?? []);
        const outcome = outcomes.get(id) ?? { rule: id, criteria, passes: 0, violations: [], incomplete: [] };
        if (kind === 'passes') outcome.passes += nodes.length;
        else outcome[kind].push(...nodes.map(({ target }) => target[0]));
        outcomes.set(id, outcome);
      }
    }
    return [...outcomes.values()];
  })`)) as AxeOutcome[];
}

/** Pages whose next documents begin with axe. */
const withAxe = new WeakSet<Page>();

async function loadAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate('typeof axe === "object"');
  if (isThere === true) return;
  await page.evaluate(AXE);
  // It is not sent again with each document. Frames stay without it, as on a page that was checked once.
  if (!withAxe.has(page)) await page.addInitScript(`if (self === top) { ${AXE} }`);
  withAxe.add(page);
}

async function found(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  await loadAxe(page);
  // Passed rules need no details for each node, and passing on all details took two thirds of this process’s time.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) });
  return (await page.evaluate(`axe.run(${options}).then(({ violations }) => violations.map(
    ({ id, nodes }) => id + ': ' + nodes.map((node) => node.html + ' ' + node.failureSummary).join('\\n')))`)) as string[];
}
