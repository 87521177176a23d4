/** From an empty folder to a receipt that verifies, on each host, as in the guide. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { readRecipes } from '../../../scripts/first-decision/recipe.ts';
import { firstDecisionOn } from '../../../scripts/first-decision/suite.ts';
import { packInto, tarballIn } from '../../../scripts/packed.ts';
import { launchBrowser } from '../../../testing/browser.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'first-decision-tarball-'));
let browser: Browser;

before(async () => {
  await packInto(folder);
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

// One after another: each installs and builds, and its folder is removed before the next.
for (const recipe of readRecipes())
  firstDecisionOn(recipe, { tarballs: [tarballIn(folder, 'policy-engine')], browser: () => browser });
