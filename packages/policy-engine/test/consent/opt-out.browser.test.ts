/** The way of a visitor through “Your Privacy Choices”, and the note on a further device of an account, in a browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from '../client/site.ts';

let browser: Browser;
let site: Site;

async function page(path: string, { nonce, consent, partner }: PageContext): Promise<string> {
  const link = await consent.renderPrivacyChoicesLink();
  const banner = await consent.renderBanner({ nonce, returnTo: path, stylesheet: false });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
    <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/shop.css">
    <link rel="stylesheet" href="/policies/assets/consent.css"></head><body><main><h1>Shop</h1>
    <script type="text/plain" data-consent="ads" src="${partner}/ad.js" nonce="${nonce}"></script>
    <script type="text/plain" data-consent="analytics" src="${partner}/count.js" nonce="${nonce}"></script></main>
    <footer>${link} ${banner}</footer></body></html>`;
}

before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    page,
    engine: {
      rules: [
        { name: 'analytics', label: 'Statistics', description: 'Counts visits.', sessionless: true },
        { name: 'ads', label: 'Advertising', description: 'Shows ads of partners.', sessionless: true, sells: true },
      ],
      scripts: [{ name: 'Ads', rule: 'ads', provider: 'Ads Ltd', script: '', environments: ['test'] }],
      currentUser: (request) => {
        const [, id] = /(?:^|; )user=(\w+)/.exec(request.headers.get('cookie') ?? '') ?? [];
        if (id !== undefined) return { id, record: { id } };
        return request.headers.get('cookie')?.includes('admin=1') ? { id: 'admin', record: {} } : null;
      },
      loginUrl: '/sign-in',
    },
  });
  for (const rule of ['analytics', 'ads']) await site.publish(rule);
});
after(async () => {
  await site?.[Symbol.asyncDispose]();
  await browser?.close();
});

const ran = (on: Page) => on.evaluate<string[]>('window.ran ?? []');
const gates = (on: Page) => on.evaluate<object>(`document.querySelector('policy-consent').consent.state.gates`);
const answered = (on: Page, rule: string, state: string) =>
  until(on, `document.querySelector('policy-consent')?.consent.stateOf('${rule}') === '${state}'`);

test('one click opts out, “Accept all” leaves it, and the way back takes two steps', async () => {
  await using visitor = await visitSite(browser, site, { reducedMotion: 'reduce' });
  const on = visitor.page;
  await on.goto('/');
  await on.locator('.pe-consent-panel button[value=accept]').click();
  await until(on, 'window.ran?.length === 2');
  await on.locator('footer').getByRole('link', { name: 'Your Privacy Choices' }).first().click();
  assert.deepEqual(await axeFindsInLightAndDark(on), []);
  await on.getByRole('button', { name: 'Opt out of sale and sharing' }).click();
  await on.getByText('Opt-out request honoured.').waitFor();
  assert.deepEqual(await axeFindsInLightAndDark(on), []);

  await on.goto('/');
  await answered(on, 'ads', 'rejected');
  await until(on, 'window.ran?.length === 1');
  assert.deepEqual(await ran(on), ['count.js']);
  await on.locator('[data-policy-settings]').first().click();
  await on.locator('.pe-consent-panel button[value=accept]').click();
  const note = on.locator('.pe-consent-note[data-when=unconfirmed]');
  await note.waitFor();
  assert.deepEqual(await gates(on), { analytics: 'accepted', ads: 'rejected', 'ads:Ads%20Ltd': 'rejected' });
  await note.getByRole('link', { name: 'Your Privacy Choices' }).first().click();

  await on.getByRole('link', { name: 'Allow sale and sharing again' }).click();
  assert.deepEqual(await axeFindsInLightAndDark(on), []);
  await on.getByRole('button', { name: 'Yes, allow it again' }).click();
  await on.goto('/');
  await until(on, 'window.ran?.length === 2');
  // Pages of the engine say so over http.
  assert.deepEqual(
    visitor.problems.filter((problem) => !problem.includes('Cross-Origin-Opener-Policy')),
    [],
  );
});

test('works without scripts, and where the browser sends the signal the page says that it is honoured', async () => {
  const extraHTTPHeaders = { 'sec-gpc': '1' };
  await using visitor = await visitSite(browser, site, { javaScriptEnabled: false, extraHTTPHeaders });
  const on = visitor.page;
  await on.goto('/');
  assert.ok(await on.getByText('Opt-out request honoured (Global Privacy Control)').isVisible());
  await on.goto('/policies/privacy_choices');
  assert.match(await on.locator('.pe-notice').innerText(), /Opt-out request honoured\..*Global Privacy Control/s);
  await on.getByRole('button', { name: 'Opt out of sale and sharing' }).click();
  assert.equal(await on.getByRole('button', { name: 'Opt out of sale and sharing' }).count(), 0);
});

test('on a further device an account is told what it has decided, until the note is closed', async () => {
  await using phone = await visitSite(browser, site, { reducedMotion: 'reduce' });
  const cookie = { name: 'user', value: 'anna', url: site.url };
  await phone.context.addCookies([cookie]);
  await phone.page.goto('/');
  await phone.page.locator('.pe-consent-panel button[value=reject]').click();
  await answered(phone.page, 'ads', 'rejected');
  await until(phone.page, '!document.querySelector(".pe-consent-panel:not([hidden])")');

  await using television = await visitSite(browser, site, { reducedMotion: 'reduce' });
  await television.context.addCookies([cookie]);
  const on = television.page;
  await on.goto('/');
  const note = on.locator('form[data-when=told]');
  assert.match(await note.innerText(), /Rejected: \S*Statistics\S* and \S*Advertising\S*\./);
  assert.deepEqual(await axeFindsInLightAndDark(on), []);
  await note.getByRole('button', { name: 'Close' }).click();
  await on.waitForURL('**/');
  await until(on, `!document.querySelector('form[data-when=told]')`);
  assert.deepEqual(await ran(on), []);
});
