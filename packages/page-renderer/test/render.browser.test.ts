import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const APP = `<!DOCTYPE html>
<html><head><title>Shop</title>
<script type="application/ld+json">{"@type":"Product"}</script>
<script type="importmap">{"imports":{"mapped":"/app.js"}}</script>
<script id="data" type="application/json">{"a":1}</script>
<link rel="preload" as="script" href="/app.js"><link rel="modulepreload" href="/app.js"><link rel="stylesheet" href="style.css">
</head><body><div id="app">Loading</div>
<script>window.inline = 1</script>
<script src="/app.js" type="module"></script>
</body></html>`;

const SCRIPT = `
const product = await (await fetch('/api')).json();
await new Promise((resolve) => setTimeout(resolve, 200));
document.getElementById('app').innerHTML = '<h1>' + product.name + '</h1><a href="related">more</a>';
`;

let site: Site;
let renderer: Renderer;
const timeout = stretched(3_000, 6);

before(async () => {
  site = await startSite({
    '/shop/product': APP,
    '/shop/': APP,
    '/app.js': (_, response) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(SCRIPT),
    '/api': (_, response) => response.end('{"name":"Lamp <1>"}'),
    '/shop/style.css': (_, response) => response.writeHead(200, { 'Content-Type': 'text/css' }).end('h1{color:red}'),
    '/based': '<base href="/deep/er/"><a href="x">x</a>',
    '/gone': (_, response) => response.writeHead(410, { 'Content-Type': 'text/html' }).end('<h1>Gone</h1>'),
    '/empty-500': (_, response) => response.writeHead(500).end(),
    '/soft-404': '<meta name="render:status_code" content="404"><meta name="render:status_code" content="410">',
    '/bad-meta': '<meta name="render:status_code" content="99999">',
    '/moved': (_, response) => response.writeHead(301, { Location: '/shop/product' }).end(),
    '/never-idle': '<h1>here</h1><img src="/hang">',
    '/endless-loop': '<h1>here</h1><script>setTimeout(() => { for (;;); }, 50)</script>',
    '/hang': () => {},
    '/no-content': (_, response) => response.writeHead(204).end(),
    '/download': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment' }).end('PK'),
    '/agent':
      '<meta name="viewport" content="width=device-width"><p id="agent"></p><script>agent.textContent = navigator.userAgent + "|" + innerWidth + "|" + new Date(0).getHours()</script>',
    '/tampered': `<p>safe</p><script>
      Element.prototype.querySelectorAll = () => { throw 1 };
      Object.defineProperty(Element.prototype, 'outerHTML', { get: () => 'forged' });
    </script>`,
    '/navigates': '<script>setTimeout(() => location.replace("/shop/product"), 300)</script>',
    '/stores': `<p id="seen"></p><script>
      seen.textContent = document.cookie + '|' + localStorage.length; document.cookie = 'a=1'; localStorage.a = 1;
    </script>`,
    '/echo': (request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<p>[${request.url?.replaceAll('&', '&amp;')}]</p>`);
    },
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout,
    logLevel: 'silent',
  });
});

after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const get = (path: string, init?: RequestInit) => renderer.fetch(new Request(`http://renderer.test${path}`, init));
const render = (path: string, query = '') => get(`/render/${site.url}${path}${query}`);

describe('a client-side rendered page', () => {
  let html: string;
  let response: Response;
  before(async () => {
    response = await render('/shop/product');
    html = await response.text();
  });

  test('has status 200, type HTML, X-Renderer and X-Render-Verdict', () => {
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(response.headers.get('x-renderer'), 'page-renderer');
    assert.equal(response.headers.get('x-render-verdict'), 'complete');
  });
  test('contains the data that its script fetched, escaped', () => {
    assert.match(html, /<h1>Lamp &lt;1&gt;<\/h1>|<h1>Lamp <1><\/h1>/);
  });
  test('contains no scripts and no links that load scripts', () => {
    assert.doesNotMatch(html, /window\.inline|app\.js|modulepreload|importmap/);
  });
  test('keeps its doctype, data scripts and style sheet', () => {
    assert.ok(html.startsWith('<!DOCTYPE html>\n<html>'));
    assert.match(html, /<script type="application\/ld\+json">\{"@type":"Product"\}<\/script>/);
    assert.match(html, /<script id="data" type="application\/json">/);
    assert.match(html, /<link rel="stylesheet" href="style\.css">/);
  });
  test('may not run anything under the origin of the service', () => {
    assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'none'.*sandbox/);
  });
});

describe('the base of relative links', { concurrency: 3 }, () => {
  for (const [path, expected] of [
    ['/shop/product', '/shop/product'],
    ['/shop/', '/shop/'],
    ['/based', '/deep/er/'],
  ] as const) {
    test(`of ${path} is ${expected}`, async () => {
      const html = await (await render(path)).text();
      assert.equal(/<base href="([^"]*)"/.exec(html)?.[1], `${site.url}${expected}`);
      assert.equal(html.match(/<base/g)?.length, 1);
    });
  }
});

describe('the status', { concurrency: 3 }, () => {
  for (const [path, status] of [
    ['/gone', 410],
    ['/missing', 404],
    ['/empty-500', 500],
    ['/soft-404', 404],
    ['/bad-meta', 200],
    ['/moved', 301],
    ['/no-content', 204],
  ] as const) {
    test(`of ${path} is ${status}`, async () => {
      const response = await render(path);
      assert.equal(response.status, status);
      assert.equal(response.headers.get('location'), null);
    });
  }
  test('of a redirect comes with the final document', async () => {
    assert.match(await (await render('/moved')).text(), /Lamp/);
  });
});

// In parallel: each of them waits until its time budget ends.
describe('the time budget', { concurrency: true }, () => {
  for (const path of ['/never-idle', '/endless-loop']) {
    test(`of ${path} ends with what is there, and says so`, async () => {
      const started = performance.now();
      const response = await render(path);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('x-render-verdict'), 'budget');
      assert.match(await response.text(), /<h1>here<\/h1>/);
      assert.ok(performance.now() - started < timeout + stretched(5_000));
    });
  }
  test('of a target that sends nothing ends with 504', async () => {
    const response = await render('/hang');
    assert.equal(response.status, 504);
    assert.equal(((await response.json()) as { code: string }).code, 'target-timeout');
  });
});

test('a page that navigates is rendered where it arrives', async () => {
  assert.match(await (await render('/navigates')).text(), /Lamp/);
});

test('a download is answered 502 to clients with X-Render-Fallback, and passed through to others', async () => {
  const url = `http://renderer.example/render/${encodeURIComponent(`${site.url}/download`)}`;
  const refused = await renderer.fetch(new Request(url, { headers: { 'X-Render-Fallback': 'origin' } }));
  assert.equal(refused.status, 502);
  assert.equal(((await refused.json()) as { code: string }).code, 'not-a-page');
  const passed = await render('/download');
  assert.deepEqual([passed.headers.get('x-render-verdict'), await passed.text()], ['passed-through', 'PK']);
});

test('a page that changes its own prototypes is read correctly', async () => {
  const html = await (await render('/tampered')).text();
  assert.match(html, /<p>safe<\/p>/);
  assert.doesNotMatch(html, /forged/);
});

test('cookies and storage of a render are empty for the next one', async () => {
  assert.match(await (await render('/stores')).text(), /<p id="seen">\|0<\/p>/);
  assert.match(await (await render('/stores')).text(), /<p id="seen">\|0<\/p>/);
});

test('the user agent names the service and differs only in the word headless', async () => {
  const html = await (await render('/agent')).text();
  assert.match(html, /Chrome\/[\d.]+ Safari\/[\d.]+ page-renderer\/\d/);
  assert.doesNotMatch(html, /Headless/);
});

test('mobile emulates a phone, mobile=false does not, and other values are refused', async () => {
  assert.match(await (await render('/agent', '?mobile')).text(), /Mobile Safari.*\|412\|/);
  assert.match(await (await render('/agent', '?mobile=false')).text(), /\|1000\|/);
  const response = await render('/agent', '?mobile=maybe');
  assert.equal(response.status, 400);
  assert.match(((await response.json()) as { detail: string }).detail, /^mobile: /);
});

test('timezoneId sets the time zone, and an unknown one is refused by name', async () => {
  assert.match(await (await render('/agent', '?timezoneId=Asia/Tokyo')).text(), /\|9<\/p>/);
  const response = await render('/agent', '?timezoneId=Mars/Base');
  assert.equal(response.status, 400);
  assert.match(((await response.json()) as { detail: string }).detail, /timezoneId: "Mars\/Base"/);
});

describe('the target URL arrives as it was meant', () => {
  for (const [name, path, expected] of [
    ['wholly encoded', (url: string) => encodeURIComponent(`${url}/echo?a=b&c=d%20e`), '/echo?a=b&c=d%20e'],
    ['with its query encoded', (url: string) => `${url}/echo%3Fpage%3Dhome`, '/echo?page=home'],
    ['unencoded with its own query', (url: string) => `${url}/echo?a=b&c=%26`, '/echo?a=b&c=%26'],
    [
      'unencoded with our parameters among its own',
      (url: string) => `${url}/echo?a=b&mobile=false&c=d`,
      '/echo?a=b&c=d',
    ],
    [
      'encoded with our parameters after it',
      (url: string) => `${encodeURIComponent(`${url}/echo?a=b`)}?mobile`,
      '/echo?a=b',
    ],
    ['with a merged slash', (url: string) => `${url.replace('//', '/')}/echo`, '/echo'],
    ['without its fragment', (url: string) => `${url}/echo%23part`, '/echo'],
    ['with two slashes in its path', (url: string) => `${url}//echo`, undefined],
  ] as const) {
    test(name, async () => {
      const response = await get(`/render/${path(site.url)}`);
      if (expected === undefined) assert.equal(site.requests.at(-1), '//echo');
      else assert.ok((await response.text()).includes(`<p>[${expected.replaceAll('&', '&amp;')}]</p>`));
    });
  }
});

describe('a target that is not a page is refused with a reason', { concurrency: 3 }, () => {
  for (const [path, status, code] of [
    ['/render/', 400, 'invalid-url'],
    ['/render/products', 400, 'invalid-url'],
    ['/render/http%3A%2F%2F%E0%A4%A', 400, 'invalid-url'],
    ['/render/http://user:secret@127.0.0.1/', 400, 'invalid-url'],
    ['/render/http://127.0.0.1:9/', 400, 'invalid-url'],
    ['/render/http://does-not-exist.invalid/', 400, 'unknown-host'],
    ['/render/ftp://example.com/', 403, 'unsupported-scheme'],
    ['/render/file:///etc/passwd', 403, 'unsupported-scheme'],
    ['/render/javascript:alert(1)', 403, 'unsupported-scheme'],
    ['/render/view-source:http://127.0.0.1/', 403, 'unsupported-scheme'],
    ['/screenshot/ftp://example.com/', 403, 'unsupported-scheme'],
    ['/elsewhere', 404, 'not-found'],
  ] as const) {
    test(`${path} → ${status} ${code}`, async () => {
      const response = await get(path);
      assert.equal(response.status, status);
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
      const problem = (await response.json()) as Record<string, unknown>;
      assert.equal(problem['code'], code);
      assert.equal(problem['status'], status);
      assert.doesNotMatch(JSON.stringify(problem), /secret| at .*\.js/);
    });
  }
  test('a target that refuses the connection → 502 with the reason', async () => {
    const closed = await startSite({});
    await closed[Symbol.asyncDispose]();
    const response = await get(`/render/${closed.url}/`);
    assert.equal(response.status, 502);
    assert.match(((await response.json()) as { detail: string }).detail, /refused the connection/);
  });
  test('a target without a valid certificate → 502 with the reason', async () => {
    const folder = path.join(import.meta.dirname, 'fixtures/tls');
    const [key, cert] = ['key.pem', 'certificate.pem'].map((name) => readFileSync(path.join(folder, name)));
    const secure = createSecureServer({ key, cert }, (_, response) => response.end('<h1>secret</h1>'));
    await new Promise<void>((resolve) => {
      secure.listen(0, '127.0.0.1', resolve);
    });
    const response = await get(`/render/https://127.0.0.1:${(secure.address() as AddressInfo).port}/`);
    assert.equal(response.status, 502);
    const { code, detail } = (await response.json()) as { code: string; detail: string };
    assert.deepEqual([code, /certificate/.test(detail)], ['tls-failed', true]);
    secure.close();
    secure.closeAllConnections();
  });
  test('someone who asks for HTML gets a page, with the text escaped', async () => {
    const response = await get('/render/http://a%3Cb%3E.invalid/', { headers: { Accept: 'text/html' } });
    assert.equal(response.status, 400);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.doesNotMatch(await response.text(), /<b>/);
  });
  test('another method → 405 with Allow', async () => {
    const response = await get('/render/http://example.com/', { method: 'DELETE' });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get('allow'), 'GET, HEAD');
  });
});

describe('/screenshot', () => {
  /** Width and height from the start-of-frame segment of a JPEG. */
  function sizeOf(jpeg: Buffer): [number, number] {
    let at = 2;
    while (!(jpeg[at + 1]! >= 0xc0 && jpeg[at + 1]! <= 0xc2)) at += 2 + jpeg.readUInt16BE(at + 2);
    return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)];
  }
  for (const [query, size] of [
    ['', [1000, 1000]],
    ['?width=320&height=480', [320, 480]],
  ] as const) {
    test(`${query || 'without parameters'} is a JPEG of ${size.join(' × ')} pixels`, async () => {
      const response = await get(`/screenshot/${site.url}/shop/product${query}`);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'image/jpeg');
      const image = Buffer.from(await response.arrayBuffer());
      assert.equal(image.subarray(0, 3).toString('hex'), 'ffd8ff');
      assert.deepEqual(sizeOf(image), size);
    });
  }
  test('of a missing page has its screenshot and its status', async () => {
    const response = await get(`/screenshot/${site.url}/missing`);
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
  });
  for (const query of ['?width=0', '?width=1e9', '?height=-1', '?width=ten']) {
    test(`${query} is refused by name`, async () => {
      const response = await get(`/screenshot/${site.url}/shop/product${query}`);
      assert.equal(response.status, 400);
      assert.match(((await response.json()) as { detail: string }).detail, /^(width|height): expected a whole number/);
    });
  }
});

describe('the service', () => {
  test('answers health with a real round trip to the browser', async () => {
    const response = await get('/_ah/health');
    assert.equal(response.status, 200);
    assert.equal(await response.text(), 'OK');
  });
  test('passes a valid request id on and replaces an invalid one', async () => {
    const id = 'abc-123';
    assert.equal((await get('/_ah/health', { headers: { 'X-Request-Id': id } })).headers.get('x-request-id'), id);
    const odd = await get('/_ah/health', { headers: { 'X-Request-Id': 'a b{"' } });
    assert.match(odd.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  });
});
