/** The cookies of a real browser, as the panel shows them: of the page, of the server, and of a tag that does not wait. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { follow, launchBrowser } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

/** A tag of the page itself, outside of `renderScripts`, sets a cookie that the engine's tag declares. */
async function page(_path: string, { nonce, consent }: PageContext): Promise<string> {
  const head = await consent.renderScripts({ nonce });
  const tag = `document.cookie = '_t=1; Path=/'; document.cookie = 'popup=closed; Path=/'`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}
    <script nonce="${nonce}">${tag}</script></head><body><main>Lamps</main>${await consent.renderBanner({ nonce })}`;
}

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    page,
    engine: {
      necessaryCookies: [
        { name: 'session', purpose: 'Signs you in', duration: '1 day', recipients: false },
        { name: 'admin', purpose: 'Signs you in', duration: '1 day', recipients: false },
      ],
    },
  });
  await site.publish('analytics');
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});

it('the panel shows what was found before consent, what is not declared, and what was never found', async () => {
  await using visitor = await visitSite(browser, site);
  await visitor.context.addCookies([
    { name: 'session', value: 's', url: site.url, httpOnly: true },
    { name: '_load_balancer', value: 'b', url: site.url, httpOnly: true },
  ]);
  for (let visits = 0; visits < 4; visits += 1) await visitor.page.goto('/');
  await using administrator = await visitSite(browser, site);
  await administrator.context.addCookies([{ name: 'admin', value: '1', url: site.url }]);
  const shown = administrator.page;
  const listed = async (title: string) => {
    await shown.goto('/policies/cookies/found');
    await follow(shown.getByRole('link', { name: title }));
    return shown.getByRole('table', { name: 'Cookies found' }).getByRole('rowheader').allTextContents();
  };
  assert.deepEqual(await listed('Found before consent'), ['_t']);
  assert.deepEqual((await listed('Found, but not declared')).toSorted(), ['_load_balancer', 'popup']);
  assert.deepEqual((await listed('Declared, but not found')).toSorted(), ['_t_deep', '_t_host', '_t_x_*']);
  assert.ok((await listed('Found and declared')).includes('session'));
  // All of them, by name, the last first; a filter keeps the order.
  await shown.goto('/policies/cookies/found?sort=-name&q=_t');
  const names = await shown.getByRole('table').getByRole('rowheader').allTextContents();
  assert.deepEqual(names, names.toSorted((one, other) => (one < other ? 1 : -1)));
  assert.deepEqual([names[0], names.at(-1)], ['_t_x_*', '_t']);
  await shown.goto('/policies/check');
  assert.ok(await shown.getByText('Browsers without consent send cookies that need it: _t.').isVisible());
  assert.ok(await shown.getByText(/^Browsers send cookies that are not declared: .*popup/).isVisible());
});
