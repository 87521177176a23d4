import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * What axe finds, without putting a script into the page: its Content-Security-Policy stays as it is. In the dark nothing but
 * colour is different, so nothing else is looked at again.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const only = colorScheme === 'dark' ? "{ runOnly: ['color-contrast'] }" : '{}';
    const { violations } = (await page.evaluate(`axe.run(${only})`)) as { violations: Violation[] };
    for (const { id, nodes } of violations) {
      found.push(`${colorScheme}, ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`);
    }
  }
  return found;
}
