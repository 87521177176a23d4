/** One language for servers and scripts: in the page, in its frames and in its web workers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createRenderer, type Renderer } from 'page-renderer';
import { languagesOf } from '../dist/render/job/languages.js';
import { stretched } from '../../../testing/load.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const TOLD = `[navigator.language, navigator.languages.join(), Intl.NumberFormat().resolvedOptions().locale,
  new Date(0).toLocaleDateString(undefined, { month: 'long', timeZone: 'UTC' })].join(' | ')`;

let site: Site;
let other: Site;
let renderer: Renderer;
let configured: Renderer;
before(async () => {
  const html = { 'Content-Type': 'text/html; charset=utf-8' };
  other = await startSite({
    '/frame': `<script>parent.postMessage(${TOLD}, '*')</script>`,
    '/font': (_, response) => response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end(),
  });
  site = await startSite({
    '/': (_, response) =>
      response.writeHead(200, html).end(`<p id="page"></p><p id="frame"></p><p id="worker"></p>
        <script>page.textContent = ${TOLD};
        onmessage = ({ data }) => { frame.textContent = data; };
        const one = new Worker('/worker.js');
        one.onmessage = ({ data }) => { worker.textContent = data; };
        fetch('${other.url}/font').then((answer) => answer.text());</script>
        <iframe src="${other.url.replace('127.0.0.1', 'localhost')}/frame"></iframe>`),
    '/worker.js': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(`postMessage(${TOLD})`),
  });
  const options = {
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    allowPrivateNetworks: ['127.0.0.1', 'localhost', '::1'],
    timeout: stretched(8_000),
    logLevel: 'silent',
  } as const;
  renderer = await createRenderer(options);
  configured = await createRenderer({ ...options, reqHeaders: { 'Accept-Language': 'de-AT, en;q=0.5' } });
});
after(async () => {
  await Promise.all([renderer.close(), configured.close()]);
  await Promise.all([site, other].map((one) => one[Symbol.asyncDispose]()));
});

const toldIn = (html: string) =>
  ['page', 'frame', 'worker'].map((id) => new RegExp(`<p id="${id}">([^<]*)`).exec(html)?.[1]);
const heard = () => [site.headersOf('/'), other.headersOf('/font')].map((headers) => headers?.['accept-language']);

describe('languages', () => {
  test('of the render are told to all servers and scripts', async () => {
    const { html } = await renderer.render(`${site.url}/`, { acceptLanguage: 'fr-CH, fr;q=0.9, en;q=0.1' });
    const french = 'fr-CH | fr-CH,fr,en | fr-CH | janvier';
    assert.deepEqual(toldIn(html), [french, french, french]);
    assert.deepEqual(heard(), ['fr-CH, fr;q=0.9, en;q=0.1', 'fr-CH,fr;q=0.9,en;q=0.8']);
  });
  test('of the configuration are told to all servers and scripts, unless the render has its own', async () => {
    const { html } = await configured.render(`${site.url}/`);
    const german = 'de-AT | de-AT,en | de-AT | Jänner';
    assert.deepEqual(toldIn(html), [german, german, german]);
    assert.deepEqual(heard(), ['de-AT, en;q=0.5', 'de-AT,en;q=0.9']);
    const { html: own } = await configured.render(`${site.url}/`, { acceptLanguage: 'es' });
    assert.match(toldIn(own)[0] ?? '', /^es \| es \| es \| enero$/);
    assert.equal(heard()[0], 'es');
  });
  test('by default are the browser’s own for scripts, and none for servers', async () => {
    const { html } = await renderer.render(`${site.url}/`);
    assert.match(toldIn(html)[0] ?? '', /^en-US \| en-US/);
  });
  test('that are none are refused', async () => {
    for (const acceptLanguage of ['fr_CH', 'français', 'fr;q=2', ';', '*']) {
      await assert.rejects(renderer.render(`${site.url}/`, { acceptLanguage }), { code: 'invalid-parameter' });
    }
    const { url } = await renderer.listen();
    const answer = await fetch(`${url}/render?url=${encodeURIComponent(site.url)}&acceptLanguage=fr_CH`);
    assert.equal(answer.status, 400);
    const { detail } = (await answer.json()) as { detail: string };
    assert.equal(detail, 'acceptLanguage: "fr_CH" is not a list of languages such as "fr-CH, fr;q=0.9"');
  });
  test('are sorted by their weights, without those that are not wanted', () => {
    assert.deepEqual(languagesOf('en;q=0.2, de , fr ; q=0.8,it;q=0, *;q=0.1'), ['de', 'fr', 'en']);
    assert.equal(languagesOf('de;q=0'), undefined);
  });
});
