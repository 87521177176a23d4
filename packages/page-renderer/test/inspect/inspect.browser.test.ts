/** The page about one address, and its JSON: first lines, tabs, one inspection for all of them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeFindsInLightAndDark } from '../../../../testing/axe.ts';
import { freePort } from '../../../../testing/free-port.ts';
import { launchBrowser } from '../../../../testing/browser.ts';
import { stretched } from '../../../../testing/load.ts';
import { SCHEMAS } from '../../dist/server/openapi/schemas.js';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { visitWithoutComplaints } from '../support/visit.ts';

const LOCAL = { allowPrivateNetworks: ['127.0.0.1'], host: '127.0.0.1', port: 0, logLevel: 'silent' } as const;
const TOKEN = 'the-token-of-the-administrator';
const TEXT = 'A lamp of sand and light. ';
const SHOP = `<!doctype html><html lang="en"><head><title>Dune</title><meta name="description" content="A lamp">
<link rel="canonical" href="/shop"><meta name="robots" content="index, follow"><meta property="og:title" content="Dune">
<script type="application/ld+json">{ "@type": "Product", "name": "Dune" }</script>
<script type="application/ld+json">{ "@type": "Product", }</script></head><body><noscript>Please switch on JavaScript.</noscript>
<div id="app"></div><script>
  fetch('/slow.json').then(() => {
    app.innerHTML = '<h1>Lamps</h1><p>' + '${TEXT}'.repeat(20) + '</p><a href="/dune">Dune</a> <a href="/gone">Gone</a> ' +
      '<a href="/dune#icon"></a> <a href="https://other.example/">Other</a> <a href="/private/a">Private</a>';
    for (let i = 0; i < 9; i += 1) fetch('/part.json?' + i);
  });
</script></body></html>`;

let site: Site;
let renderer: Renderer;
let browser: Browser;
let origin: string;

before(async () => {
  site = await startSite({
    '/shop': SHOP,
    '/dune': '<!doctype html><title>Dune</title><h1>Dune</h1>',
    '/leaves': '<!doctype html><title>Leaves</title><a href="http://127.0.0.1:1/a">Nobody</a> <a href="/dune">Dune</a>',
    '/slow.json': (_, response) => void setTimeout(() => response.end('{}'), 60),
    '/part.json': '{}',
    '/moved': (_, response) => response.writeHead(301, { Location: '/shop' }).end(),
    '/never-idle': '<h1>here</h1><img src="/hang">',
    '/hang': () => {},
    '/private/a': '<!doctype html><title>Private</title><h1>For no robot</h1>',
    '/gone-page': (_, response) => response.writeHead(410, { 'Content-Type': 'text/html' }).end('<h1>Gone</h1>'),
    '/file': (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
    '/robots.txt': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('User-agent: *\nDisallow: /private/\n'),
  });
  renderer = await createRenderer({
    browsers: 1,
    ...LOCAL,
    adminToken: TOKEN,
    cache: 'memory',
    timeout: stretched(3_000),
  });
  origin = (await renderer.listen()).url;
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
});

const AT_ONCE = { concurrency: 2 };
const asked = (path: string, query = '') => `?url=${encodeURIComponent(site.url + path)}${query}`;
const visit = (options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> =>
  visitWithoutComplaints(browser, origin, options, use);

interface Json {
  inspection: string;
  indexing: { outcome: string; reason: string };
  status: number;
  conclusion: { headline: string };
  error: { code: string } | null;
  robotsTxt: { isAllowed: boolean | null } | null;
  content: Record<string, unknown> & { checked?: Array<{ url: string; outcome: string }>; html?: string };
}

async function json(query: string, of = renderer, headers: Record<string, string> = {}): Promise<Json> {
  const response = await of.fetch(new Request(`http://renderer.test/inspect.json${query}`, { headers }));
  const value: unknown = await response.json();
  assert.equal(response.status, 200, JSON.stringify(value));
  const parsed = SCHEMAS.Inspection.safeParse(value);
  assert.ok(parsed.success, parsed.error?.message);
  return value as Json;
}

/** Renders that were made so far. */
async function rendersMade(): Promise<number> {
  const metrics = await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const lines = (await metrics.text()).matchAll(/^page_renderer_renders_total\{.*\} (\d+)$/gm);
  return Array.from(lines, ([, number]) => Number(number)).reduce((sum, number) => sum + number, 0);
}

/** What each tab shows of the shop. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  'Raw HTML': /Please switch on JavaScript[^]*app\.innerHTML =/,
  'Rendered HTML': /Render\s+Complete[^]*<div id="app"><h1>Lamps<\/h1>/,
  Difference: /Without JavaScript the page has [^]*Missing without JavaScript[^]*A lamp of sand[^]*Headings\s+0\s+1/,
  Pictures: /Without JavaScript[^]*As rendered/,
  'Structured data':
    /1 block of JSON-LD cannot be read[^]*Block 2: expected a name[^]*Product[^]*Not eligible[^]*review or aggregateRating or offers/,
  'Social cards': /og:title\s+Dune[^]*og:type\s+none\s+Open Graph requires it[^]*twitter:title\s+Dune\s+og:title/,
  Links: /5 links: 4 internal, 1 to other origins, 1 broken, 1 without text[^]*\/gone\s+it is answered 404\s+Gone/,
  Timeline: /What delayed it[^]*slow\.json[^]*When each request was made[^]*Limits/,
  Response: /Response to bots[^]*200 OK[^]*Rules and cache[^]*Nothing is cached/,
};

for (const javaScriptEnabled of [true, false]) {
  test(`a person ${javaScriptEnabled ? 'with' : 'without'} JavaScript gets everything from two renders`, async () => {
    await visit({ javaScriptEnabled }, async (page) => {
      const before = await rendersMade();
      await page.goto(`${origin}/`);
      assert.equal(await page.locator('.top .badge').innerText(), 'Browser ready');
      await page.getByLabel('Address of a page').fill(`${site.url}/shop`);
      site.requests.length = 0;
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Bots get the complete page, but it has' }).waitFor();
      assert.equal(await page.title(), `127.0.0.1:${site.port} · Page renderer`);
      assert.match(
        await page.locator('.first-lines').innerText(),
        /Address[^]*\/shop[^]*Title\s+Dune[^]*May be indexed It is answered 200, robots\.txt allows it, nothing says noindex, and its canonical link names this address\.[^]*200 OK[^]*\/shop \(this address\)[^]*index, follow[^]*Its robots\.txt allows Googlebot[^]*Without JavaScript 9\d% of this page’s text is missing/,
      );
      assert.match(
        await page.locator('.panel-of-tab').innerText(),
        /1 finding[^]*structured data cannot be read|1 of 2 blocks/,
      );
      for (const [tab, expected] of Object.entries(SHOWN)) {
        await page.getByRole('link', { name: tab, exact: true }).click();
        await page.getByRole('heading', { name: tab, exact: true }).waitFor();
        assert.match(await page.locator('.panel-of-tab').innerText(), expected, tab);
        assert.equal(await page.getByRole('link', { name: tab, exact: true }).getAttribute('aria-current'), 'page');
        if (tab !== 'Pictures') continue;
        const widths = await page.evaluate(
          'Promise.all([...document.images].map(async (image) => { await image.decode(); return image.naturalWidth; }))',
        );
        assert.deepEqual(widths, [1_000, 1_000], 'pictures of the viewport');
      }
      const made = site.requests.filter((path) => path === '/shop').length;
      assert.equal(made, 2, 'as rendered, and without JavaScript');
      assert.equal(site.requests.filter((path) => path === '/gone').length, 1, 'a link is requested once');
      assert.ok(!site.requests.includes('/private/a'), 'robots.txt forbids it');
      // The third one is an address that cannot exist, for the judgements.
      assert.equal((await rendersMade()) - before, 3);
      await page.getByRole('link', { name: 'This tab as JSON' }).click();
      assert.match(await page.locator('body').innerText(), /^\{"version":1,"inspection":"[\w-]{22}","tab":"response"/);
      assert.equal(site.requests.filter((path) => path === '/shop').length, 2);
    });
  });
}

test('the characters of a page’s text are the same in what it declares and beside those without JavaScript', async () => {
  const html = await (await renderer.fetch(new Request(`http://renderer.test/inspect${asked('/shop')}`))).text();
  const [, told] = />Text<[^0-9]*([\d,]+) characters</.exec(html) ?? [];
  const [, compared] = /rendered it sees ([\d,]+)\./.exec(html) ?? [];
  assert.ok(told !== undefined && told === compared, `${told} and ${compared}`);
});

describe('/inspect.json', AT_ONCE, () => {
  test('has the content of each tab, all of one inspection', async () => {
    const { inspection, content } = await json(asked('/shop'));
    assert.ok(Array.isArray(content['judgements']));
    const requests = site.requests.filter((path) => path === '/shop').length;
    const tab = async (name: string) => (await json(asked('/shop', `&tab=${name}&inspection=${inspection}`))).content;
    assert.equal((await tab('raw')).html, SHOP);
    assert.match((await tab('rendered')).html ?? '', /<h1>Lamps/);
    assert.match(JSON.stringify(await tab('difference')), /"missing":\{"words":1\d\d/);
    assert.match(
      JSON.stringify((await tab('pictures'))['rendered']),
      /"type":"image\/jpeg","width":1000,.*"base64":"\/9j/,
    );
    assert.equal((await tab('structured-data'))['count'], 1);
    assert.ok(Array.isArray((await tab('cards'))['openGraph']));
    const outcomes = ((await tab('links')).checked ?? []).map(({ url, outcome }) => [
      url.replace(site.url, ''),
      outcome,
    ]);
    assert.deepEqual(outcomes, [
      ['/dune', 'works'],
      ['/gone', 'broken'],
      ['/private/a', 'not-checked'],
    ]);
    assert.ok(Array.isArray((await tab('timeline'))['delays']));
    assert.equal(((await tab('response'))['answer'] as { status: number }).status, 200);
    assert.equal(site.requests.filter((path) => path === '/shop').length, requests);
  });

  test('says of each kind of address whether it may be indexed', async () => {
    for (const [path, status, outcome] of [
      ['/moved', 301, 'elsewhere'],
      ['/gone-page', 410, 'no'],
      ['/private/a', 200, 'no'],
      ['/file', 200, 'unknown'],
    ] as const) {
      const told = await json(asked(path));
      assert.deepEqual([told.status, told.indexing.outcome], [status, outcome], path);
    }
  });

  test('has the status of the error of an address that cannot be rendered, and says the same', async () => {
    for (const [url, status, code] of [
      [`http://127.0.0.1:${await freePort()}/`, 502, 'connection-failed'],
      ['http://127.0.0.2/', 403, 'refused-address'],
      ['http://nowhere.invalid/', 400, 'unknown-host'],
    ] as const) {
      const response = await fetch(`${origin}/inspect.json?url=${encodeURIComponent(url)}`);
      const told = (await response.json()) as Json;
      assert.ok(SCHEMAS.Inspection.safeParse(told).success);
      assert.deepEqual([response.status, told.status, told.error?.code], [status, status, code]);
      assert.equal(told.indexing.outcome, 'unknown');
      assert.equal((await renderer.inspect(url)).error?.code, code);
      assert.equal((await fetch(`${origin}/inspect?url=${encodeURIComponent(url)}`)).status, 200, 'for people');
    }
  });

  test('says where links to other origins lead if that is asked for, and so does the page', async () => {
    const outcomes = async (more: string) => {
      const { content } = await json(asked('/leaves', `&tab=links${more}`));
      return content.checked?.map(({ url, outcome }) => [url.replace(site.url, ''), outcome]);
    };
    const own = ['/dune', 'works'];
    assert.deepEqual(await outcomes(''), [own]);
    assert.deepEqual(await outcomes('&externalLinks=true'), [own, ['http://127.0.0.1:1/a', 'broken']]);
    await visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${origin}/inspect${asked('/leaves', '&tab=links')}`);
      await page.getByRole('link', { name: 'Check the links to other origins, too' }).click();
      assert.match(
        await page.locator('.panel-of-tab').innerText(),
        /1 to other origins, 1 broken[^]*127\.0\.0\.1:1\/a\s+cannot be fetched/,
      );
    });
  });

  test('is what the library says, which needs no token', async () => {
    await using library = await createRenderer({ browsers: 1, ...LOCAL, renderToken: 'the-token-for-renders' });
    const { tab, title, indexing, content } = await library.inspect(`${site.url}/shop`, { tab: 'structured-data' });
    assert.deepEqual([tab, title, indexing.outcome, content['count']], ['structured-data', 'Dune', 'yes', 1]);
    await assert.rejects(library.inspect(''), { code: 'invalid-url' });
    await assert.rejects(library.inspect(`${site.url}/shop`, { timezoneId: 'Nowhere' }), { code: 'invalid-parameter' });
  });

  test('refuses what is wrong with the request', async () => {
    for (const [query, code] of [
      ['', 'invalid-url'],
      [asked('/shop', '&tab=all'), 'invalid-parameter'],
      [asked('/shop', '&mobile=perhaps'), 'invalid-parameter'],
      [asked('/shop', '&externalLinks=perhaps'), 'invalid-parameter'],
    ] as const) {
      const response = await fetch(`${origin}/inspect.json${query}`);
      assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [400, code]);
    }
  });
});

describe('an inspection', () => {
  test('is found only with its own parameters, and by whom it was made for', async () => {
    const { inspection } = await json(asked('/dune'), renderer, { Authorization: `Bearer ${TOKEN}` });
    const again = async (query: string, headers = {}) =>
      (await json(asked(query, `&inspection=${inspection}`), renderer, headers)).inspection === inspection;
    assert.equal(await again('/dune', { Authorization: `Bearer ${TOKEN}` }), true);
    assert.equal(await again('/dune'), false, 'it has addresses that only administrators see');
    assert.equal(await again('/shop', { Authorization: `Bearer ${TOKEN}` }), false);
  });

  test('needs the render token and counts as two renders for the limit; its tabs are free, apart from requests of links', async () => {
    await using guarded = await createRenderer({
      browsers: 1,
      ...LOCAL,
      renderToken: 'the-token-for-renders',
      rendersPerMinute: 3,
    });
    const ask = (query: string, headers: Record<string, string> = {}) =>
      guarded.fetch(new Request(`http://renderer.test/inspect${query}`, { headers }));
    const token = { 'X-Prerender-Token': 'the-token-for-renders' };
    const refused = await ask(asked('/dune'));
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Basic /);
    const made = await ask(asked('/dune'), token);
    assert.equal(made.status, 200);
    const [, inspection = ''] = /inspection=([\w-]+)/.exec(await made.text()) ?? [];
    const tab = (name: string, headers = token) =>
      ask(asked('/dune', `&tab=${name}&inspection=${inspection}`), headers);
    assert.equal((await tab('raw', {} as typeof token)).status, 401);
    for (const name of ['raw', 'timeline', 'response']) assert.equal((await tab(name)).status, 200, name);
    assert.match(await (await tab('links')).text(), /No link was checked, because you have reached your limit/);
    assert.equal((await ask(asked('/shop'), token)).status, 429);
  });

  test('shows what there is if one of its renders fails, or the page is not complete', async () => {
    await using narrow = await createRenderer({ browsers: 1, ...LOCAL, concurrency: 1, maxQueue: 0 });
    const answer = await narrow.fetch(new Request(`http://renderer.test/inspect${asked('/dune', '&tab=pictures')}`));
    assert.match(
      await answer.text(),
      /id="plain"[^]*Failed[^]*The queue of renders is full[^]*id="rendered"[^]*Complete/,
    );
    const late = await (await fetch(`${origin}/inspect${asked('/never-idle', '&tab=timeline')}`)).text();
    assert.match(
      late,
      /The page was not complete when its time budget ended\.[^]*This request had not ended[^]*\/hang/,
    );
  });
});

test('former addresses lead to the inspection, with the same parameters', async () => {
  for (const [path, expected] of [
    ['/?url=a.example&mobile=true', '/inspect?url=a.example&mobile=true'],
    ['/explain', '/inspect'],
    ['/explain?url=a.example&compare=true&ignoredJudgements=vary', '/inspect?url=a.example&ignoredJudgements=vary'],
    ['/operator/explain?url=a.example&compare=true', '/operator/inspect?url=a.example'],
  ] as const) {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const answer = await fetch(origin + path, { redirect: 'manual', headers });
    assert.deepEqual([answer.status, answer.headers.get('location')], [301, expected]);
  }
});

const SHIFTS = `new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifted = (globalThis.shifted ?? 0) + value;
}).observe({ type: 'layout-shift', buffered: true })`;

test('each tab is accessible and fits at every width, in light and dark, and does not shift', async () => {
  await visit({ viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' }, async (page) => {
    await page.addInitScript(SHIFTS);
    await page.goto(`${origin}/inspect${asked('/shop')}`);
    for (const tab of ['Findings 1', ...Object.keys(SHOWN)]) {
      await page.setViewportSize({ width: 390, height: 900 });
      await page.getByRole('link', { name: tab, exact: true }).click();
      await page.locator('a[aria-current=page]', { hasText: tab }).waitFor();
      const shifted = Number(await page.evaluate('globalThis.shifted ?? 0'));
      assert.ok(shifted <= 0.02, `${tab} shifts by ${shifted}`);
      for (const summary of await page.locator('.panel-of-tab summary').all()) await summary.click();
      for (const width of [390, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        if (width < 1920) assert.deepEqual(await axeFindsInLightAndDark(page), [], `${tab}, ${width} px`);
        const beyond = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert.equal(beyond, 0, `${tab} is wider than ${width}`);
      }
    }
  });
});

test('its tabs are reached and opened by keyboard', async () => {
  await visit({}, async (page) => {
    await page.goto(`${origin}/inspect${asked('/dune')}`);
    const seen: string[] = [];
    for (let step = 0; step < 40 && seen.at(-1) !== 'Raw HTML'; step += 1) {
      await page.keyboard.press('Tab');
      seen.push(String(await page.evaluate('document.activeElement.innerText')));
    }
    assert.equal(seen.at(-1), 'Raw HTML');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Raw HTML', exact: true }).waitFor();
    assert.ok(await page.locator('#parts').isVisible());
  });
});
