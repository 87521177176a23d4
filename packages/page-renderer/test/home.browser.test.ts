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

const resultOf = (path: string, query = '') => `${origin}/?url=${encodeURIComponent(site.url + path)}${query}`;

/** Opens pages and checks that neither the console nor the network reports an error. */
const visit = (options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> =>
  visitWithoutComplaints(browser, origin, options, use);

const cellsOf = (page: Page, row: string) =>
  page
    .getByRole('row', { name: new RegExp(`^${row}`) })
    .getByRole('cell')
    .allInnerTexts();

for (const javaScriptEnabled of [true, false]) {
  describe(`a person ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, AT_ONCE, () => {
    test('enters an address and sees both versions, the verdict and the timing', async () => {
      await visit({ javaScriptEnabled }, async (page) => {
        await page.goto(`${origin}/`);
        assert.equal(await page.locator('.top .badge').innerText(), 'Browser ready');
        await page.getByLabel('Address of a page').fill(`${site.url}/shop`);
        site.requests.length = 0;
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'As rendered' }).waitFor();

        assert.equal(site.requests.filter((path) => path === '/shop').length, 2, 'one render for each version');
        assert.equal(await page.title(), `127.0.0.1:${site.port} · Page renderer`);
        assert.match(
          await page.locator('.headline').innerText(),
          /^Without JavaScript 9\d% of this page’s text is missing/,
        );
        assert.match(
          await page.locator('.summary').innerText(),
          /Without JavaScript a bot sees 28 characters of text; rendered it sees 5\d\d\./,
        );
        for (const name of ['Without JavaScript', 'As rendered']) {
          const panel = page.getByRole('region', { name, exact: true });
          const picture = panel.getByRole('img');
          await picture.scrollIntoViewIfNeeded();
          const width = await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);
          assert.equal(width, 1_000, 'the picture of the viewport');
          assert.match(
            await panel.innerText(),
            /Complete[^]*nothing was pending[^]*200 OK[^]*Lamp shop[^]*Lamps for every room/,
          );
          assert.match(await panel.innerText(), /https:\/\/shop\.example\/lamps/);
        }
        assert.match(await page.locator('.excerpt').first().innerText(), /^Please switch on JavaScript\.$/);
        assert.match(await page.locator('.excerpt').last().innerText(), /^Lamps\nDune\nA lamp of sand/);
      });
    });
  });
}

describe('the figures of a result', AT_ONCE, () => {
  test('count the content of each version', async () => {
    await visit({}, async (page) => {
      await page.goto(resultOf('/shop'));
      assert.deepEqual(await cellsOf(page, 'Headings'), ['0', '2']);
      assert.deepEqual(await cellsOf(page, 'Links'), ['0', '2']);
      assert.deepEqual(await cellsOf(page, 'Images'), ['0', '1']);
      assert.deepEqual(await cellsOf(page, 'JSON-LD blocks'), ['1', '1']);
      const timing = await cellsOf(page, 'Total');
      assert.match(timing.slice(0, 2).join(' '), /^[\d.]+ m?s [\d.]+ m?s$/);
    });
  });

  test('show the HTML as it was sent and as it was rendered', async () => {
    await visit({}, async (page) => {
      await page.goto(resultOf('/shop'));
      await page.getByText('As the site sent it').click();
      await page.getByText('As rendered, without scripts').click();
      const [sent, rendered] = await page.locator('.source pre').allInnerTexts();
      assert.match(sent ?? '', /<noscript>[^]*app\.innerHTML =/);
      assert.match(rendered ?? '', /<div id="app"><h1>Lamps<\/h1>/);
      assert.doesNotMatch(rendered ?? '', /app\.innerHTML/);
    });
  });

  test('lead to the HTML and the screenshot that a bot gets', async () => {
    const html = await (await fetch(resultOf('/shop', '&mobile=true'))).text();
    const links = [...html.matchAll(/href="(\/(?:render|screenshot)\/[^"]+)"/g)].map(([, path]) => path ?? '');
    assert.equal(links.length, 2);
    const types = [];
    for (const path of links) {
      assert.match(path, /\?mobile=true$/);
      const answer = await fetch(origin + path);
      assert.equal(answer.status, 200);
      types.push(answer.headers.get('content-type'));
    }
    assert.deepEqual(types, ['text/html; charset=utf-8', 'image/jpeg']);
  });
});

describe('the conclusion', AT_ONCE, () => {
  for (const [path, expected] of [
    ['/static', 'This page shows the same amount of text without JavaScript.'],
    ['/missing-text', 'Without JavaScript this page is empty.'],
  ] as const) {
    test(`of ${path} is: ${expected}`, async () => {
      await visit({}, async (page) => {
        await page.goto(resultOf(path));
        assert.equal(await page.locator('.headline').innerText(), expected);
      });
    });
  }
});

describe('a result says', AT_ONCE, () => {
  test('how the address led to the page', async () => {
    await visit({}, async (page) => {
      await page.goto(resultOf('/moved'));
      assert.match(await page.locator('.way').innerText(), new RegExp(`Address ${site.url}/static`));
      await page.getByText('2 redirects').click();
      assert.equal(await page.locator('.way li').count(), 3);
      assert.match(
        await page.locator('.facts').last().innerText(),
        /301 Moved Permanently for bots; the page itself 200 OK/,
      );
    });
  });

  test('that the time budget ended before the page was complete', async () => {
    await visit({}, async (page) => {
      const answer = await page.goto(resultOf('/never-idle'));
      assert.equal(answer?.status(), 200);
      const panel = page.getByRole('region', { name: 'As rendered', exact: true });
      assert.match(await panel.innerText(), /Out of time[^]*budget ended/);
      assert.equal(await page.getByText('The page was not complete when its time budget ended.').count(), 1);
    });
  });

  test('the status of a missing page, and shows the page', async () => {
    await visit({}, async (page) => {
      assert.equal((await page.goto(resultOf('/gone')))?.status(), 200);
      assert.match(await page.locator('.facts').last().innerText(), /410 Gone/);
    });
  });

  test('that there is no page in an empty response', async () => {
    await visit({}, async (page) => {
      assert.equal((await page.goto(resultOf('/no-content')))?.status(), 200);
      assert.equal(await page.getByText('The response contains no page').count(), 2);
    });
  });

  test('which version failed, where one did not', async () => {
    await using narrow = await createRenderer({ browsers: 1, ...LOCAL, concurrency: 1, maxQueue: 0 });
    const url = encodeURIComponent(`${site.url}/static`);
    const answer = await narrow.fetch(new Request(`http://renderer.test/?url=${url}`));
    const html = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(html, /id="plain"[^]*Failed[^]*The queue of renders is full[^]*id="rendered"[^]*Complete/);
  });
});

describe('an address', AT_ONCE, () => {
  test('may be written without its scheme', async () => {
    await visit({}, async (page) => {
      await page.goto(`${origin}/?url=10.1.2.3`);
      assert.equal(await page.getByLabel('Address of a page').inputValue(), 'https://10.1.2.3/');
    });
  });

  for (const [name, url, status, expected] of [
    ['that is empty', () => '', 400, /Enter the full address/],
    ['with another scheme', () => 'javascript:alert(1)', 403, /begins with https/],
    ['on a private network', () => 'http://192.168.1.1/', 403, /192\.168\.1\.1 is a private address/],
    ['of a metadata service', () => 'http://169.254.169.254/', 403, /may not be rendered/],
    ['of this service', () => `${origin}/`, 403, /this service itself/],
    ['of an unknown host', () => 'http://nowhere.invalid/', 400, /does not resolve[^]*Check the address/],
    ['where nothing listens', () => 'http://127.0.0.1:9/', 400, /Browsers do not open port 9/],
    ['of a download', () => `${site.url}/download`, 502, /not of an image, a feed or a download/],
    ['that never answers', () => `${site.url}/hang`, 504, /took too long[^]*option timeout/],
  ] as const) {
    test(`${name} is answered ${status}, beside the form and with what to do`, async () => {
      await visit({}, async (page) => {
        const answer = await page.goto(`${origin}/?url=${encodeURIComponent(url())}`);
        assert.equal(answer?.status(), status);
        assert.match(await page.getByRole('alert').innerText(), expected);
        assert.ok((await page.title()).startsWith('Error'));
        assert.equal(await page.locator('.result').count(), 0);
        const field = page.getByLabel('Address of a page');
        assert.equal(await field.getAttribute('aria-describedby'), 'error');
      });
    });
  }

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
  test('is shown as text only, and cannot change the home page', async () => {
    await visit({}, async (page) => {
      const answer = await page.goto(resultOf('/hostile'));
      const rendered = page.getByRole('region', { name: 'As rendered', exact: true });
      assert.ok((await rendered.innerText()).includes(HOSTILE_TITLE.slice(0, 200)));
      assert.match(await rendered.innerText(), /<img src=x onerror=/);
      assert.equal(await page.evaluate('document.documentElement.dataset.hacked'), undefined);
      assert.equal(await page.locator('script').count(), 1);
      assert.equal(await page.locator('img').count(), 2);
      assert.deepEqual(await page.locator('a[href^="javascript:" i]').all(), []);
      const policy = answer?.headers()['content-security-policy'] ?? '';
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; img-src data:;/);
      assert.doesNotMatch(policy, /unsafe/);
    });
  });

  test('can’t break out of the commands that are copied', async () => {
    await visit({}, async (page) => {
      await page.goto(resultOf("/it's"));
      const commands = await page.locator('.developers pre').allInnerTexts();
      assert.equal(commands.length, 4);
      assert.ok(commands[0]?.endsWith(String.raw`it'\''s'`), commands[0]);
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
      await page.getByRole('button', { name: 'Compare' }).click();
      assert.ok(await page.getByRole('button', { name: 'Rendering…' }).isDisabled());
      assert.match(await page.locator('.form [role=status]').innerText(), /with and without its scripts/);
      assert.deepEqual(await axeFinds(page), []);
      await page.evaluate("dispatchEvent(new Event('pageshow'))");
      assert.ok(await page.getByRole('button', { name: 'Compare' }).isEnabled());
      assert.equal(await page.locator('.form [role=status]').innerText(), '');
    });
  });
});

describe('the home page', AT_ONCE, () => {
  test('is not stored, and its results are not indexed', async () => {
    const home = await fetch(`${origin}/`);
    assert.equal(home.headers.get('cache-control'), 'no-store');
    assert.equal(home.headers.get('x-robots-tag'), null);
    const result = await fetch(`${origin}/?url=`);
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
      const refused = `${origin}/?url=10.0.0.1&timezoneId=Europe/Rome`;
      for (const url of [`${origin}/`, resultOf('/shop'), resultOf('/never-idle'), refused, `${origin}/nothing`]) {
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
      assert.deepEqual(order, ['Skip to content', 'Page renderer', 'url', 'Compare']);
    });
  });
});
