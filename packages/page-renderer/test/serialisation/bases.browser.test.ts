/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Addresses of the HTML lead where they led in the page: with the base that it had then, and in its encoding. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { useBench } from '../support/rendering.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { each } from '../../../../testing/rounds.ts';

const bench = useBench();
let browser: Browser;
let site: Site;
before(async () => {
  browser = await launchBrowser();
  site = await startSite({
    '*': ({ url = '' }, response) => {
      const [path = ''] = url.split('?', 1);
      const page = bench.pages.get(path);
      const type = path.endsWith('.css') ? 'text/css' : /\.(?:svg|png)$/.test(path) ? 'image/svg+xml' : 'text/html';
      const charset = path.startsWith('/1251') ? 'windows-1251' : 'utf-8';
      response.writeHead(200, { 'Content-Type': `${type}; charset=${charset}` });
      if (type === 'image/svg+xml') response.end('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>');
      else if (page === undefined)
        response.end(type === 'text/css' ? '.sheet { background: url("sheet.png") }' : 'framed');
      else response.end(charset === 'utf-8' ? page : Uint8Array.from(page, (one) => encode1251(one)));
    },
  });
});
after(async () => {
  await browser.close();
  await site[Symbol.asyncDispose]();
});

/** Cyrillic letters begin at 0xC0 there. */
const encode1251 = (character: string): number => {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? code : code - 0x41_0 + 0xc0;
};

/** The paths that a browser without scripts loads for the HTML, and where its links and forms lead. */
async function opened(path: string, frames: 'keep' | 'inline' = 'keep'): Promise<{ loaded: string[]; html: string }> {
  const { html } = await bench.renderer.render(site.url + path, { frames });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.route('**/opened', (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url().replace(site.url, '')));
  await page.goto(`${site.url}/opened`, { waitUntil: 'load' });
  // Pictures of styles are first requested for a frame that is drawn, which may be after `load`.
  await page.screenshot();
  await context.close();
  return { loaded: loaded.filter((one) => one !== '/opened').toSorted(), html };
}

const LOADED = `<link rel="stylesheet" href="linked.css"><style>.inline { background: url(inline.png); --u: url(unused.png) }
  .var { --u: url(var.png); background: var(--u) } .text::before { content: 'url(text.png)' }</style>
  <body background="body.png"><p class="inline">a<p class="sheet">s<p class="var text">b<p style="background: url('attribute.png')">c
  <img src="image.png"><img srcset="none.png 9x,set.png 1x"><picture><source srcset="source.png"><img src="fallback.png"></picture>
  <svg width="9" height="9"><image xlink:href="xlink.svg" width="9" height="9"/></svg><input type="image" src="input.png">
  <video poster="poster.png"></video><object data="object.svg"></object><iframe src="frame.html"></iframe><div id="host"></div>
  <a id="link" href="link" ping="ping">link</a><script>host.attachShadow({ mode: 'open' }).innerHTML =
    '<style>b { background: url(shadow.png) }</style><b>shadow</b><img src="within.png">';</script>`;
const PATHS =
  'attribute.png body.png frame.html image.png inline.png input.png linked.css object.svg poster.png set.png shadow.png sheet.png source.png var.png within.png xlink.svg'.split(
    ' ',
  );

describe('what a page has loaded is loaded from the same addresses', { concurrency: 2 }, () => {
  /** Runs when all is loaded. */
  const later = (script: string) => `<script>addEventListener('load', () => { ${script} })</script>`;
  const cases: Array<[name: string, path: string, html: string, base: string]> = [
    [
      'after pushState to another folder',
      '/a/b/pushed',
      LOADED + later(`history.pushState(0, '', '/c/d/e')`),
      '/c/d/e',
    ],
    [
      'after pushState twice',
      '/a/b/twice',
      LOADED + later(`history.pushState(0, '', '/c/d'); history.replaceState(0, '', '/f/g/h?i')`),
      '/f/g/h?i',
    ],
    [
      'with a base that a script sets late',
      '/a/b/late',
      LOADED + later(`document.head.append(Object.assign(document.createElement('base'), { href: '/x/y/' }))`),
      '/x/y/',
    ],
    ['with a base from the start', '/other/place', `<base href="/a/b/">${LOADED}`, '/a/b/'],
  ];
  for (const [name, path, html, base] of each(cases, 2)) {
    test(name, async () => {
      bench.pages.set(path, `<!DOCTYPE html><title>t</title>${html}`);
      const found = await opened(path);
      assert.deepEqual(
        found.loaded,
        PATHS.map((one) => `/a/b/${one}`),
      );
      // Links are followed with the present base.
      assert.match(found.html, /<a id="link" href="link" ping="ping">/);
      assert.match(found.html, new RegExp(`<base href="${site.url}${base.replace('?', '\\?')}">`));
      assert.match(found.html, /content: 'url\(text\.png\)'/);
    });
  }

  test('also what was loaded with a later base', async () => {
    bench.pages.set(
      '/a/b/both',
      `<!DOCTYPE html><img src="1.png"><div id="more"></div><script>addEventListener('load', () => {
        history.pushState(0, '', '/c/d');
        more.innerHTML = '<img src="2.png"><p style="background: url(3.png)">3';
      })</script>`,
    );
    assert.deepEqual((await opened('/a/b/both')).loaded, ['/a/b/1.png', '/c/2.png', '/c/3.png']);
  });

  test('also what only strings of CSS name', async () => {
    bench.pages.set(
      '/a/b/strings',
      `<!DOCTYPE html><style>@import "import.css"; .set { background: image-set("set.png" 1x type("image/png"), url(other.png) 9x) }</style>
       <p class="set">s<p style='background: image-set("attribute.png" 1x)'>a${later(`history.pushState(0, '', '/c/d/e')`)}`,
    );
    const { loaded } = await opened('/a/b/strings');
    assert.deepEqual(loaded, ['/a/b/attribute.png', '/a/b/import.css', '/a/b/set.png']);
  });

  for (const [name, script] of [
    ['removed', 'base.remove()'],
    ['changed', `base.href = '/m/n/'`],
  ] as const) {
    test(`with a base that a script has ${name}`, async () => {
      bench.pages.set(
        `/other/${name}`,
        `<!DOCTYPE html><base id="base" href="/x/"><style>p { background: url(style.png) }</style><img src="image.png"><p>p
         <a href="link">a</a>${later(script)}`,
      );
      const { loaded, html } = await opened(`/other/${name}`);
      assert.deepEqual(loaded, ['/x/image.png', '/x/style.png']);
      assert.match(html, /<a href="link">/);
    });
  }

  test('in frames that are inserted', async () => {
    const push = `<script>addEventListener('load', () => history.pushState(0, '', '/c/d/e'))</script>`;
    bench.pages.set('/a/b/framed', LOADED.replace('<body background="body.png">', '') + push);
    bench.pages.set('/outer', '<!DOCTYPE html><iframe src="/a/b/framed" width="400" height="400"></iframe>');
    const { loaded, html } = await opened('/outer', 'inline');
    const expected = PATHS.filter((one) => !/body|frame/.test(one)).map((one) => `/a/b/${one}`);
    // The sheet is written into the page.
    assert.deepEqual(
      loaded,
      expected.filter((one) => !one.endsWith('.css')),
    );
    assert.ok(html.includes(`href="${site.url}/c/d/link" ping="${site.url}/c/d/ping"`), html);
  });
});

test('queries keep the encoding of their page', async () => {
  const query = '%EF%F0%E8';
  bench.pages.set(
    '/1251/page',
    `<!DOCTYPE html><style>p { background: url("style.png?при") }</style><p>т<img src="image.png?при" srcset="set.png?при 1x,2.png 2x">
    <a id="a" href="?q=при#при" ping="/p?при q">а</a><a id="path" href="/при?a=1">п</a><a id="b" href="/b?q=%D0&x">б</a>
    <form id="form" action="/f?при"></form><svg><a xlink:href="x?при"></a></svg><div id="host"></div>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = '<a id="shadow" href="?при">т</a>'</script>`,
  );
  const { loaded, html } = await opened('/1251/page');
  assert.deepEqual(loaded, [`/1251/set.png?${query}`, `/1251/style.png?${query}`]);
  for (const one of loaded)
    assert.equal(site.requests.filter((asked) => asked === one).length, 2, `${one}, as the page`);
  const at = `${site.url}/1251`;
  for (const part of [
    `id="a" href="${at}/page?q=${query}#%D0%BF%D1%80%D0%B8" ping="${site.url}/p?${query} q"`,
    `id="path" href="/при?a=1"`,
    `id="b" href="/b?q=%D0&amp;x"`,
    `<form id="form" action="${site.url}/f?${query}" accept-charset="windows-1251">`,
    `xlink:href="${at}/x?${query}"`,
    `href="${at}/page?${query}"`,
  ]) {
    assert.ok(html.includes(part), `${part} is in ${html}`);
  }
});
