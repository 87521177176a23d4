/** S2: before consent no form of tag requests anything from its third party, in a real browser; after it, each requests once. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import express from 'express';
import type { Browser, Page } from 'playwright-core';
import { consentContextOf, policyEngine } from 'policy-engine/express';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { launchBrowser } from '../../../../testing/browser.ts';
import { stretched } from '../../../../testing/load.ts';
import { TAG_FORMS } from './tag-forms.ts';
import { type Listening, listening } from '../../../../testing/listening.ts';

const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const TYPES: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  js: ['text/javascript', ''],
  css: ['text/css', ''],
  gif: ['image/gif', GIF],
  svg: ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><g id="a"/></svg>'],
  html: ['text/html', '<!doctype html><title>A</title>'],
};

/** Forms that an engine accepts, each with its own path. */
const forms = TAG_FORMS.flatMap(([name, html, outcome], index) => {
  return outcome instanceof RegExp ? [] : [{ name, html, outcome, path: `/${index}` }];
});

let browser: Browser;
let engine: TestEngine;
let shop: Listening;
let partner: Listening;
/** Paths that were requested from the third party, without the extension. */
const hits: string[] = [];
let connections = 0;

before(async () => {
  browser = await launchBrowser();
  const other = createServer((request, response) => {
    const [path = '', ending = ''] = (request.url ?? '').split('.');
    hits.push(path);
    const [type, body] = TYPES[ending] ?? ['application/octet-stream', ''];
    // Modules of another origin are fetched with CORS.
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
    response.end(body);
  }).on('connection', () => (connections += 1));
  partner = await listening(other);
  engine = await getTestEngine({
    writeLimit: false,
    scripts: forms.map(({ name, html, path }) => ({
      name,
      script: html((ending) => `${partner.url}${path}.${ending}`),
      environments: ['test'],
    })),
  });
  const text = { description: 'Cookies', state: 'published' };
  await engine.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
  const app = express();
  app.use('/policies', policyEngine(engine.engine));
  app.get('/:mode', async (request, response) => {
    const consent = consentContextOf(engine.engine, request);
    const head = request.params.mode === 'blocked' ? await consent.renderScripts({ mode: 'blocked' }) : '';
    response
      .type('html')
      .send(
        `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body><p>Shop</p>${await consent.renderBanner()}</body></html>`,
      );
  });
  shop = await listening(createServer(app));
});
after(async () => {
  await browser.close();
  for (const server of [shop, partner]) await server[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
});

/** Forms that have not sent the expected number of requests yet. */
function wrong(): string[] {
  return forms.flatMap(({ name, path, outcome }) => {
    const count = hits.filter((hit) => hit === path).length;
    return outcome === 'any' || outcome === count ? [] : [`${name}: ${count} instead of ${outcome}`];
  });
}

async function untilAllAsked(page: Page): Promise<void> {
  const end = Date.now() + stretched(20_000);
  while (wrong().length > 0 && Date.now() < end)
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 50))');
}

for (const mode of ['waiting', 'blocked']) {
  test(`${mode}, no form of tag requests anything before consent, and each requests once after it`, async () => {
    await using context = await browser.newContext({ baseURL: shop.url });
    const page = await context.newPage();
    hits.length = 0;
    connections = 0;
    await page.goto(`/${mode}`, { waitUntil: 'networkidle' });
    const accept = page.locator('.pe-consent-panel').getByRole('button', { name: 'Accept' }).first();
    await accept.waitFor();
    // Scrolling and focus activate lazy content.
    await page.keyboard.press('End');
    await page.waitForLoadState('networkidle');
    assert.deepEqual(hits, []);
    assert.equal(connections, 0, 'not even a connection');
    await accept.click();
    await untilAllAsked(page);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(wrong(), []);
  });
}

test('without JavaScript, no form of tag requests anything', async () => {
  for (const mode of ['waiting', 'blocked']) {
    await using context = await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false });
    const page = await context.newPage();
    hits.length = 0;
    connections = 0;
    await page.goto(`/${mode}`, { waitUntil: 'networkidle' });
    await page.getByText('Shop', { exact: true }).waitFor();
    assert.deepEqual(hits, []);
    assert.equal(connections, 0);
  }
});
