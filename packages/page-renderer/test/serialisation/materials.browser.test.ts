/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Content that only the page can load or has drawn: images and style sheets of `blob:` addresses, and canvases. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { rounds } from '../../../../testing/rounds.ts';
import { useBench } from '../support/rendering.ts';
import { startSite } from '../support/site.ts';

const bench = useBench();
const PICTURES = rounds(300, 1_000);
let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Helpers for the scripts of the pages: images of one colour, 4 pixels wide and high, and their addresses. */
const TOOLS = `
  const png = (colour) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 4;
    const context = canvas.getContext('2d');
    context.fillStyle = colour;
    context.fillRect(0, 0, 4, 4);
    return Uint8Array.from(atob(canvas.toDataURL().split(',')[1]), (one) => one.charCodeAt(0));
  };
  const address = (content, type = '') => URL.createObjectURL(new Blob([content], { type }));
  const picture = (colour) => address(png(colour), 'image/png');
  const seen = (image) => new Promise((resolve) => { image.onload = image.onerror = resolve; });`;

/** A policy that forbids connections, and all images except those of the page itself. */
const STRICT = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; img-src blob:; style-src blob:">`;

const BLOBS = `<!DOCTYPE html>${STRICT}<p>The address of a blob begins with blob:http</p>
  <img id="plain"><img id="revoked"><img id="untyped"><img id="svg"><img id="set"><input id="input" type="image">
  <picture><source id="source"><img id="chosen"></picture><video id="video"></video>
  <svg width="9" height="9"><image id="within" width="9" height="9"/></svg>
  <div id="by-sheet">sheet</div><div id="by-style">style</div><div id="host"></div>
  <a id="download" download>save</a><video id="stream"></video><img id="never"><iframe id="framed"></iframe>
  <script>${TOOLS}
    const icon = document.createElement('link');
    icon.rel = 'icon';
    icon.href = picture('cyan');
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.media = 'screen';
    link.href = address('#by-sheet { color: rgb(1, 2, 3); background: url("' + picture('blue') + '") }', 'text/css');
    document.head.append(icon, link);
    document.querySelector('#plain').src = picture('red');
    revoked.onload = () => URL.revokeObjectURL(revoked.src);
    revoked.src = picture('green');
    untyped.src = address(png('yellow'));
    svg.src = address('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="2" height="4"/></svg>', 'image/svg+xml');
    document.querySelector('#set').srcset = picture('navy') + ' 1x, https://example.com/2.png 2x';
    document.querySelector('#input').src = picture('navy');
    source.srcset = picture('teal');
    video.poster = picture('purple');
    within.setAttribute('href', picture('lime'));
    document.querySelector('#by-style').style.backgroundImage = 'url("' + picture('olive') + '")';
    host.attachShadow({ mode: 'open' }).innerHTML = '<img id="shadowed" src="' + picture('pink') + '">';
    download.href = picture('red');
    stream.src = address('', 'video/mp4');
    never.src = 'blob:' + origin + '/00000000-0000-0000-0000-000000000000';
    framed.src = address('<p>framed</p>', 'text/html');
  </script>`;

/** The result, opened without scripts, with the content of its images. */
async function opened(html: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setContent(html);
  return page;
}

describe('what a page has at blob: addresses', { concurrency: 2 }, () => {
  for (const shadow of ['flat', 'declarative'] as const) {
    test(`stays, as data: URLs, although the page may connect to nothing: ${shadow}`, async () => {
      bench.pages.set('/blobs', BLOBS);
      const { html, verdict } = await bench.renderer.render(`${bench.site.url}/blobs`, { shadow });
      assert.notEqual(verdict, 'budget');
      const page = await opened(html);
      const shown = await page.evaluate(async () => {
        const root = document.querySelector('#host')?.shadowRoot ?? document;
        const size = async (id: string, from: ParentNode = document) => {
          const image = from.querySelector<HTMLImageElement>(`#${id}`);
          await image?.decode();
          return image?.naturalWidth;
        };
        return {
          sizes: [
            ...(await Promise.all(['plain', 'revoked', 'untyped', 'svg', 'set', 'chosen'].map((id) => size(id)))),
            await size('shadowed', root),
          ],
          addresses: [
            document.querySelector<HTMLInputElement>('#input')?.src,
            document.querySelector<HTMLVideoElement>('#video')?.poster,
            document.querySelector('#within')?.getAttribute('href'),
            document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href,
          ].map((text) => text?.slice(0, 21)),
          backgrounds: ['#by-sheet', '#by-style'].map((id) =>
            getComputedStyle(document.querySelector(id) as Element).backgroundImage.slice(0, 26),
          ),
          colour: getComputedStyle(document.querySelector('#by-sheet') as Element).color,
        };
      });
      assert.deepEqual(shown, {
        sizes: [4, 4, 4, 4, 4, 4, 4],
        addresses: Array.from({ length: 4 }, () => 'data:image/png;base64'),
        backgrounds: Array.from({ length: 2 }, () => 'url("data:image/png;base64'),
        colour: 'rgb(1, 2, 3)',
      });
      // Addresses that no client can load are removed; text that only looks like an address stays.
      assert.match(html, /begins with blob:http<\/p>/);
      assert.equal(html.split('blob:http').length, 2);
      assert.match(html, /img-src blob: data:; style-src blob: 'unsafe-inline'/);
      assert.match(html, /<a id="download" download="" href="about:invalid">/);
      assert.match(html, /<video id="stream"><\/video><img id="never"><iframe id="framed"><\/iframe>/);
      assert.match(html, /srcset="data:image\/png;base64,[^ ]+ 1x, https:\/\/example\.com\/2\.png 2x"/);
    });
  }

  test('is left out if it is too large, or in total too much', async () => {
    bench.pages.set(
      '/much',
      `<img id="large"><div id="many"></div><img id="small"><script>${TOOLS}
        const padded = (colour, bytes) => address(new Blob([png(colour), new Uint8Array(bytes)]), 'image/png');
        large.src = padded('red', 70_000);
        small.src = picture('blue');
        const waiting = [seen(large), seen(small)];
        for (let index = 0; index < ${PICTURES}; index += 1) {
          const image = new Image();
          if (index < 20) waiting.push(seen(image));
          image.src = index < 20 ? padded('green', 60_000 + index) : picture('green');
          many.append(image);
        }
        window.prerenderReady = false;
        Promise.all(waiting).then(() => { window.prerenderReady = true; });
      </script>`,
    );
    const html = await bench.html('/much');
    assert.match(html, /<img id="large"><div id="many"><img src="data:/);
    assert.doesNotMatch(html, /blob:/);
    assert.equal(html.match(/<img\b/g)?.length, PICTURES + 2);
    assert.ok(html.length < 800_000, `${html.length} characters`);
  });
});

describe('what a page has drawn', { concurrency: 2 }, () => {
  const DRAWN = `<!DOCTYPE html><style>canvas { display: block; border: 3px solid red; margin: 5px } #fluid { width: 50% } img { width: 7px }</style>
    <canvas id="chart" class="c" aria-label="Visitors by month" width="60" height="40"><table><tr><td>May: 7</td></tr></table></canvas>
    <canvas id="fluid" width="50" height="10">Plain text</canvas><canvas id="blank">Nothing drawn</canvas>
    <canvas id="hidden" style="display: none"></canvas><canvas id="large" width="3000" height="3000"></canvas><canvas id="vast" width="16000" height="16000" style="width: 9px; height: 9px"></canvas>
    <canvas id="tainted"></canvas><div id="host"></div><img id="foreign" src="FOREIGN/foreign.svg"><canvas id="opaque"></canvas><canvas id="filled"></canvas><script>
      const draw = (canvas) => { const context = canvas.getContext('2d'); context.fillStyle = 'rgb(0, 128, 0)'; context.fillRect(2, 2, 8, 8); };
      for (const id of ['chart', 'fluid', 'hidden', 'large']) draw(document.querySelector('#' + id));
      // As WebGL without \`alpha\` and \`preserveDrawingBuffer\`.
      opaque.getContext('2d', { alpha: false });
      filled.getContext('2d').fillRect(0, 0, 300, 150);
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<style>canvas { outline: 1px solid }</style><canvas id="inner" width="30" height="30"></canvas>';
      draw(root.firstElementChild.nextElementSibling);
      foreign.onload = () => tainted.getContext('2d').drawImage(foreign, 0, 0);
      HTMLCanvasElement.prototype.toDataURL = () => { throw new Error('hostile'); };
    </script>`;
  for (const shadow of ['flat', 'declarative'] as const) {
    test(`becomes an image in the same place, and what stands for it stays: ${shadow}`, async () => {
      const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
      await using foreign = await startSite({
        '*': (_, response) => response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(picture),
      });
      bench.pages.set(`/drawn-${shadow}`, DRAWN.replace('FOREIGN', foreign.url));
      const { html } = await bench.renderer.render(`${bench.site.url}/drawn-${shadow}`, { shadow });
      assert.deepEqual(foreign.requests, ['/foreign.svg']);
      const [original, copy] = [await opened(DRAWN.replace('FOREIGN', '')), await opened(html)];
      const places = `['chart', 'fluid'].map((id) => JSON.stringify(document.querySelector('#' + id).getBoundingClientRect()))`;
      assert.deepEqual(await copy.evaluate(places), await original.evaluate(places));
      const pixels = await copy.evaluate(async () => {
        const root = document.querySelector('#host')?.shadowRoot ?? document;
        const images = ['#chart', '#fluid', '#inner'].map((id) => root.querySelector(id) ?? document.querySelector(id));
        return Promise.all(
          images.map(async (image) => {
            if (!(image instanceof HTMLImageElement)) return null;
            await image.decode();
            const context = document.createElement('canvas').getContext('2d');
            context?.drawImage(image, 0, 0);
            return [...(context?.getImageData(5, 5, 1, 1).data ?? [])].join();
          }),
        );
      });
      assert.deepEqual(pixels, ['0,128,0,255', '0,128,0,255', '0,128,0,255']);
      assert.match(
        html,
        /<img id="chart" class="c" aria-label="Visitors by month" width="60" height="40"[^>]* alt="Visitors by month"/,
      );
      assert.match(html, /<canvas style="display: none !important"><table>.*May: 7.*<\/table><\/canvas>/);
      assert.match(
        html,
        /<img id="fluid"[^>]* alt="Plain text"[^>]*><canvas style="display: none !important">Plain text<\/canvas>/,
      );
      for (const id of ['blank', 'opaque', 'filled', 'hidden', 'large', 'vast', 'tainted']) {
        assert.match(html, new RegExp(`<canvas id="${id}"`), `${id} stays a canvas`);
      }
    });
  }
});

describe('an image that the page has not come to load', () => {
  test('gets the address that the page keeps for it where it shows nothing, and only then', async () => {
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    bench.pages.set(
      '/lazy',
      `<base href="/b/"><img id="a" data-src="a.jpg"><img id="b" src="${pixel}" data-original="/x/y.png" data-srcset="/1.png 1x, /2.png 2x">
      <img id="c" src="real.png" data-src="other.png"><img id="d" data-src="{{base}}/y.png"><img id="e" data-src="javascript:alert(1)/">
      <img id="f" data-lazy="true"><div style="height: 9000px"></div><img id="g" loading="lazy" src="seen.png">
      <img id="h" data-lazy-src="//cdn.example/x"><img id="i" src="data:image/png;base64,${'A'.repeat(2_000)}" data-src="a.jpg">`,
    );
    const html = await bench.html('/lazy');
    assert.deepEqual(sourcesIn(html), {
      a: 'a.jpg',
      b: '/x/y.png and /1.png 1x, /2.png 2x',
      c: 'real.png',
      d: '',
      e: '',
      f: '',
      g: 'seen.png',
      h: '//cdn.example/x',
      i: `data:image/png;base64,${'A'.repeat(18)}`,
    });
  });

  test('gets it in place of a placeholder file, and in the sources of a picture; a small version of itself stays', async () => {
    const pixel = `R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7${'A'.repeat(1_200)}`;
    bench.pages.set(
      '/lazy-files',
      `<img id="a" src="/img/placeholder.gif" data-src="/real-a.jpg"><img id="b" src="/x.svg?1" class="card lazyload" data-src="/real-b.jpg">
      <img id="c" src="/same.png" data-src="/real-c.jpg"><img id="d" src="/same.png" data-src="/real-d.jpg">
      <img id="e" src="/thumb.jpg" data-original="/zoom.jpg"><img id="f" src="/done.jpg" class="lazy loaded" data-src="/real-f.jpg">
      <img id="g" src="data:image/gif;base64,${pixel}" data-src="/real-g.jpg"><img id="h" src="/blank-canvas.jpg" data-src="/real-h.jpg">
      <img id="i" src="/spacer.gif" data-src="{{url}}"><img id="j" src="/blank.gif" data-lazy-srcset="/1.png 1x, /2.png 2x">
      <picture><source id="k" data-srcset="/wide.avif"><source id="l" srcset="/own.webp" data-srcset="/other.webp">
      <img id="m" src="/loading.gif" data-src="/real-m.jpg"></picture><audio><source id="n" data-srcset="/not.png"></audio>`,
    );
    assert.deepEqual(sourcesIn(await bench.html('/lazy-files')), {
      a: '/real-a.jpg',
      b: '/real-b.jpg',
      c: '/real-c.jpg',
      d: '/real-d.jpg',
      e: '/thumb.jpg',
      f: '/done.jpg',
      g: '/real-g.jpg',
      h: '/blank-canvas.jpg',
      i: '/spacer.gif',
      j: '/blank.gif and /1.png 1x, /2.png 2x',
      k: '/wide.avif',
      l: '/own.webp',
      m: '/real-m.jpg',
      n: '',
    });
  });
});

/** The addresses of images and sources, by their ids. */
function sourcesIn(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<(?:img|source) id="(\w)"([^>]*)>/g)].map(([, id = '', rest = '']) => [
      id,
      [/ src="([^"]{0,40})/.exec(rest)?.[1], / srcset="([^"]*)"/.exec(rest)?.[1]].filter(Boolean).join(' and '),
    ]),
  );
}
