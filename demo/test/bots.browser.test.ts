/** The shop, the middleware and the page renderer together: who gets which page at the same address. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { pino } from 'pino';
import { createDemo, type Demo } from '../shop.ts';

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let renderer: Renderer;
let storefront: Demo;
let shop: string;

before(async () => {
  renderer = await createRenderer({
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
  });
  // The first page need not wait for the start of the browser, which takes most of its time on a busy machine.
  await renderer.ready();
  storefront = createDemo({
    rendererUrl: (await renderer.listen()).url,
    logger: pino({ level: 'silent' }),
    databaseUrl: ':memory:',
    sampleTexts: true,
  });
  shop = await storefront.listen(0);
});
after(async () => {
  await storefront.close();
  await renderer.close();
});

async function ask(path: string, agent: string) {
  const response = await fetch(shop + path, { headers: { 'User-Agent': agent }, redirect: 'manual' });
  return { response, html: await response.text() };
}

test('a bot gets the product page with the data that its scripts fetched, and no script', async () => {
  const { response, html } = await ask('/products/1', GOOGLEBOT);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('x-renderer'), 'page-renderer');
  assert.equal(response.headers.get('x-render-verdict'), 'complete');
  assert.match(response.headers.get('vary') ?? '', /user-agent/i);
  assert.match(html, /^<!DOCTYPE html>/i);
  assert.match(html, /<h1[^>]*>Dune table lamp<\/h1>/);
  assert.match(html, /€89\.00/);
  assert.match(html, new RegExp(`<base href="${shop}/products/1">`));
  assert.match(html, /<script type="application\/ld\+json">/);
  assert.doesNotMatch(html, /<script(?! type="application\/ld\+json")/);
});

test('a person gets the app, whose page is empty before its scripts run', async () => {
  const { response, html } = await ask('/products/1', PERSON);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('x-renderer'), null);
  assert.match(response.headers.get('vary') ?? '', /user-agent/i);
  assert.match(html, /<div id="app"><\/div>/);
  assert.doesNotMatch(html, /Dune table lamp/);
});

const BANNER = /policy-consent|pe-consent|Your privacy choices/;

test('the consent banner is in the page that a person gets, and in no page that a bot gets', async () => {
  const person = await ask('/products/1', PERSON);
  assert.match(person.html, /<policy-consent /);
  assert.match(person.html, /Your privacy choices/);
  const bot = await ask('/products/1', GOOGLEBOT);
  assert.equal(bot.response.headers.get('x-render-verdict'), 'complete');
  assert.match(bot.html, /Dune table lamp/);
  assert.doesNotMatch(bot.html, BANNER);
  assert.equal(bot.response.headers.get('set-cookie'), null);
});

test('the renderer compares the page without and with JavaScript, and includes the banner in neither', async () => {
  const address = `http://127.0.0.1/inspect?url=${encodeURIComponent(`${shop}/products/1`)}`;
  const tab = async (name: string) => (await renderer.fetch(new Request(`${address}&tab=${name}`))).text();
  assert.match(await tab('findings'), /of this page’s text/);
  assert.match(await tab('rendered'), /Dune table lamp/);
  for (const name of ['raw', 'rendered']) assert.doesNotMatch(await tab(name), BANNER);
});

test('a bot gets 404 for a product that does not exist, although the app is answered 200', async () => {
  assert.equal((await ask('/products/999', GOOGLEBOT)).response.status, 404);
});

test('a file is never rendered', async () => {
  const { response } = await ask('/styles/tokens.css', GOOGLEBOT);
  assert.match(response.headers.get('content-type') ?? '', /^text\/css/);
  assert.equal(response.headers.get('x-renderer'), null);
});

test('the renderer takes a picture of the shop', async () => {
  const { image, verdict } = await renderer.screenshot(`${shop}/`);
  assert.equal(verdict, 'complete');
  assert.ok(image.byteLength > 10_000);
});

test('when the renderer is down, a bot gets the app and no error', async () => {
  await renderer.close();
  const { response, html } = await ask('/products/1', GOOGLEBOT);
  assert.equal(response.status, 200);
  assert.match(html, /<div id="app"><\/div>/);
});
