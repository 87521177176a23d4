/** D3: what a page, its frames and its web workers learn about the browser, the phone, and the referrer. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { jpegSize } from './support/jpeg.ts';
import { useBench } from './support/rendering.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

/** What a script reads about the browser: in a page, a frame or a web worker. */
interface Told {
  userAgent: string;
  appVersion: string;
  platform: string;
  mobile: boolean;
  hint: string;
  brands: Array<{ brand: string; version: string }>;
}

interface Page {
  page: Told;
  /** In a separate process. */
  frame: Told;
  worker: Told;
  /** A nested web worker. */
  nested: Told;
  shared: Told;
  referrers: { page: string; frame: string };
  ratio: number;
  width: number;
  touch: number;
  media: boolean[];
  image: string;
  high: Record<string, unknown>;
}

const READ = `const told = () => {
  const { userAgent, appVersion, platform, userAgentData: { mobile, platform: hint, brands } } = navigator;
  return { userAgent, appVersion, platform, mobile, hint, brands };
};`;
const QUERIES = ['(pointer: coarse)', '(min-resolution: 2dppx)', '(hover: none)', '(orientation: portrait)'];
const REFERRER = 'https://search.example/results?q=shoes';

const script = (text: string) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(READ + text);
};

const OPTIONS = { allowPrivateNetworks: ['127.0.0.1', '127.0.0.2'], timeout: stretched(10_000) };
const bench = useBench({
  ...OPTIONS,
  reqHeaders: { Referer: REFERRER, 'X-Shop': 'yes' },
});
let site: Site;
let other: Site;

before(async () => {
  other = await startSite(
    {
      '/frame': `<script>${READ} parent.postMessage({ frame: told(), referrer: document.referrer }, '*')</script>`,
      '/far.png': (_, response) => response.end(),
    },
    '127.0.0.2',
  );
  const all = `
    const found = { page: told(), ratio: devicePixelRatio, width: innerWidth, touch: navigator.maxTouchPoints };
    found.media = ${JSON.stringify(QUERIES)}.map((query) => matchMedia(query).matches);
    const image = document.querySelector('img');
    const message = (target) => new Promise((resolve) => { target.onmessage = ({ data }) => resolve(data); });
    const dedicated = message(new Worker('/worker.js'));
    const shared = message(new SharedWorker('/shared.js').port);
    const framed = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true }));
    const names = ['platformVersion', 'model', 'uaFullVersion', 'fullVersionList', 'formFactors'];
    Promise.all([dedicated, shared, framed, navigator.userAgentData.getHighEntropyValues(names), image.decode()])
      .then(([workers, shared, { frame, referrer }, high]) => {
        Object.assign(found, workers, { shared, frame, high, image: image.currentSrc });
        found.referrers = { page: document.referrer, frame: referrer };
        document.querySelector('pre').textContent = btoa(JSON.stringify(found));
      });`;
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  site = await startSite({
    '/': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<meta name="viewport" content="width=device-width">
        <pre></pre><img srcset="/one.gif 1x, /three.gif 3x"><img src="${other.url}/far.png">
        <script>${READ}${all}</script><iframe src="${other.url}/frame"></iframe>`);
    },
    '/worker.js': script(`fetch('/from-worker').then(() => {
      const nested = new Worker('/nested.js');
      nested.onmessage = ({ data }) => postMessage({ worker: told(), nested: data });
    });`),
    '/nested.js': script('postMessage(told());'),
    '/shared.js': script(`onconnect = ({ ports: [port] }) => {
      fetch('/from-shared').then(() => port.postMessage(told()));
    };`),
    '/one.gif': (_, response) => response.end(pixel),
    '/three.gif': (_, response) => response.end(pixel),
    '/moved': (_, response) => response.writeHead(302, { location: '/' }).end(),
    '/scrolled': `<meta name="viewport" content="width=device-width"><body style="margin:0">
      <div style="height:5000px"></div><script>scrollTo(0, 3000)</script>`,
  });
});
after(() => Promise.all([site, other].map((one) => one[Symbol.asyncDispose]())));

async function look(path: string, mobile: boolean, renderer: Renderer = bench.renderer): Promise<Page> {
  const { html } = await renderer.render(site.url + path, { mobile });
  const text = /<pre>(?<found>[^<]+)<\/pre>/.exec(html)?.groups?.['found'] ?? assert.fail(html);
  return JSON.parse(Buffer.from(text, 'base64').toString()) as Page;
}

const WORKS = ['/worker.js', '/nested.js', '/shared.js', '/from-worker', '/from-shared'];

for (const mobile of [false, true]) {
  const name = mobile ? 'mobile' : 'a desktop';

  test(`page, frame and workers of ${name} are told of one browser, in headers and to scripts`, async () => {
    const found = await look('/', mobile);
    const { userAgent, brands, hint } = found.page;
    assert.match(
      userAgent,
      mobile ? /Android 10; K\).*Mobile Safari.*page-renderer\// : /^(?!.*Mobile).*page-renderer\//,
    );
    assert.equal(found.page.mobile, mobile);
    assert.equal(found.page.appVersion, userAgent.replace('Mozilla/', ''));
    if (mobile) assert.deepEqual([hint, found.page.platform], ['Android', 'Linux armv81']);
    for (const part of ['frame', 'worker', 'nested', 'shared'] as const) {
      assert.deepEqual(found[part], found.page, part);
    }

    const version = /Chrome\/(?<full>(?<major>\d+)[\d.]*)/.exec(userAgent)?.groups;
    assert.equal(brands.find(({ brand }) => brand === 'Chromium')?.version, version?.['major']);
    assert.equal(found.high['uaFullVersion'], version?.['full']);
    assert.deepEqual(found.high['formFactors'], [mobile ? 'Mobile' : 'Desktop']);
    assert.doesNotMatch(JSON.stringify(found), /headless/i);

    for (const path of ['/', mobile ? '/three.gif' : '/one.gif']) {
      const headers = site.headersOf(path);
      assert.equal(headers?.['sec-ch-ua-mobile'], mobile ? '?1' : '?0');
      assert.equal(headers?.['sec-ch-ua-platform'], `"${hint}"`);
      assert.equal(headers?.['sec-ch-ua'], brands.map(({ brand, version: of }) => `"${brand}";v="${of}"`).join(', '));
    }
    for (const path of WORKS) assert.equal(site.headersOf(path)?.['user-agent'], userAgent, path);
    assert.equal(other.headersOf('/frame')?.['user-agent'], userAgent);
    assert.equal(other.headersOf('/frame')?.['sec-ch-ua-mobile'], mobile ? '?1' : '?0');
  });
}

test('a User-Agent of reqHeaders is told to servers and scripts alike, page, frame and workers, with the mark', async () => {
  const agent = 'Mozilla/5.0 (compatible; ShopCheck/1.0)';
  await using renderer = await createRenderer({
    browsers: 1,
    ...OPTIONS,
    reqHeaders: { 'user-AGENT': agent },
    logLevel: 'silent',
  });
  const found = await look('/', false, renderer);
  for (const part of ['page', 'frame', 'worker', 'nested', 'shared'] as const) {
    assert.deepEqual([part, found[part].userAgent], [part, agent]);
  }
  for (const path of ['/', '/one.gif', ...WORKS]) assert.equal(site.headersOf(path)?.['user-agent'], agent, path);
  assert.equal(site.headersOf('/')?.['x-prerender'], '1');
  for (const path of ['/frame', '/far.png']) assert.equal(other.headersOf(path)?.['user-agent'], agent, path);
  assert.equal(other.headersOf('/frame')?.['x-prerender'], undefined);
});

test('mobile lays a page out as a phone of 412 × 2.625 pixels with touch', async () => {
  const phone = await look('/', true);
  assert.deepEqual([phone.ratio, phone.width, phone.touch], [2.625, 412, 5]);
  assert.deepEqual(phone.media, [true, true, true, true]);
  assert.match(phone.image, /three\.gif$/);
  const desktop = await look('/', false);
  assert.deepEqual([desktop.ratio, desktop.touch], [1, 0]);
  assert.deepEqual(desktop.media.slice(0, 2), [false, false]);
  assert.match(desktop.image, /one\.gif$/);
});

test('pictures of a phone have a pixel for each CSS pixel, of what is seen, of a part and of the whole page', async () => {
  const clip = { x: 10, y: 4000, width: 101, height: 51 };
  for (const [picture, size] of [
    [{}, [411, 733]],
    [{ clip }, [101, 51]],
    [{ clip: { ...clip, scale: 2 } }, [202, 102]],
    [{ fullPage: true }, [411, 5000]],
  ] as const) {
    const options = { mobile: true, width: 411, height: 733, picture: { type: 'jpeg' as const, ...picture } };
    const { image } = await bench.renderer.screenshot(`${site.url}/scrolled`, options);
    assert.deepEqual(jpegSize(Buffer.from(image)), size, JSON.stringify(picture));
  }
});

test('a Referer of reqHeaders is the document’s own, and what a page loads keeps its own', async () => {
  const found = await look('/moved', false);
  assert.deepEqual(found.referrers, { page: REFERRER, frame: `${site.url}/` });
  for (const path of ['/', '/moved']) {
    assert.equal(site.headersOf(path)?.referer, REFERRER, path);
    assert.equal(site.headersOf(path)?.['x-shop'], 'yes', path);
  }
  assert.equal(site.headersOf('/one.gif')?.referer, `${site.url}/`);
  assert.equal(site.headersOf('/one.gif')?.['x-shop'], 'yes');
  assert.equal(site.headersOf('/from-worker')?.referer, `${site.url}/worker.js`);
  assert.equal(other.headersOf('/far.png')?.referer, `${site.url}/`);
});
