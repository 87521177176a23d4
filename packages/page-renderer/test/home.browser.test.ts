import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { stretched } from '../../../testing/load.ts';
import { atEachWidth, axeFinds, axeFindsInLightAndDark } from '../../../testing/axe.ts';
import { launchBrowser } from '../../../testing/browser.ts';
import { HOSTILE_TITLE, startHomeSite } from './support/home-site.ts';
import type { Site } from './support/site.ts';
import { visitWithoutComplaints } from './support/visit.ts';

const LOCAL = { allowPrivateNetworks: ['127.0.0.1'], host: '127.0.0.1', port: 0, logLevel: 'silent' } as const;

let site: Site;
let renderer: Renderer;
let browser: Browser;
let origin: string;

before(async () => {
  site = await startHomeSite();
  renderer = await createRenderer({ browsers: 1, ...LOCAL, timeout: stretched(2_500) });
  origin = (await renderer.listen()).url;
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
});

/** Mostly waiting for pages. */
const AT_ONCE = { concurrency: 3 };

const resultOf = (path: string, query = '') => `${origin}/inspect?url=${encodeURIComponent(site.url + path)}${query}`;

/** Opens pages and checks that neither the console nor the network reports an error. */
const visit = (options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> =>
  visitWithoutComplaints(browser, origin, options, use);

const bodyOf = (page: Page) => page.locator('main').innerText();

describe('an address', AT_ONCE, () => {
  test('may be written without its scheme', async () => {
    await visit({}, async (page) => {
      await page.goto(`${origin}/inspect?url=10.1.2.3`);
      assert.equal(await page.getByLabel('Address of a page').inputValue(), 'https://10.1.2.3/');
    });
  });

  for (const [name, url, status, expected] of [
    ['that is empty', () => '', 400, /Enter the full address/],
    ['with another scheme', () => 'javascript:alert(1)', 403, /begins with https/],
  ] as const) {
    test(`${name} is answered ${status}, beside the form and with what to do`, async () => {
      await visit({}, async (page) => {
        const answer = await page.goto(`${origin}/inspect?url=${encodeURIComponent(url())}`);
        assert.equal(answer?.status(), status);
        assert.match(await page.getByRole('alert').innerText(), expected);
        assert.ok((await page.title()).startsWith('Error'));
        assert.equal(await page.locator('.result').count(), 0);
        const field = page.getByLabel('Address of a page');
        assert.equal(await field.getAttribute('aria-describedby'), 'error');
      });
    });
  }

  test('that cannot be rendered is inspected, and the first lines say why and what to do', async () => {
    for (const [url, expected] of [
      ['http://192.168.1.1/', /may not be rendered\.[^]*192\.168\.1\.1 is a private address/],
      ['http://169.254.169.254/', /may not be rendered/],
      [`${origin}/`, /this service itself/],
      ['http://nowhere.invalid/', /does not resolve[^]*Check the address/],
      ['http://127.0.0.1:9/', /Browsers do not open port 9/],
      [`${site.url}/download`, /not that of a page|not a page/],
      [`${site.url}/hang`, /option timeout/],
    ] as const) {
      const answer = await fetch(`${origin}/inspect?url=${encodeURIComponent(url)}`);
      assert.equal(answer.status, 200, url);
      const [, main = ''] = /<main[^>]*>([^]*)<\/main>/.exec(await answer.text()) ?? [];
      assert.match(main.replaceAll(/<[^>]+>/g, ' '), expected, url);
    }
  });

  for (const [query, expected] of [
    ['&timezoneId=Mars/Base', /timezoneId: "Mars\/Base" is not a time zone/],
    ['&mobile=perhaps', /mobile: expected no value/],
  ] as const) {
    test(`with the option ${query} is answered 400, with the options open`, async () => {
      await visit({}, async (page) => {
        assert.equal((await page.goto(resultOf('/static', query)))?.status(), 400);
        assert.match(await page.getByRole('alert').innerText(), expected);
        assert.ok(await page.getByLabel('Time zone').isVisible());
      });
    });
  }
});

describe('a hostile page', AT_ONCE, () => {
  test('is shown as text only, and cannot change the page of its inspection', async () => {
    await visit({}, async (page) => {
      const answer = await page.goto(resultOf('/hostile'));
      const policy = answer?.headers()['content-security-policy'] ?? '';
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; img-src data:;/);
      assert.doesNotMatch(policy, /unsafe/);
      assert.ok((await bodyOf(page)).includes(HOSTILE_TITLE.slice(0, 200)));
      for (const tab of ['Raw HTML', 'Rendered HTML', 'Pictures', 'Difference', 'Links', 'Timeline', 'Response']) {
        await page.getByRole('link', { name: tab, exact: true }).click();
        await page.getByRole('heading', { name: tab, exact: true }).waitFor();
        assert.match(await bodyOf(page), tab === 'Rendered HTML' ? /<img src=x onerror=/ : /./);
        assert.equal(await page.evaluate('document.documentElement.dataset.hacked'), undefined);
        assert.equal(await page.locator('script').count(), 1);
        assert.equal(await page.locator('img').count(), tab === 'Pictures' ? 2 : 0);
        assert.deepEqual(await page.locator('a[href^="javascript:" i]').all(), []);
      }
    });
  });
});

describe('while a page is rendered', AT_ONCE, () => {
  test('the button is busy, and enabled again after going back', async () => {
    await visit({}, async (page) => {
      await page.goto(`${origin}/`);
      // The page stays open for inspection.
      await page.evaluate("addEventListener('submit', (event) => event.preventDefault())");
      await page.getByLabel('Address of a page').fill(`${site.url}/static`);
      await page.getByRole('button', { name: 'Inspect' }).click();
      assert.ok(await page.getByRole('button', { name: 'Rendering…' }).isDisabled());
      assert.match(await page.locator('.form [role=status]').innerText(), /with and without its scripts/);
      assert.deepEqual(await axeFinds(page), []);
      await page.evaluate("dispatchEvent(new Event('pageshow'))");
      assert.ok(await page.getByRole('button', { name: 'Inspect' }).isEnabled());
      assert.equal(await page.locator('.form [role=status]').innerText(), '');
    });
  });
});

describe('the home page', AT_ONCE, () => {
  test('is not stored, and its results are not indexed', async () => {
    const home = await fetch(`${origin}/`);
    assert.equal(home.headers.get('cache-control'), 'no-store');
    assert.equal(home.headers.get('x-robots-tag'), null);
    const result = await fetch(`${origin}/inspect?url=`);
    assert.equal(result.headers.get('x-robots-tag'), 'noindex, nofollow');
  });
  test('shows the address at which it was reached, also behind a proxy', async () => {
    const request = new Request('http://render.example.com/', { headers: { 'X-Forwarded-Proto': 'https' } });
    assert.match(await (await renderer.fetch(request)).text(), /https:\/\/render\.example\.com\/render\/https%3A/);
  });
  test('works when the browser does not, and says so', async () => {
    const browser = { executablePath: '/bin/false', kind: 'chromium' } as const;
    await using broken = await createRenderer(LOCAL, { browser });
    const answer = await broken.fetch(new Request('http://renderer.test/'));
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /Browser not available/);
  });
  test('takes GET and HEAD only', async () => {
    const answer = await fetch(`${origin}/`, { method: 'POST' });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'GET, HEAD');
  });
});

describe('a render without scripts, by the library', AT_ONCE, () => {
  test('holds what is there without them, and says what each step took', async () => {
    const started = performance.now();
    const { html, timings } = await renderer.render(`${site.url}/shop`, { scripts: false });
    assert.match(html, /<div id="app"><\/div>/);
    const sum = Object.values(timings).reduce((total, ms) => total + ms, 0);
    assert.ok(sum >= timings.wait && timings.wait > 0);
    assert.ok(sum <= performance.now() - started + 5, `${sum} ms are more than it took`);
  });
});

describe('every page of the service', AT_ONCE, () => {
  test('is accessible and fits, on a phone and at a desk, light and dark', async () => {
    await visit({ viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' }, async (page) => {
      const refused = `${origin}/inspect?url=ftp://10.0.0.1&timezoneId=Europe/Rome`;
      for (const url of [`${origin}/`, `${origin}/inspect`, refused, `${origin}/nothing`]) {
        await page.goto(url);
        for (const summary of await page.locator('summary').all()) await summary.click();
        await atEachWidth(page, async (width) => {
          assert.deepEqual(await axeFindsInLightAndDark(page), [], `${url}, ${width} px`);
          const tooWide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.ok((tooWide as number) <= 0, `${url} is ${String(tooWide)} pixels too wide at ${width} px`);
        });
      }
    });
  });

  test('can be used by keyboard: skip link, brand, field, button', async () => {
    await visit({}, async (page) => {
      await page.goto(`${origin}/`);
      const order = [];
      for (let step = 0; step < 4; step += 1) {
        await page.keyboard.press('Tab');
        order.push(await page.evaluate('document.activeElement.innerText || document.activeElement.id'));
      }
      assert.deepEqual(order, ['Skip to content', 'Page renderer', 'url', 'Inspect']);
    });
  });
});
