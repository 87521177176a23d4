import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose outcome depends on colours or on the width; the others see the same page at any. */
const LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/** How a page is shown while it is looked at. */
export interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * What axe finds on a page as it looks now. It is evaluated and no script is put into the page, whose
 * Content-Security-Policy stays as it is.
 *
 * Where a test shows a page light and dark, narrow and wide, it says which of the four this is: at a desk in light and on
 * a phone in dark all rules are applied, in the other two those that depend on colours or on the width. Without `look`
 * all are applied.
 */
export function axeFinds(page: Page, look?: Look): Promise<string[]> {
  const isWhole = look === undefined || look.width > 600 === (look.colorScheme === 'light');
  return found(page, isWhole ? undefined : LOOKS);
}

/** What axe finds on a page in light and in dark, where nothing but colour is different, so nothing else is looked at again. */
export async function axeFindsInLightAndDark(page: Page): Promise<string[]> {
  const all: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await found(page, colorScheme === 'dark' ? ['color-contrast'] : undefined);
    all.push(...violations.map((violation) => `${colorScheme}, ${violation}`));
  }
  return all;
}

async function found(page: Page, runOnly: readonly string[] | undefined): Promise<string[]> {
  const isThere = await page.evaluate('typeof axe === "object"');
  if (isThere !== true) await page.evaluate(AXE);
  // What passed need not be described node by node.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as { violations: Violation[] };
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  );
}
