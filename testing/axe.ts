import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { testsAll } from './rounds.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose outcome depends on colours or on the width; the others see the same page at any. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * What axe finds on a page as it looks now. It is evaluated and no script is put into the page, whose
 * Content-Security-Policy stays as it is.
 */
export function axeFinds(page: Page): Promise<string[]> {
  return found(page);
}

/**
 * What axe finds on a page in light and in dark; the page stays dark. Where a test also shows it narrow and wide, the four
 * looks differ in colours and widths only: all rules are applied at a desk in light and on a phone in dark, and where all
 * variants run those that depend on colours or on the width in the other two.
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

/** Pages that are looked at narrow and wide now. */
const atBothWidths = new WeakSet<Page>();

/** A phone and a desk. */
export const WIDTHS: readonly number[] = [390, 1280];

/** Looks at the page that is open, made as wide as a phone and as a desk; then it has its own size again. */
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

/** What axe says of one rule on a page: of how many elements it holds, does not hold, and of how many axe cannot tell. */
export interface AxeOutcome {
  readonly rule: string;
  /** Success criteria of WCAG that axe counts the rule to, such as `1.4.3`. */
  readonly criteria: readonly string[];
  readonly passes: number;
  /** Selectors of elements for which it does not hold. */
  readonly violations: readonly string[];
  readonly incomplete: readonly string[];
}

/**
 * The outcome of each rule that axe could apply to a page; those that nothing on it concerns are left out.
 *
 * @param include selectors of what to look at
 * @param runOnly rules; without it, all of WCAG 2 at the levels A and AA
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

async function loadAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate('typeof axe === "object"');
  if (isThere !== true) await page.evaluate(AXE);
}

async function found(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  await loadAxe(page);
  // What passed need not be described node by node.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as { violations: Violation[] };
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  );
}
