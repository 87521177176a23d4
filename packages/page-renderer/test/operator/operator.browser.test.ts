/** The pages of operators in a real browser: with the keyboard, without JavaScript, narrow and wide, light and dark. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { atEachWidth, axeFinds, axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { follow, launchBrowser, until } from '../../../../testing/browser.ts';
import { stretched } from '../../../../testing/load.ts';
import type { Site } from '../support/site.ts';
import { TOKEN } from './support/operator.ts';
import { repaired, startOperatorSite } from './support/pages.ts';
import { visitWithoutComplaints } from '../support/visit.ts';

let site: Site;
let renderer: Renderer;
let browser: Browser;
let origin: string;

before(async () => {
  site = await startOperatorSite();
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    host: '127.0.0.1',
    port: 0,
    logLevel: 'silent',
    adminToken: TOKEN,
    cache: 'memory',
    timeout: stretched(3_000),
  });
  origin = (await renderer.listen()).url;
  browser = await launchBrowser();
  const paths = [`/render/${encodeURIComponent(`${site.url}/rich`)}`, `/screenshot/${site.url}/static`];
  await Promise.all(paths.map(async (path) => (await fetch(origin + path)).arrayBuffer()));
});
after(async () => {
  await browser?.close();
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
});

/** Signs in, and checks that neither the console nor the network reports an error. */
async function visit(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  await visitWithoutComplaints(browser, origin, options, async (page) => {
    await page.goto(`${origin}/operator/cache`);
    await page.getByLabel('Admin token').fill(TOKEN);
    await follow(button(page, 'Sign in'));
    await use(page);
  });
}

const link = (page: Page, name: string) => page.getByRole('link', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name });

/** No rule is violated and nothing is wider than the page, at each width, in light and dark. */
async function isSound(page: Page): Promise<void> {
  await atEachWidth(page, async (width) => {
    assert.deepEqual(await axeFindsInLightAndDark(page), [], `${page.url()} at ${width}`);
    assert.ok(
      (await page.evaluate<number>('document.documentElement.scrollWidth')) <= width,
      `${page.url()} at ${width}`,
    );
  });
}

describe('an operator', () => {
  test('searches the cache, renders a result again and removes it, without JavaScript', async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.getByRole('row').count(), 3);
      await page.getByLabel('Search').fill('RICH');
      await follow(button(page, 'Search'));
      assert.equal(await page.getByRole('row').count(), 2);
      await follow(link(page, `${site.url}/rich`));
      site.requests.length = 0;
      await follow(button(page, 'Render again'));
      assert.deepEqual(
        site.requests.filter((path) => path === '/rich'),
        ['/rich'],
      );
      assert.match(await page.getByRole('status').innerText(), /was rendered again/);

      await follow(link(page, 'Show as text'));
      assert.match(await page.innerText('body'), /<!DOCTYPE html>[^]*<h1>Lamps<\/h1>/i);
      assert.equal(await page.locator('h1').count(), 0, 'it is text, not a page');
      await page.goBack();
      await follow(link(page, 'Remove…'));
      assert.equal(await page.getByRole('heading').innerText(), 'Remove 1 result?');
      await follow(link(page, 'Cancel'));
      assert.equal(await page.getByRole('row').count(), 3);
      await page.goto(`${origin}/operator/cache?q=${encodeURIComponent(site.url)}`);
      await follow(link(page, 'Remove all with this beginning…'));
      await follow(button(page, 'Remove 2 results'));
      assert.match(await page.getByRole('status').innerText(), /^2 results removed/);
      await page.getByText('Nothing is cached yet').waitFor();
      await follow(button(page, 'Sign out'));
      await page.getByLabel('Admin token').waitFor();
    });
  });

  test('sees why a page is slow or incomplete, and nothing of the page runs', async () => {
    await visit({}, async (page) => {
      await page.goto(`${origin}/operator/inspect?tab=timeline&url=${encodeURIComponent(`${site.url}/rich`)}`);
      const section = (name: string) => page.getByRole('region', { name });
      const timeline = section('When each request was made').getByRole('row');
      assert.match(await timeline.filter({ hasText: '/data.json' }).innerText(), /GET · Fetch\s+200\s+2 B\s+\d+/);
      assert.match(await timeline.filter({ hasText: '/inside' }).innerText(), /loopback address[^]*Refused/);
      const messages = await section('Console of the page').innerText();
      assert.match(messages, /a message "'><\/code>.* Object\s+Message\s+.*\/rich:\d+/);
      assert.match(messages, /a warning Error: [^]*Warning/);
      assert.match(messages, /x{500}…\s+Error/);
      assert.match(messages, /Uncaught Error: [^]*<img src=x/);
      await isSound(page);
      await follow(page.getByRole('link', { name: /^Findings/ }));
      assert.match(await section('What the page declares').innerText(), /Title\s+"'><\/code>/);
      await follow(link(page, 'Difference'));
      const difference = await section('Difference').innerText();
      assert.match(difference, /Without JavaScript the page has 4 words, as rendered \d+ words/);
      assert.match(difference, /Missing[^]*\+ A lamp of sand and light\.[^]*Only[^]*− Please switch on JavaScript\./);
      await follow(link(page, 'Pictures'));
      const picture = page.getByRole('img', { name: 'As rendered' });
      assert.ok(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 100));
      assert.equal(await page.evaluate('document.documentElement.dataset.hacked'), undefined);
      await isSound(page);

      await page.goto(`${origin}/operator/inspect?tab=timeline&url=${encodeURIComponent(`${site.url}/noisy`)}`);
      assert.match(await section('How the render ended').innerText(), /Complete/);
      assert.equal(await section('Console of the page').getByRole('row').count(), 101);
    });
  });

  test('finds the last renders that failed', async () => {
    await visit({}, async (page) => {
      await (await fetch(`${origin}/render/${encodeURIComponent(`${site.url}/broken?q=<b>`)}`)).arrayBuffer();
      await follow(link(page, 'Failed'));
      const row = page.getByRole('row').filter({ hasText: '/broken?q=%3Cb%3E' });
      assert.match(await row.innerText(), /connection-failed/);
      assert.match(
        (await row.getByRole('link', { name: 'Inspect' }).getAttribute('href')) ?? '',
        /^\/operator\/inspect\?url=.*broken/,
      );
      assert.deepEqual(await axeFinds(page), []);
    });
  });

  test('renders a page again that failed, and sees what has changed of it', async () => {
    await visit({ javaScriptEnabled: false }, async (page) => {
      await (await fetch(`${origin}/render/${encodeURIComponent(`${site.url}/repaired`)}`)).arrayBuffer();
      repaired.is = true;
      await follow(link(page, 'Failed'));
      await follow(page.getByRole('button', { name: /^Render again: .*\/repaired$/ }));
      assert.match(await page.getByRole('status').innerText(), /has a result now/);
      assert.equal(await page.getByRole('row').filter({ hasText: '/repaired' }).count(), 0);
      await page.goto(`${origin}/operator/cache/changes?url=${encodeURIComponent(`${site.url}/repaired`)}`);
      const [now, before] = await page.locator('tbody tr').allInnerTexts();
      assert.match(now ?? '', /Complete[^]*changed[^]*200[^]*changed[^]*Repaired[^]*changed/);
      assert.match(before ?? '', /connection-failed/);
    });
  });

  test('follows an audit by its events, and finds its report on a phone and a desktop, by the keyboard', async () => {
    await visit({}, async (page) => {
      await follow(link(page, 'Audits'));
      await isSound(page);
      await page.getByLabel('Start page of a site').fill(`${site.url}/audited`);
      await page.getByText('Options').press('Enter');
      await page.getByLabel('Pages, at most').fill('3');
      await page.getByLabel('Pages come from').selectOption('links');
      await page.getByLabel('Start page of a site').press('Enter');
      await page.waitForURL(/\/audits\/audit\?id=/);
      // The page is loaded again when the events say that the audit is over.
      await page.getByText('Done', { exact: true }).waitFor({ timeout: stretched(30_000) });
      assert.match(await page.getByRole('region', { name: 'By kind' }).innerText(), /broken-links/);
      await isSound(page);
      await follow(page.getByRole('link', { name: 'broken-links', exact: true }));
      assert.match(
        await page.getByRole('region', { name: 'of broken-links' }).innerText(),
        /answered 404[^]*\/nowhere/,
      );
      await follow(link(page, 'Warming'));
      await isSound(page);
      await page.goto(`${origin}/operator/cache/changes?url=${encodeURIComponent(`${site.url}/audited`)}`);
      await isSound(page);
    });
  });

  test('sees figures that stay current until they are paused', async () => {
    await visit({}, async (page) => {
      await page.clock.install();
      await page.goto(`${origin}/operator`);
      const requests = async () => Number(await page.locator('.figures .value').first().innerText());
      const before = await requests();
      await (await fetch(`${origin}/render/${site.url}/static`)).arrayBuffer();
      await page.clock.runFor(10_000);
      await until(page, `Number(document.querySelector('.figures .value').textContent) > ${before}`);
      let updates = 0;
      page.on('request', () => (updates += 1));
      await button(page, 'Pause updates').click();
      await page.clock.runFor(60_000);
      assert.equal(updates, 0);
      await button(page, 'Resume updates').click();
      await Promise.all([page.waitForRequest(/\/operator$/), page.clock.runFor(10_000)]);
      await isSound(page);
    });
  });

  test('can use each page on a phone and a desktop, in light and dark', async () => {
    await (await fetch(`${origin}/screenshot/${site.url}/static`)).arrayBuffer();
    await visit({}, async (page) => {
      await isSound(page);
      await follow(page.getByRole('row').filter({ hasText: 'Screenshot' }).getByRole('link'));
      assert.deepEqual(await axeFinds(page), []);
      const picture = page.getByRole('img', { name: 'Screenshot' });
      assert.match((await picture.getAttribute('src')) ?? '', /^data:image\/jpeg;base64,/);
      await follow(button(page, 'Sign out'));
      assert.deepEqual(await axeFinds(page), []);
    });
  });
});
