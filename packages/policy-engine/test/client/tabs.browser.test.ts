/** Two tabs of a visitor at once: their requests follow one another, and neither disturbs what the other finds out. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type Site, startSite, visitSite } from './site.ts';

const RULES = ['analytics', 'media'];

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    engine: { rules: RULES.map((name) => ({ name, sessionless: true })), scripts: [] },
    async page(_path, { nonce, consent }) {
      return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><main><h1>Shop</h1></main>${await consent.renderBanner({ nonce })}`;
    },
  });
  for (const rule of RULES) await site.publish(rule);
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

const isKnown = (page: Page) => until(page, `document.querySelector('policy-consent')?.consent?.state`);

/** Decides on a rule as the code of the page does. */
const decide = (page: Page, rule: string) =>
  page.evaluate(`document.querySelector('policy-consent').consent.decide({ ${rule}: true })`);

test('two tabs decide on a rule each, and both decisions are kept, in the name of one visitor', async () => {
  // Browsers offer locks on https and on this host.
  const url = new URL(site.url);
  url.hostname = 'localhost';
  await using here = await visitSite(browser, site, { baseURL: url.origin });
  const [one, other] = [here.page, await here.context.newPage()];
  for (const tab of [one, other]) {
    await tab.goto('/');
    await isKnown(tab);
  }
  let sent = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await here.context.route('**/consent.json', async (route) => {
    if (route.request().method() === 'PUT') {
      sent += 1;
      await held;
    }
    await route.continue();
  });
  const first = here.context.waitForEvent('request', (request) => request.method() === 'PUT');
  const decided = [decide(one, 'analytics'), decide(other, 'media')];
  const waiting = `navigator.locks.query().then(({ held, pending }) => held.length === 1 && pending.length === 1)`;
  await first;
  await until(other, waiting);
  assert.ok(sent <= 1, 'one of the tabs waits for the answer to the other');
  release();
  await Promise.all(decided);

  await one.goto('/');
  await isKnown(one);
  const { gates, rules } = await one.evaluate<{ gates: object; rules: { unproved?: boolean }[] }>(
    `document.querySelector('policy-consent').consent.state`,
  );
  assert.deepEqual(gates, { analytics: 'accepted', media: 'accepted' });
  assert.deepEqual(
    rules.map(({ unproved }) => unproved),
    [undefined, undefined],
  );
  const cookies = await here.context.cookies();
  const visitorId = cookies.find(({ name }) => name === 'policy_visitor')?.value.split('.')[1] ?? null;
  const events = await site.engine.ledger.eventsAbout({ userId: null, visitorId });
  assert.deepEqual(events.map(({ leaf }) => `${leaf.rule} ${leaf.decision}`).toSorted(), [
    'analytics accepted',
    'media accepted',
  ]);
  assert.deepEqual(here.problems, []);
});

test('a tab that finds out whether the browser keeps cookies while another does is not misled by it', async () => {
  await using here = await visitSite(browser, site);
  const { page } = here;
  await page.goto('/');
  await isKnown(page);
  const opened = here.context.waitForEvent('page');
  await page.evaluate(`void (window.other = open('/'))`);
  await isKnown(await opened);
  const found = await page.evaluate(`(() => {
    const ask = (tab, mount) => new (tab.document.querySelector('policy-consent').consent.constructor)(mount, true).keepsCookies;
    const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
    const others = [];
    // Between two steps of this tab, the other one takes all of its own.
    Object.defineProperty(Document.prototype, 'cookie', {
      ...own,
      set(text) {
        own.set.call(this, text);
        others.push(ask(other, '/' + others.length));
      },
    });
    return [ask(window, '/here'), ...others];
  })()`);
  assert.deepEqual(found, [true, true, true]);
});
