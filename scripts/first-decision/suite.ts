/** Follows the guide on a host, from an empty folder until the receipt of a decision verifies. */
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { stretched } from '../../testing/load.ts';
import { FreshFolder, type Started } from './fresh-folder.ts';
import { IN_BROWSER, type Recipe, typedIn } from './recipe.ts';
import type { Measured } from './table.ts';

/** The dependencies of the test of a host. */
export interface Tools {
  /** The tarball of policy-engine, when the test runs. */
  readonly tarballs: readonly string[];
  readonly browser: () => Browser;
}

/** The part of a receipt that is compared with the database. */
interface Receipt {
  readonly event: { readonly id: string; readonly rule: string; readonly decision: string };
}

/** Declares the test of a host. */
export function firstDecisionOn(recipe: Recipe, { tarballs, browser }: Tools): void {
  void test(recipe.host, async () => {
    const begun = performance.now();
    await using folder = await FreshFolder.create(tarballs);
    for (const step of recipe.steps) {
      if (step.kind === 'file') folder.write(step);
      else await folder.type(step.text);
    }
    const server = folder.start(recipe.start);
    try {
      await answers(folder.port, server);
      const receipt = await decide(browser(), folder);
      for (const command of recipe.verify) assert.match(await folder.type(command), /^The receipt is valid/m);
      const seconds = Math.round((performance.now() - begun) / 1000);
      await isInLedger(folder, receipt);
      await isRefusedWhenChanged(folder, recipe.verify, receipt);
      report(recipe, seconds);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`${message}\n\n$ ${recipe.start}\n${server.said()}`, { cause: error });
    }
  });
}

/** Waits until the start page is answered with 200. @throws if the server ends */
export async function answers(port: number, { child }: Started): Promise<void> {
  for (const until = performance.now() + stretched(60_000); ; await sleep(100)) {
    const answer = await fetch(`http://localhost:${port}/`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
    assert.equal(child.exitCode, null, 'the server has ended');
    assert.ok(performance.now() < until, `the page is not answered with 200 but with ${answer?.status}`);
  }
}

/** Accepts in the banner, waits until the decision is sealed, and saves the receipt, as in the guide. */
export async function decide(browser: Browser, folder: FreshFolder): Promise<Receipt> {
  const context = await browser.newContext({ baseURL: `http://localhost:${folder.port}` });
  context.setDefaultTimeout(stretched(20_000));
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  try {
    await page.goto('/');
    const banner = page.getByRole('region', { name: 'Your privacy choices' });
    await banner.getByRole('button', { name: IN_BROWSER.accept, exact: true }).click();
    await banner.waitFor({ state: 'hidden' });
    const receiptLink = page.getByRole('link', { name: `${IN_BROWSER.receipt}: Statistics` });
    // The banner is hidden before the decision has arrived.
    await page.goto('/policies/consent');
    for (const until = performance.now() + stretched(20_000); (await receiptLink.count()) === 0; await page.reload()) {
      assert.ok(performance.now() < until, `the decision has not arrived:\n${await page.locator('main').innerText()}`);
      await sleep(500);
    }
    await receiptLink.click();
    await sealed(page);
    const link = page.getByRole('link', { name: IN_BROWSER.save });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    assert.equal(download.suggestedFilename(), 'receipt.json');
    const file = path.join(folder.app, 'receipt.json');
    await download.saveAs(file);
    assert.deepEqual(complaints, []);
    return JSON.parse(readFileSync(file, 'utf8')) as Receipt;
  } finally {
    await context.close();
  }
}

async function sealed(page: Page): Promise<void> {
  const badge = page.getByText(IN_BROWSER.sealed, { exact: true });
  for (const until = performance.now() + stretched(60_000); (await badge.count()) === 0; await page.reload()) {
    assert.ok(performance.now() < until, `the decision is not sealed:\n${await page.locator('main').innerText()}`);
    await sleep(500);
  }
}

/** Checks that the receipt is of the only decision in the ledger, that it is sealed, and that the ledger is complete. */
async function isInLedger(folder: FreshFolder, { event }: Receipt): Promise<void> {
  const database = new DatabaseSync(path.join(folder.app, 'app.db'), { readOnly: true });
  try {
    const decisions = database
      .prepare("select id, rule, decision, sealed from policy_manager_ledger_events where kind = 'decision'")
      .all()
      .map(({ id, rule, decision, sealed }) => ({ id, rule, decision, isSealed: sealed !== null }));
    assert.deepEqual(decisions, [{ id: event.id, rule: 'cookie', decision: 'accepted', isSealed: true }]);
  } finally {
    database.close();
  }
  const verified = await folder.type('npx --offline policy-engine ledger verify --database app.db');
  assert.match(verified, /Nothing was changed since it was sealed\./);
}

/** Checks that the commands of the guide reject a changed receipt. */
async function isRefusedWhenChanged(folder: FreshFolder, commands: readonly string[], receipt: Receipt): Promise<void> {
  const changed = { ...receipt, event: { ...receipt.event, decision: 'rejected' } };
  writeFileSync(path.join(folder.app, 'receipt.json'), JSON.stringify(changed));
  for (const command of commands) {
    const { code, output } = await folder.end(command);
    assert.equal(code, 1, `a receipt that was changed: ${command}\n${output}`);
  }
}

function report(recipe: Recipe, seconds: number): void {
  const { host, framework } = recipe;
  const name = framework === null ? `Node ${process.versions.node}` : `${framework.name} ${framework.version}`;
  const measured: Measured = { host, framework: name, ...typedIn(recipe), seconds };
  const results = process.env['COMPAT_RESULTS'];
  if (results === undefined) process.stdout.write(`${JSON.stringify(measured)}\n`);
  else appendFileSync(results, `${JSON.stringify(measured)}\n`);
}
