/** The banner, the blocked tags, and what they leave, in a real browser on realistic domain names, under a strict policy. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, until } from '../../../../testing/browser.ts';
import { cookieNames, type PageContext, type Site, startSite, visitSite } from './site.ts';
import { axeFinds } from '../../../../testing/axe.ts';

/** The blocked tags of the other company in the page. */
const PARTNER_TAGS = ({ nonce, partner }: PageContext) => `
  <script type="text/plain" data-consent="analytics" src="${partner}/slow.js" nonce="${nonce}"></script>
  <script type="text/plain" data-consent="analytics" nonce="${nonce}">(window.ran ??= []).push('inline')</script>
  <template data-consent="analytics"><p id="from-template">Measured</p><script src="${partner}/template.js" nonce="${nonce}"></script></template>
  <script type="text/plain" data-consent="analytics" src="${partner}/fast.js" nonce="${nonce}"></script>
  <script type="text/plain" data-consent="analytics media" src="${partner}/both.js" nonce="${nonce}"></script>`;

const FRAMES = ({ partner }: PageContext) => `
  <policy-embed data-consent="media" data-src="${partner}/film" title="How it is made" width="640" height="360">
    <a href="${partner}/watch">Watch the film</a>
  </policy-embed>
  <iframe data-consent="media" data-src="${partner}/map" title="A map"></iframe>`;

const document = (lang: string, dir: string, head: string, body: string, before = '') =>
  `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><title>Shop</title>
  <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/shop.css">${head}</head><body>${before}
  <main id="main"><h1>Shop</h1><button id="first">A button of the shop</button><p><a href="/policies/consent" data-policy-settings id="settings">Privacy</a></p>${body}</main>`;

async function page(path: string, context: PageContext): Promise<string> {
  const { nonce, consent } = context;
  if (path === '/static') {
    // The same for everybody: it contains nothing about this visitor.
    const head = `<link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>`;
    return document('en', 'ltr', head, PARTNER_TAGS(context) + FRAMES(context));
  }
  if (path === '/static/tags') {
    const head = `<link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js" nonce="${nonce}"></script>`;
    return document('en', 'ltr', head, PARTNER_TAGS(context));
  }
  const isArabic = path === '/ar';
  const banner = await consent.renderBanner({ nonce, returnTo: path, stylesheet: false });
  const head = `<link rel="stylesheet" href="/policies/assets/consent.css">${await consent.renderScripts({ nonce })}`;
  return document(
    isArabic ? 'ar' : 'en',
    isArabic ? 'rtl' : 'ltr',
    head,
    (path === '/shop/deep/page' ? '' : PARTNER_TAGS(context) + FRAMES(context)) + banner,
    path === '/skip' ? '<a href="#main">To the content</a>' : '',
  );
}

const panel = (page: Page) => page.locator('.pe-consent-panel');
const press = (page: Page, name: string) => panel(page).getByRole('button', { name }).click();
const ran = (page: Page) => page.evaluate<string[]>('window.ran ?? []');
const storage = (page: Page) =>
  page.evaluate<string[]>(
    '[...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.startsWith("_t"))',
  );
const ORDER = ['slow.js', 'inline', 'template.js', 'fast.js'];

const untilRan = (page: Page, name: string) => until(page, `(window.ran ?? []).includes('${name}')`);

let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    page,
    policy: (partner) => `img-src ${partner}; require-trusted-types-for 'script'; trusted-types policy-engine`,
    engine: {
      texts: {
        ar: {
          'banner.title': 'أنت تقرر',
          'banner.accept': 'قبول الكل',
          'banner.reject': 'رفض الكل',
          'banner.choose': 'اختيار',
          'banner.save': 'حفظ',
        },
      },
    },
  });
  await site.publish('analytics');
  await site.publish('media');
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await browser.close();
});
beforeEach(() => {
  site.requests.length = 0;
});

describe('before a decision', () => {
  for (const path of ['/', '/static']) {
    it(`asks, and requests nothing from the other company: ${path}`, async () => {
      await using here = await visitSite(browser, site);
      await here.page.goto(path);
      await panel(here.page).waitFor();
      assert.equal(await here.page.locator('.pe-consent-panel input:checked').count(), 0);
      await here.page.getByRole('link', { name: 'Open on partner.example' }).waitFor();
      await here.page.waitForLoadState('networkidle');
      assert.deepEqual(site.requests, []);
      assert.deepEqual(await cookieNames(here.context), []);
      assert.deepEqual(here.problems, []);
    });
  }

  for (const [locale, width] of [
    ['en', 1280],
    ['fr', 390],
    ['tr', 320],
  ] as const) {
    it(`offers equal answers to accept, reject and choose: ${locale}, ${width} px`, async () => {
      await using here = await visitSite(browser, site, { locale, viewport: { width, height: 800 } });
      await here.page.goto('/');
      await panel(here.page).waitFor();
      const looks = await here.page.evaluate<string[]>(`
        [...document.querySelectorAll('.pe-consent-panel button:not([hidden])')].map((button) => {
          const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(button);
          const { width, height, left, top } = Object.fromEntries(
            Object.entries(button.getBoundingClientRect().toJSON()).map(([name, value]) => [name, Math.round(value)]));
          const isCut = button.scrollWidth > button.clientWidth;
          // In one line, or one below the other in a narrow window.
          const place = innerWidth < 360 ? { left } : { top };
          return JSON.stringify({ color, backgroundColor, borderColor, fontSize, fontWeight, width, height, ...place, isCut });
        })`);
      assert.equal(looks.length, 3);
      assert.equal(new Set(looks).size, 1, looks.join('\n'));
      assert.match(looks[0] ?? '', /"isCut":false/);
    });
  }

  it('causes no layout shift', async () => {
    await using here = await visitSite(browser, site);
    await here.page.addInitScript(`
      window.shift = 0;
      new PerformanceObserver((list) => { for (const one of list.getEntries()) window.shift += one.value; })
        .observe({ type: 'layout-shift', buffered: true });`);
    await here.page.goto('/');
    await here.page.getByRole('link', { name: 'Open on partner.example' }).waitFor();
    assert.equal(await here.page.evaluate('window.shift'), 0);
  });
});

describe('accepting', () => {
  for (const path of ['/', '/static']) {
    it(`activates everything in order, without a page load, and does not ask again: ${path}`, async () => {
      await using here = await visitSite(browser, site);
      const { page } = here;
      await page.goto(path);
      await page.evaluate('window.samePage = true');
      await panel(page).waitFor();
      const asleep = page.locator('script[type="text/plain"][data-consent]');
      const count = await asleep.count();
      await press(page, 'Accept all');
      await untilRan(page, 'both.js');
      assert.deepEqual(
        (await ran(page)).filter((name) => name !== 'engine.js'),
        [...ORDER, 'both.js'],
      );
      await page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
      await page.locator('#from-template').waitFor();
      assert.equal(await page.evaluate('window.samePage'), true);
      // What a framework rendered stays in its place; otherwise the framework could not remove it.
      assert.equal(await asleep.count(), count);
      assert.deepEqual(
        await page.evaluate(
          'dataLayer.filter((entry) => entry[0] === "consent").map(([verb, kind, mode]) => [verb, kind, mode.analytics_storage, mode.ad_storage].join(" "))',
        ),
        [
          ...(path === '/' ? ['consent default denied denied'] : []),
          'consent update denied denied',
          'consent update granted denied',
        ],
      );
      assert.equal(await panel(page).isVisible(), false);
      await page.reload();
      await untilRan(page, 'both.js');
      assert.equal(await panel(page).isVisible(), false);
      assert.deepEqual(here.problems, []);
    });
  }

  it('one rule activates only what belongs to it', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    await page.goto('/');
    await press(page, 'Customise');
    assert.equal(await page.locator('.pe-consent-panel input:checked').count(), 0);
    await panel(page).getByLabel('Films and maps').check();
    await press(page, 'Save choices');
    await page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
    assert.deepEqual(await ran(page), []);
    assert.deepEqual(site.requests.toSorted(), ['/film', '/map']);
    await page.getByRole('link', { name: 'Privacy', exact: true }).click();
    assert.equal(await panel(page).getByLabel('Films and maps').isChecked(), true);
    assert.equal(await panel(page).getByLabel('Statistics').isChecked(), false);
  });
});

describe('an embedded frame', () => {
  it('is shown once on request, without a decision', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    await page.goto('/');
    await page.getByRole('button', { name: 'Show once' }).click();
    await page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
    assert.deepEqual(site.requests, ['/film']);
    assert.equal(await panel(page).isVisible(), true);
    assert.deepEqual(await cookieNames(here.context), []);
  });

  it('can be allowed permanently in its place, and is removed after a withdrawal', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    await page.goto('/');
    await page.getByRole('button', { name: 'Always allow: Films and maps' }).click();
    await page.frameLocator('policy-embed iframe').getByText('A film').waitFor();
    await page.getByRole('link', { name: 'Privacy', exact: true }).click();
    await press(page, 'Reject all');
    await page.getByRole('button', { name: 'Show once' }).waitFor();
    assert.equal(await page.locator('policy-embed iframe').count(), 0);
  });
});

describe('withdrawing a consent', () => {
  it('deletes cookies of every domain and path, and storage, and keeps running tags from writing them again', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    await page.goto('/');
    await press(page, 'Accept all');
    await untilRan(page, 'both.js');
    await here.context.addCookies([{ name: '_mine', value: '1', domain: '.shop.example', path: '/' }]);
    const left = ['_t', '_t_deep', '_t_host', '_t_x_42'];
    assert.deepEqual(
      (await cookieNames(here.context)).filter((name) => name.startsWith('_t')),
      left,
    );
    assert.deepEqual(await storage(page), ['_t_local', '_t_session']);

    await page.goto('/shop/deep/page');
    await page.getByRole('link', { name: 'Privacy', exact: true }).click();
    await press(page, 'Reject all');
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    const nothing = async () => {
      assert.deepEqual(
        (await cookieNames(here.context)).filter((name) => name.startsWith('_t')),
        [],
      );
      assert.deepEqual(await storage(page), []);
    };
    await nothing();
    await page.evaluate('window.leave()');
    await nothing();
    assert.ok((await cookieNames(here.context)).includes('_mine'));
    await page.evaluate(`document.cookie = '_shop=1'; localStorage.setItem('shop', '1')`);
    assert.ok((await cookieNames(here.context)).includes('_shop'));
    assert.equal(await page.evaluate(`localStorage.getItem('shop')`), '1');

    site.requests.length = 0;
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.waitForLoadState('networkidle');
    assert.equal(await panel(page).isVisible(), false);
    assert.deepEqual(site.requests, []);
    assert.deepEqual(here.problems, []);
  });
});

describe('several tabs and the back button', () => {
  it('show the same state', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    const other = await here.context.newPage();
    await Promise.all([page.goto('/'), other.goto('/static')]);
    await panel(other).waitFor();
    await press(page, 'Accept all');
    await untilRan(other, 'both.js');
    await panel(other).waitFor({ state: 'hidden' });

    await other.goto('/policies/user_terms/analytics');
    await page.getByRole('link', { name: 'Privacy', exact: true }).click();
    await press(page, 'Reject all');
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    await other.goBack();
    await other.getByRole('button', { name: 'Show once' }).waitFor();
    assert.equal(await panel(other).isVisible(), false);
  });
});

describe('a page that is the same for everybody, with a link of its own to the settings', () => {
  it('loads the banner of a visitor who has decided when it is needed', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    await page.goto('/static/tags');
    await press(page, 'Reject all');
    await page.getByText('Saved').first().waitFor();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    const banners = () => loaded.filter((address) => /banner/.test(address)).length;
    const answered = page.waitForResponse(/consent\.json/);
    await page.goto('/static/tags');
    await answered;
    await page.waitForLoadState('networkidle');
    assert.equal(banners(), 0);
    await page.locator('#settings').click();
    await panel(page).waitFor();
    assert.equal(new URL(page.url()).pathname, '/static/tags');
    assert.ok(banners() > 0);

    // An app adds a frame later, whose texts come with the banner.
    await page.goto('/static/tags');
    await page.evaluate(`{
      const frame = document.createElement('policy-embed');
      frame.dataset.consent = 'media';
      frame.dataset.src = 'https://partner.example/film';
      document.querySelector('main').append(frame);
    }`);
    await page.getByRole('button', { name: 'Show once' }).waitFor();
  });
});

describe('a page from the back/forward cache', () => {
  it('queries the state only if the cookies have changed', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    await page.goto('/');
    await panel(page).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // What is loaded by the cookies' decision is loaded at once.
      if (/^\/policies\/(?!assets)/.test(pathname)) asked.push(`${request.method()} ${pathname}`);
    });
    // Playwright's browser never caches a page this way, so the test dispatches the event.
    const showAgain = () => page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await showAgain();
    assert.deepEqual(asked, []);
    // A plain form of another page decides; no tab is notified.
    await page.evaluate(
      `fetch('/policies/consent', { method: 'POST', body: new URLSearchParams({ all: 'accept' }), redirect: 'manual' })`,
    );
    asked.length = 0;
    await showAgain();
    await untilRan(page, 'both.js');
    assert.equal(await panel(page).isVisible(), false);
    assert.equal(asked[0], 'GET /policies/consent.json');
  });
});

describe('the keyboard and screen readers', () => {
  it('open the settings, leave them with Escape without a decision, and return to the previous focus', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    await page.goto('/');
    const region = page.getByRole('region', { name: 'Your privacy choices' });
    await region.waitFor();
    assert.equal(await page.evaluate('document.activeElement === document.body'), true);
    assert.match(await page.locator('.pe-consent-stack [role=status]').innerText(), /Your privacy choices/);
    await page.locator('#settings').focus();
    await page.keyboard.press('Enter');
    const focused = () =>
      page.evaluate<string>('document.activeElement.textContent.trim() || document.activeElement.dataset.rule');
    assert.equal(await focused(), 'Your privacy choices');
    const order = [];
    for (let step = 0; step < 8; step++) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    assert.deepEqual(order, [
      'Cookie details',
      'analytics',
      'Vendors and cookies (1)',
      'media',
      'Strictly necessary',
      'Reject all',
      'Accept all',
      'Save choices',
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await region.isVisible(), false);
    assert.equal(await page.evaluate('document.activeElement.id'), 'settings');
    assert.deepEqual(await cookieNames(here.context), []);
    await page.keyboard.press('Enter');
    for (let step = 0; step < 6; step++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until(page, `/saved/.test(document.querySelector('.pe-consent-stack [role=status]').textContent)`);
    assert.equal(await page.evaluate('document.activeElement.id'), 'settings');
  });

  it('reach the banner first, behind a link that skips to the content, and continue from it', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    for (const [path, tabs] of [
      ['/', 1],
      ['/skip', 2],
    ] as const) {
      await page.goto(path);
      await panel(page).waitFor();
      for (let step = 0; step < tabs; step++) await page.keyboard.press('Tab');
      assert.equal(await panel(page).locator(':focus').innerText(), 'Cookie details');
      for (let step = 0; step < 4; step++) await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.id'), 'first');
    }
    // The banner disappears with the element.
    await page.evaluate(`document.querySelector('policy-consent').remove()`);
    assert.equal(await panel(page).count(), 0);
  });

  it('keep the focused element above the banner', async () => {
    await using here = await visitSite(browser, site, { viewport: { width: 390, height: 844 } });
    const { page } = here;
    await page.goto('/');
    await page.getByRole('button', { name: 'Show once' }).waitFor();
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate<string>(`(() => {
        const focused = document.activeElement, panel = document.querySelector('.pe-consent-panel');
        if (panel.contains(focused) || focused === document.body) return '';
        return focused.getBoundingClientRect().bottom > panel.getBoundingClientRect().top + 1 ? focused.outerHTML : '';
      })()`);
      assert.equal(covered, '');
    }
  });

  for (const [colorScheme, width, path] of [
    ['light', 1280, '/'],
    ['dark', 390, '/'],
    ['light', 390, '/ar'],
  ] as const) {
    it(`axe finds no violation: ${colorScheme}, ${width} px, ${path}`, async () => {
      const locale = path === '/ar' ? 'ar' : 'en';
      await using here = await visitSite(browser, site, { colorScheme, locale, viewport: { width, height: 844 } });
      const { page } = here;
      await page.goto(path);
      await page.locator('.pe-embed').waitFor();
      // The tag of a test is inserted past the policy, which the browser then reports.
      assert.deepEqual(await axeFinds(page), []);
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
      if (path === '/ar') {
        // Wide enough for the answers in one line.
        await page.setViewportSize({ width: 640, height: 844 });
        const [first, , last] = await page.evaluate<number[]>(
          `[...document.querySelectorAll('.pe-consent-panel button:not([hidden])')].map((button) => button.getBoundingClientRect().left)`,
        );
        assert.ok(first! > last!, 'from the right to the left');
      }
    });
  }
});

describe('without JavaScript', () => {
  it('the same form decides, leads to the settings and back, and can be reached again', async () => {
    await using here = await visitSite(browser, site, { javaScriptEnabled: false });
    const { page } = here;
    await page.goto('/');
    await press(page, 'Customise');
    await page.waitForURL(`${site.url}/policies/privacy?return_to=%2F#browser`);
    await page.goto('/');
    await press(page, 'Reject all');
    await page.waitForURL(`${site.url}/`);
    assert.equal(await panel(page).isVisible(), false);
    const decided = (await here.context.cookies()).filter(({ name }) => /^policy_rule_[a-z]+$/.test(name));
    assert.deepEqual(decided.map(({ name, value }) => `${name} ${value}`).toSorted(), [
      'policy_rule_analytics rejected',
      'policy_rule_media rejected',
    ]);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await page.waitForURL('**/policies/privacy?**');
  });
});

describe('an engine that does not answer', () => {
  it('loses no decision silently, and activates nothing', async () => {
    await using here = await visitSite(browser, site);
    const { page } = here;
    await page.goto('/');
    await press(page, 'Customise');
    await panel(page).getByLabel('Films and maps').check();
    await here.context.setOffline(true);
    await press(page, 'Save choices');
    await page.locator('[data-when=failed] p').waitFor();
    assert.equal(await panel(page).getByLabel('Films and maps').isChecked(), true, 'what was chosen is still chosen');
    assert.equal(await panel(page).locator(':focus').count(), 1, 'whoever has no mouse is in the question again');
    assert.deepEqual(site.requests, []);
    await here.context.setOffline(false);
    await press(page, 'Reject all');
    await panel(page).waitFor({ state: 'hidden' });
    assert.equal(await page.locator('[data-when=failed]').isVisible(), false);
  });
});
