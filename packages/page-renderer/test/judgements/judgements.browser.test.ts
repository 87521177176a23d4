/** Judgements of pages that a browser has rendered, and the further pages that are rendered for them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import type { Explanation } from '../../dist/server/explain/explanation/explanation.js';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const MISSING = 'page-renderer-missing-';
const SHELL = (script: string, head = '') =>
  `<!doctype html><title>Shop</title>${head}<div id="app"></div><script>${script}</script>`;
const alternate = (language: string, url: string) => `<link rel="alternate" hreflang="${language}" href="${url}">`;

let site: Site;
let inside: Site;
let renderer: Renderer;

const create = (options: RendererOptions = {}) =>
  createRenderer({
    browsers: 1,
    allowPrivateNetworks: [
      { network: 'localhost', targetOnly: true },
      { network: '127.0.0.3', targetOnly: true },
    ],
    logLevel: 'silent',
    timeout: stretched(10_000),
    ...options,
  });

before(async () => {
  inside = await startSite({ '/de': '<!doctype html><title>Innen</title><h1>Lampen</h1>' }, '127.0.0.3');
  site = await startSite({
    '/lamps': SHELL(`app.innerHTML = '<h1>Lamps</h1><p>For every room, in oak and linen.</p>'`),
    '/gone': SHELL(`app.innerHTML = '<h1>404</h1><p>Nothing to see.</p>'`),
    '/own-404': SHELL(
      `app.innerHTML = '<h1>404</h1><p>Nothing to see.</p>'`,
      '<meta name="render:status_code" content="404">',
    ),
    '/twice': SHELL(
      `const title = document.createElement('title');
      title.textContent = 'Lamps';
      document.head.append(title);
      for (const [rel, href] of [['canonical', '/twice'], ['canonical', '/b']]) {
        document.head.append(Object.assign(document.createElement('link'), { rel, href }));
      }
      document.head.append(Object.assign(document.createElement('meta'), { name: 'description', content: 'b' }));
      const data = document.createElement('script');
      data.type = 'application/ld+json';
      data.textContent = '{"name": "a",}';
      document.head.append(data);
      app.innerHTML = '<h1>Lamps</h1><svg><title>A picture</title></svg>'`,
      '<meta name="description" content="a">',
    ),
    '/canvas': SHELL(`app.innerHTML = '<canvas width=900 height=900></canvas>';
      app.firstChild.getContext('2d').fillText('Lamps', 10, 10)`),
    '/drawn': `<!doctype html><title>Lamps</title><style>p::before { content: "Floor lamps of oak and linen, made in our own workshop by hand" }</style>
      <h1>Lamps</h1><p></p>`,
    '/away': `<!doctype html><title>Lamps</title><style>div { position: absolute; left: -9999px; width: 600px }</style>
      <h1>Lamps</h1><div><p>${'Cheap lamps, best lamps, lamps of all towns. '.repeat(60)}</p></div>`,
    '/parts': `<!doctype html><title>Parts</title><style>ul { display: flex } .off { display: none }
      li::before { content: "\\e001" } li::after { content: "→" } .skip { position: absolute; left: -9999px } body { height: 0 }</style>
      <a class="skip" href="#x">Skip to the lamps</a>
      <ul><li>Lamps</li><li>Chairs</li><li>Tables</li></ul><x-part>in the light</x-part>
      <details><summary>More about</summary>solid oak and linen</details><p class="off">hidden</p>
      <textarea>a message</textarea><p>n<b>o sp</b>ace, Übergröße, 日本語のランプ, 12:30</p>
      <script>customElements.define('x-part', class extends HTMLElement {
        constructor() { super().attachShadow({ mode: 'open' }).innerHTML = '<p>A part of the shadow with <slot></slot></p>'; }
      })</script>`,
    '/en': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      const links = ['/fr', '/secret/de', `http://127.0.0.3:${inside.port}/de`];
      response.end(
        SHELL(`app.innerHTML = '<h1>Lamps</h1>'`, links.map((url, at) => alternate(`l${at}`, url)).join('')),
      );
    },
    '/fr': SHELL(`app.innerHTML = '<h1>Lampes</h1>';
      document.head.insertAdjacentHTML('beforeend', '<link rel="alternate" hreflang="en" href="/en">')`),
  });
  renderer = await create();
});
after(async () => {
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
  await inside?.[Symbol.asyncDispose]();
});

const target = (path: string) => `http://localhost:${site.port}${path}`;

async function explain(path: string, more: Record<string, string> = {}, of = renderer): Promise<Explanation> {
  const query = new URLSearchParams({ url: target(path), ...more }).toString();
  const response = await of.fetch(new Request(`http://renderer.test/explain.json?${query}`));
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Explanation;
}

const named = ({ judgements }: Explanation, outcome: Explanation['judgements'][number]['outcome']) =>
  judgements.filter((one) => one.outcome === outcome).map(({ name }) => name);
const sentenceOf = ({ judgements }: Explanation, name: string) => judgements.find((one) => one.name === name)?.sentence;

describe('a rendered page', { concurrency: 3 }, () => {
  test('that says 404 and is answered 200 is not called complete, until it sets its status', async () => {
    const gone = await explain('/gone');
    assert.deepEqual(named(gone, 'found'), ['soft-404']);
    assert.equal(gone.conclusion.tone, 'danger');
    assert.match(gone.conclusion.headline, /soft 404/);
    const own = await explain('/own-404');
    assert.deepEqual([own.answer.status, named(own, 'found')], [404, []]);
    const off = await explain('/gone', { ignoredJudgements: 'soft-404' });
    assert.deepEqual([named(off, 'off'), off.conclusion.tone], [['soft-404'], 'success']);
  });

  test('without a fault is complete, and one address that cannot exist is requested', async () => {
    const told = await explain('/lamps');
    assert.deepEqual(named(told, 'found'), []);
    assert.equal(told.conclusion.headline, 'Bots get the complete page.');
    assert.deepEqual(
      told.further.map(({ purpose, status, reason }) => [purpose, status, reason]),
      [['missing', 404, null]],
    );
    const { pathname } = new URL(told.further[0]?.url ?? '');
    assert.equal(site.requests.filter((one) => one === pathname).length, 1);
  });

  test('is judged by what its scripts have made of it', async () => {
    const told = await explain('/twice');
    const expected = ['several-titles', 'several-descriptions', 'several-canonicals', 'structured-data-invalid'];
    assert.deepEqual(named(told, 'found'), expected);
    assert.equal(told.conclusion.headline, 'Bots get the complete page, but it has 4 faults for search engines.');
  });

  test('with a text of a style sheet, or beside the page, is found', async () => {
    assert.deepEqual(named(await explain('/drawn'), 'found'), ['only-people']);
    assert.deepEqual(named(await explain('/away'), 'found'), ['only-bots']);
  });

  test('that people see only in a canvas is found; parts, styles and scripts of any language are not', async () => {
    assert.deepEqual(named(await explain('/canvas'), 'found'), ['only-people']);
    assert.deepEqual(named(await explain('/parts'), 'found'), []);
  });

  test('may be called by a page in another language that links back by script', async () => {
    const told = await explain('/en');
    const further = told.further.find(({ purpose }) => purpose === 'alternate');
    assert.deepEqual([further?.url, further?.status], [target('/fr'), 200]);
    assert.ok(
      !told.judgements
        .find(({ name }) => name === 'hreflang-no-return')
        ?.says.some(({ value }) => value.endsWith('/fr')),
    );
  });
});

describe('further pages', () => {
  test('are only those to which the page could connect itself', async () => {
    const told = await explain('/en');
    const named = told.further.find(({ url }) => url.includes('127.0.0.3'));
    assert.match(named?.reason ?? '', /127\.0\.0\.3 is a loopback address/);
    assert.deepEqual(inside.requests, []);
    const direct = new URLSearchParams({ url: `http://127.0.0.3:${inside.port}/de` }).toString();
    const response = await renderer.fetch(new Request(`http://renderer.test/explain.json?${direct}`));
    assert.equal(((await response.json()) as Explanation).answer.status, 200, 'as a target it is allowed');
  });

  test('are held to restrictedUrlPattern', async () => {
    await using strict = await create({ restrictedUrlPattern: `/secret/|${MISSING}` });
    const before = site.requests.length;
    const told = await explain('/en', {}, strict);
    const refused = told.further.filter(({ reason }) => reason?.includes('restrictedUrlPattern'));
    assert.deepEqual(
      refused.map(({ purpose }) => purpose),
      ['missing', 'alternate'],
    );
    assert.deepEqual(
      site.requests.slice(before).filter((one) => one.includes('/secret/') || one.includes(MISSING)),
      [],
    );
    assert.deepEqual(named(told, 'not-judged'), ['soft-404', 'missing-not-404']);
    assert.match(sentenceOf(told, 'missing-not-404') ?? '', /matches restrictedUrlPattern/);
  });

  test('count as renders, and are left out when the limit is reached', async () => {
    await using limited = await create({ rendersPerMinute: 2, ignoredJudgements: ['vary'] });
    const told = await explain('/en', {}, limited);
    assert.equal(told.further.filter(({ reason }) => reason === null).length, 1);
    assert.match(told.further.at(-1)?.reason ?? '', /limit of renders/);
    assert.deepEqual(named(told, 'off'), ['vary']);
  });
});

test('the page of an explanation links to a page about each finding, and to itself without it', async () => {
  const ask = async (query: string) => {
    const response = await renderer.fetch(new Request(`http://renderer.test/inspect?${query}`));
    return (await response.text()).replaceAll('&amp;', '&');
  };
  const html = await ask(new URLSearchParams({ url: target('/gone'), ignoredJudgements: 'only-bots' }).toString());
  assert.match(html, /href="https:\/\/page-renderer\.example\/judgements\/soft-404"/);
  const [, query = ''] = /href="\/inspect\?([^"]*)" aria-label="Switch off soft-404"/.exec(html) ?? [];
  const without = await ask(query);
  assert.match(without, /No fault was found/);
  assert.match(without, /<input type="hidden" name="ignoredJudgements" value="only-bots,soft-404"/);
  assert.match(without, /ignoredJudgements=only-bots" aria-label="Switch on again: soft-404"/);
});
