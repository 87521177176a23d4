/** What only repeats is not waited for; whatever may still change what is read of a page is. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import type { Explanation } from '../dist/server/explain/explanation/explanation.js';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const page = (script: string, body = '') => `<!doctype html><title>page</title><div id="app">Loading</div>${body}
<script type="module">const done = () => { document.getElementById('app').textContent = 'whole' };
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));${script}</script>`;

/** Content that comes after more than a second, by a source that changes something before. */
const HELD: Readonly<Record<string, string>> = {
  'parts of it are requested one after the other': page(
    'for (let part = 0; part < 9; part += 1) { await (await fetch("/text?part=" + part)).text(); await wait(150); } done()',
  ),
  'structured data changes': page(
    `let n = 0; const data = document.getElementById('data');
    const id = setInterval(() => { n += 1; data.textContent = '{"n":' + n + '}'; if (n === 9) { clearInterval(id); done(); } }, 180)`,
    '<script type="application/ld+json" id="data">{}</script>',
  ),
  'a closed shadow tree changes': page(
    `let n = 0; const root = document.body.appendChild(document.createElement('p')).attachShadow({ mode: 'closed' });
    const id = setInterval(() => { n += 1; root.textContent = n; if (n === 9) { clearInterval(id); done(); } }, 180)`,
  ),
  'the target of a link changes': page(
    `let n = 0; const id = setInterval(() => { n += 1; document.links[0].href = '/' + n; if (n === 9) { clearInterval(id); done(); } }, 180)`,
    '<a href="/">link</a>',
  ),
  'a frame changes': page(
    `onmessage = done`,
    `<iframe srcdoc="<p></p><script>let n = 0; setInterval(() => { n += 1; document.querySelector('p').textContent = n;
    if (n === 9) parent.postMessage('', '*') }, 180)</script>"></iframe>`,
  ),
  'it is computed in parts': page(
    'for (let n = 0; n < 25; n += 1) { for (const end = performance.now() + 60; performance.now() < end;); await wait(0); } done()',
  ),
  'a request of a poll takes longer': page(
    'setInterval(async () => { if (await (await fetch("/news")).text() === "news") done() }, 100)',
  ),
};

/** Pages that are whole at once, and what they repeat without end. */
const ENDLESS: Readonly<Record<string, readonly [page: string, pending: Readonly<Record<string, number>>]>> = {
  'the same text': [page('done(); setInterval(done, 100)'), { interval: 1 }],
  'a class': [page('done(); setInterval(() => document.body.classList.toggle("on"), 100)'), { interval: 1 }],
  'a poll with unique addresses': [
    page('done(); setInterval(() => fetch("/text?_=" + Date.now()), 300)'),
    { interval: 1, request: 1 },
  ],
  'a request': [page('done(); for (;;) await (await fetch("/text")).text()'), { request: 1 }],
  'a document that is not closed': [page('onload = () => document.write(`<div id="app">whole</div>`)'), { load: 1 }],
};

/** How often `/news` was requested. */
let asked = 0;
let site: Site;
let renderer: Renderer;
before(async () => {
  const pages = [...Object.entries(HELD), ...Object.entries(ENDLESS).map(([name, [html]]) => [name, html] as const)];
  site = await startSite({
    ...Object.fromEntries(pages.map(([name, html]) => [`/${encodeURIComponent(name)}`, html])),
    '/text': (_, response) => void setTimeout(() => response.end('text'), 10),
    '/news': (_, response) => {
      asked += 1;
      const isNews = asked === 8;
      setTimeout(() => response.end(isNews ? 'news' : 'none'), isNews ? 1_500 : 10);
    },
    '/poll': page('done(); setInterval(() => fetch("/text"), 100); fetch("/hang")'),
    '/hang': () => {},
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    concurrency: 8,
    timeout: stretched(12_000),
    logLevel: 'silent',
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const addressOf = (name: string) => `${site.url}/${encodeURIComponent(name)}`;

describe('late content is waited for', { concurrency: 8 }, () => {
  for (const name of Object.keys(HELD)) {
    test(name, async () => {
      const { html, verdict } = await renderer.render(addressOf(name));
      assert.match(`${verdict} ${html}`, /(?:complete|settled) [^]*<div id="app">whole<\/div>/);
    });
  }
});

describe('what only repeats is told, and not waited for', { concurrency: 8 }, () => {
  for (const [name, [, expected]] of Object.entries(ENDLESS)) {
    test(name, async () => {
      const { html, verdict, pending } = await renderer.render(addressOf(name));
      assert.match(html, /<div id="app">whole<\/div>/);
      assert.deepEqual([verdict, pending], ['settled', expected]);
    });
  }
});

test('/explain says that it only repeats, and what is requested', async () => {
  const url = encodeURIComponent(addressOf('a request'));
  const answer = await renderer.fetch(new Request(`http://renderer.test/explain.json?url=${url}`));
  const { pending } = (await answer.json()) as Explanation;
  assert.equal(pending.length, 1);
  assert.match(pending[0]?.sentence ?? '', new RegExp(`at least three times \\(GET ${site.url}/text\\)`));
});

test('a request that hangs beside a poll is remembered', async () => {
  await using own = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(6_000, 2),
    logLevel: 'silent',
  });
  const first = await own.render(`${site.url}/poll`);
  assert.deepEqual([first.verdict, first.pending], ['settled', { interval: 1, request: 1, unanswered: 1 }]);
  assert.equal((await own.render(`${site.url}/poll`)).verdict, 'budget');
  const { verdict, pending } = await own.render(`${site.url}/poll`);
  assert.deepEqual([verdict, pending], ['settled', { interval: 1, request: 2 }]);
});
