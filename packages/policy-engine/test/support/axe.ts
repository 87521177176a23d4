import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe finds on a page as it looks now, without putting a script into it: its Content-Security-Policy stays as it is. */
export function violationsIn(page: Page): Promise<string[]> {
  return found(page, '{}');
}

/** What axe finds on a page in light and in dark, where nothing but colour is different, so nothing else is looked at again. */
export async function violationsOf(page: Page): Promise<string[]> {
  const all: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await found(page, colorScheme === 'dark' ? "{ runOnly: ['color-contrast'] }" : '{}');
    all.push(...violations.map((violation) => `${colorScheme}, ${violation}`));
  }
  return all;
}

async function found(page: Page, options: string): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as { violations: Violation[] };
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  );
}
