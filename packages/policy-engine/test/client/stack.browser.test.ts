/** The question and its notes at the lower edge of the window: they do not cover each other, nor move the page. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { type PageContext, type Site, startSite, visitSite } from './site.ts';

/** Folder for screenshots for manual review, if any. */
const pictures = process.env['PICTURES'];

const LAYOUTS = ['bar', 'corner', 'dialog'] as const;
const LONG: Readonly<Record<string, string>> = {
  de: 'Donaudampfschifffahrtsgesellschaftsstatistik',
  ar: 'إحصاءات الزيارات',
};

const HEAD = (nonce: string) => `<link rel="stylesheet" href="/policies/assets/consent.css">
  <script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>`;
const WORDS = '<p>Words of the shop. Words of the shop. Words of the shop.</p>'.repeat(40);

async function page(path: string, { nonce, consent, partner }: PageContext): Promise<string> {
  const isStatic = path.startsWith('/static');
  const isArabic = path === '/ar';
  const settingsLink = path === '/floating' ? 'floating' : path !== '/without';
  const banner = isStatic ? '' : await consent.renderBanner({ nonce, returnTo: path, stylesheet: false, settingsLink });
  const place =
    path === '/static-place' ? '<policy-consent><a href="/policies/consent">Privacy settings</a></policy-consent>' : '';
  const tag = `<script type="text/plain" data-consent="analytics" src="${partner}/slow.js" nonce="${nonce}"></script>`;
  // The footer is at the lower edge of a short page: whatever takes space in the page moves it.
  return `<!doctype html><html lang="${isArabic ? 'ar' : 'en'}" dir="${isArabic ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
    <title>Shop</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/shop.css">
    ${isStatic ? HEAD(nonce) : '<link rel="stylesheet" href="/policies/assets/consent.css">'}
    <style nonce="${nonce}">html{height:100%}body{min-height:100%;margin:0;display:flex;flex-direction:column}main{flex:1}</style></head>
    <body><main><h1>Shop</h1>${path.endsWith('long') ? WORDS : ''}${tag}</main>
    <footer>The end <a href="/policies/consent" data-policy-settings id="settings">Privacy</a></footer>${place}${banner}</body></html>`;
}

let browser: Browser;
const sites = new Map<string, Site>();
before(async () => {
  browser = await launchBrowser();
  for (const layout of LAYOUTS) {
    const site = await startSite({
      page,
      engine: {
        banner: { layout },
        rules: [
          {
            name: 'analytics',
            label: (locale: string) => LONG[locale] ?? 'Statistics',
            description: (locale: string) => `${LONG[locale] ?? 'Counts visits'}.`,
            sessionless: true,
          },
          { name: 'media', label: 'Films', description: 'Shows films.', sessionless: true },
        ],
      },
    });
    for (const rule of ['analytics', 'media']) {
      await site.publish(rule, { de: 'Text.', ar: 'نص.' });
    }
    sites.set(layout, site);
  }
});
after(async () => {
  for (const site of sites.values()) await site[Symbol.asyncDispose]();
  await browser.close();
});

const CONSENT = `document.querySelector('policy-consent')?.consent`;
const known = (on: Page) => until(on, `${CONSENT}?.state`);
const panel = (on: Page) => on.locator('.pe-consent-panel');
const answer = (on: Page, value: string) => panel(on).locator(`button[value=${value}]`).click();

/** Visible buttons and links of the stack that a click in their middle does not reach, or that are outside of the window. */
const COVERED = `(() => {
  const all = [...document.querySelectorAll('.pe-consent-buttons button, .pe-consent-note button, .pe-consent-note a')];
  return all.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[data-quiet]')).filter((one) => {
    const [{ left, right, top, bottom }] = one.getClientRects();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return !(one === hit || one.contains(hit)) || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  }).map((one) => one.textContent + ' ' + JSON.stringify(one.getBoundingClientRect()));
})()`;

async function assertReached(on: Page, where: string): Promise<void> {
  assert.deepEqual(await on.evaluate(COVERED), [], where);
  if (pictures !== undefined) await on.screenshot({ path: `${pictures}/stack-${where.replaceAll(/\W+/g, '-')}.png` });
}

const SIZES = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
] as const;

describe('notes and answers', () => {
  for (const layout of LAYOUTS) {
    for (const [locale, path, colorScheme] of [
      ['de', '/', 'light'],
      ['de', '/', 'dark'],
      ['ar', '/ar', 'light'],
      ['ar', '/ar', 'dark'],
    ] as const) {
      it(`can each be clicked: ${layout}, ${locale}, ${colorScheme}`, async () => {
        await using here = await visitSite(browser, sites.get(layout)!, { locale, colorScheme });
        const on = here.page;
        await on.goto(path);
        await known(on);
        const each = async (step: string) => {
          for (const [width, height] of SIZES) {
            await on.setViewportSize({ width, height });
            await assertReached(on, `${layout} ${locale} ${colorScheme} ${step} ${width}`);
          }
        };
        await each('asks');
        await answer(on, 'accept');
        await until(on, '(window.ran ?? []).length > 0');
        await each('saved');
        await on.evaluate(`document.querySelector('policy-consent').open()`);
        await each('settings');
        await answer(on, 'reject');
        await on.locator('[data-policy-reload]').waitFor();
        await each('withdrawn');
        // The settings are opened again while the page still has to be reloaded.
        await on.evaluate(`document.querySelector('policy-consent').open()`);
        await on.locator('[data-policy-reload]').waitFor();
        await each('reload');
        await on.route('**/consent.json', (route) => route.fulfill({ status: 500 }));
        await answer(on, 'accept');
        await on.locator('[data-when=failed] p').waitFor();
        await each('failed');
        await on.locator('[data-when=failed] button').click();
        assert.equal(await on.locator('[data-when=failed]').isVisible(), false);
      });
    }
  }

  it('stay out of the parts of a screen that are not safe', async () => {
    await using here = await visitSite(browser, sites.get('bar')!, { viewport: { width: 390, height: 844 } });
    const on = here.page;
    const session = await here.context.newCDPSession(on);
    await session.send('Emulation.setSafeAreaInsetsOverride' as never, { insets: { bottom: 34, left: 44 } } as never);
    await on.goto('/');
    await known(on);
    const [left, bottom] = await on.evaluate<number[]>(`(() => {
      const { left, bottom } = document.querySelector('.pe-consent-buttons').getBoundingClientRect();
      return [left, innerHeight - bottom];
    })()`);
    assert.ok(left! >= 44 && bottom! >= 34, `${left} ${bottom}`);
  });
});

describe('the first layer', () => {
  for (const [width, height] of [
    [390, 844],
    [360, 640],
  ] as const) {
    it(`takes at most 35 % of ${width} × ${height}, with its answers`, async () => {
      for (const locale of ['en', 'de', 'ar']) {
        await using here = await visitSite(browser, sites.get('bar')!, { locale, viewport: { width, height } });
        await here.page.goto('/');
        await known(here.page);
        const taken = await here.page.evaluate<number>(`document.querySelector('.pe-consent-panel').offsetHeight`);
        assert.ok(taken <= height * 0.35, `${locale}: ${taken}`);
        await assertReached(here.page, `first ${locale} ${width}`);
      }
    });
  }
});

describe('the page', () => {
  for (const layout of LAYOUTS) {
    for (const path of ['/', '/long', '/without', '/floating', '/static', '/static-long', '/static-place']) {
      it(`does not move: ${layout}, ${path}`, async () => {
        // The style sheet of the page is in the page.
        await using here = await visitSite(browser, sites.get(layout)!, { bypassCSP: true });
        await here.page.addInitScript(`
          window.shifts = [];
          new PerformanceObserver((list) => {
            for (const { value, sources } of list.getEntries()) shifts.push([value, sources.map(({ node }) => node?.nodeName + '.' + node?.className)]);
          }).observe({ type: 'layout-shift', buffered: true });`);
        await here.page.goto(path);
        await panel(here.page).waitFor();
        await known(here.page);
        await here.page.waitForLoadState('networkidle');
        await here.page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        assert.deepEqual(await here.page.evaluate('shifts'), []);
      });
    }
  }

  for (const path of ['/long', '/static-long']) {
    it(`can be scrolled until its end is above the banner: ${path}`, async () => {
      await using here = await visitSite(browser, sites.get('bar')!, { viewport: { width: 390, height: 844 } });
      await here.page.goto(path);
      await panel(here.page).waitFor();
      await known(here.page);
      await here.page.evaluate('scrollTo(0, 1e6)');
      const [end, top] = await here.page.evaluate<number[]>(`['#settings', '.pe-consent-panel'].map((one, index) =>
        document.querySelector(one).getBoundingClientRect()[index ? 'top' : 'bottom'])`);
      assert.ok(end! <= top!, `${end} is below ${top}`);
    });
  }
});
