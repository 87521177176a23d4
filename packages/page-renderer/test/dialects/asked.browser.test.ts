/** What a request may ask for besides HTML: PDFs with options, pairs, headers and cookies. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, describe, test } from 'node:test';
import pino from 'pino';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { jpegSize, pngSize } from '../support/jpeg.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const TOKEN = 'the-token-of-the-admin';
let site: Site;
let other: Site;
let renderer: Renderer;
/** Region and cookies that each path was asked with. */
const seen = new Map<string, readonly [region: string | undefined, cookie: string | undefined]>();

before(async () => {
  const page =
    (html: string, headers: Record<string, string> = {}) =>
    (_: unknown, response: ServerResponse) =>
      void response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(html);
  const noted = (own: string) => (request: IncomingMessage, response: ServerResponse) => {
    const { 'x-region': region, cookie } = request.headers as Record<string, string | undefined>;
    seen.set(own + (request.url ?? ''), [region, cookie]);
    if (request.url === '/away') return void response.writeHead(302, { Location: `${other.url}/there` }).end();
    if (request.url === '/sets') {
      const html = '<p id="p"></p><script>fetch("/api").then(() => { p.textContent = "done" })</script>';
      return page(html, { 'Set-Cookie': 'set=by-page' })(request, response);
    }
    return page(`<p>${region} ${cookie}</p><img src="${other.url}/image">`)(request, response);
  };
  other = await startSite({ '*': noted('other') });
  site = await startSite({
    '*': noted('own'),
    '/long': `<title>&lt;b&gt; of a title</title><style>div { break-after: page } h1 { background: red }</style>${'<div><h1>One</h1></div>'.repeat(5)}`,
    '/picture': '<body style="margin:0"><h1 style="height:2000px">picture</h1>',
  });
  renderer = await createRenderer({
    browsers: 1,
    cache: 'memory',
    allowPrivateNetworks: ['127.0.0.1'],
    requestHeaders: ['X-Region'],
    requestCookies: ['currency', 'set'],
    timeout: stretched(8_000),
    logLevel: 'silent',
  });
});
after(async () => {
  await renderer.close();
  await Promise.all([site, other].map((one) => one[Symbol.asyncDispose]()));
});

const ask = (path: string, parameters: Iterable<[string, string]> | Record<string, string> = {}) => {
  const query = new URLSearchParams([
    ['url', site.url + path],
    ...new URLSearchParams(parameters as Record<string, string>),
  ]);
  return renderer.fetch(new Request(`http://renderer.test/render?${query}`));
};
const post = (body: object) =>
  renderer.fetch(new Request('http://renderer.test/render', { method: 'POST', body: JSON.stringify(body) }));
const detail = async (response: Response) => [response.status, ((await response.json()) as { detail: string }).detail];
const pdfOf = async (parameters: Record<string, string>) => {
  const response = await ask('/long', { renderType: 'pdf', ...parameters });
  return Buffer.from(await response.arrayBuffer()).toString('latin1');
};
const pages = (pdf: string) => pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
const boxes = (pdf: string) => [...new Set(pdf.match(/MediaBox \[[^\]]*\]/g))];

describe('a PDF', () => {
  test('has the paper, the direction and the pages that are asked for', async () => {
    const pdf = await pdfOf({ pageSize: 'A5', landscape: 'true', pageRanges: '2-3' });
    assert.equal(pages(pdf), 2);
    assert.match(boxes(pdf).join(), /^MediaBox \[0 0 59[45]\S* (?:419|420)\S*\]$/);
  });
  test('has bookmarks and tags if they are asked for, and no tags if they are not', async () => {
    assert.match(await pdfOf({ outline: 'true' }), /\/Outlines/);
    const plain = await pdfOf({ tagged: 'false' });
    assert.doesNotMatch(plain, /\/Outlines|\/StructTreeRoot/);
  });
  test('with a running text is another result than without, and each is cached', async () => {
    const plain = await pdfOf({});
    const named = await pdfOf({
      headerText: '{title} <script>document.title="x"</script>',
      footerText: '{page}/{pages}',
    });
    assert.equal(pages(named), pages(plain));
    assert.ok(named.length > plain.length);
    const again = await ask('/long', { renderType: 'pdf' });
    assert.match(again.headers.get('cache-status') ?? '', /; hit/);
  });
  test('that the page cannot be is refused with the reason', async () => {
    for (const parameters of [{ pageRanges: '90' }, { margin: '50in' }]) {
      const response = await ask('/long', { renderType: 'pdf', ...parameters });
      const [status, text] = await detail(response);
      assert.equal(status, 400);
      assert.match(String(text), /^The page cannot be printed with these options: /);
    }
  });
});

describe('a pair', () => {
  test('of the library has HTML and picture of one load', async () => {
    const { html, image, imageType, verdict } = await renderer.pair(`${site.url}/picture?library`, {
      width: 300,
      height: 200,
    });
    assert.equal(verdict, 'complete');
    assert.match(html, /<html/);
    assert.equal(imageType, 'jpeg');
    assert.deepEqual(jpegSize(Buffer.from(image ?? [])), [300, 200]);
    assert.equal(site.requests.filter((path) => path === '/picture?library').length, 1);
  });
  test('is the HTML and the picture of one load', async () => {
    const count = () => site.requests.filter((request) => request === '/picture').length;
    const response = await post({ url: `${site.url}/picture`, renderType: 'html,png', width: 300, height: 200 });
    assert.equal(response.headers.get('content-type'), 'application/json');
    const { url, status, verdict, html, picture } = (await response.json()) as {
      url: string;
      status: number;
      verdict: string;
      html: string;
      picture: { type: string; base64: string };
    };
    assert.deepEqual([url, status, verdict, picture.type], [`${site.url}/picture`, 200, 'complete', 'image/png']);
    assert.match(html, /<h1[^>]*>picture/);
    assert.deepEqual(pngSize(Buffer.from(picture.base64, 'base64')), [300, 200]);
    assert.equal(count(), 1);
  });
  test('has a picture of the whole page as JPEG, and is cached', async () => {
    const parameters = { renderType: 'html,jpeg', fullpage: 'true', width: '300' };
    const first = (await (await ask('/picture', parameters)).json()) as { picture: { base64: string } };
    assert.ok(jpegSize(Buffer.from(first.picture.base64, 'base64'))[1] >= 2000);
    assert.match((await ask('/picture', parameters)).headers.get('cache-status') ?? '', /; hit/);
  });
});

describe('headers and cookies of a request', () => {
  test('go to the origin of the target, and to no other', async () => {
    const response = await ask('/region', { header: 'X-Region: eu', cookie: 'currency=EUR' });
    assert.match(await response.text(), /<p>eu currency=EUR<\/p>/);
    assert.deepEqual(seen.get('other/image'), [undefined, undefined]);
  });
  test('do not follow a redirect to another origin', async () => {
    await ask('/away', { header: 'X-Region: eu', cookie: 'currency=EUR', followRedirects: 'true' });
    assert.deepEqual(seen.get('own/away'), ['eu', 'currency=EUR']);
    assert.deepEqual(seen.get('other/there'), [undefined, undefined]);
  });
  test('are part of the cache key, each', async () => {
    const variants = [{}, { header: 'X-Region: us' }, { cookie: 'currency=USD' }, { cookie: 'currency=JPY' }];
    const texts = [];
    for (const parameters of variants) texts.push(await (await ask('/keyed', parameters)).text());
    assert.deepEqual(
      texts.map((text) => /<p>(.*)<\/p>/.exec(text)?.[1]),
      ['undefined undefined', 'us undefined', 'undefined currency=USD', 'undefined currency=JPY'],
    );
    const again = await ask('/keyed', { cookie: 'currency=USD' });
    assert.match(again.headers.get('cache-status') ?? '', /; hit/);
  });
  test('are sent with the cookies of the page, whose own replace them', async () => {
    const both: Array<[string, string]> = [
      ['cookie', 'currency=EUR'],
      ['cookie', 'set=by-client'],
    ];
    await ask('/sets', both);
    assert.deepEqual(seen.get('own/sets'), [undefined, 'currency=EUR; set=by-client']);
    assert.deepEqual(seen.get('own/api'), [undefined, 'set=by-page; currency=EUR']);
  });
  test('of POST are objects', async () => {
    const body = { url: `${site.url}/posted`, headers: { 'x-region': 'eu' }, cookies: { currency: 'EUR' } };
    assert.match(await (await post(body)).text(), /<p>eu currency=EUR<\/p>/);
  });
  test('are refused where the operator does not list them, also if a result is cached', async () => {
    await ask('/refused');
    for (const [parameters, message] of [
      [{ header: 'X-Other: 1' }, /^headers: "x-other" is not allowed here \(allowed: x-region\).*requestHeaders/],
      [{ header: 'Cookie: a=b' }, /^headers: "cookie" is not allowed here/],
      [{ header: 'Host: a.example' }, /^headers: "host" is not allowed here/],
      [{ cookie: 'session=1' }, /^cookies: "session" is not allowed here \(allowed: currency, set\).*requestCookies/],
      [{ header: 'X-Region: a\r\nHost: b' }, /^header: expected "Name: value"/],
      [{ cookie: 'currency=a; session=1' }, /^cookie: expected "name=value"/],
      [{ cookie: 'currency' }, /^cookie: expected "name=value"/],
    ] as const) {
      const [status, text] = await detail(await ask('/refused', parameters));
      assert.equal(status, 400);
      assert.match(String(text), message);
    }
    const [status, text] = await detail(await post({ url: site.url, headers: ['X-Region: eu'] }));
    assert.equal(status, 400);
    assert.match(String(text), /^headers: expected an object of names and texts/);
  });
  test('are refused in explanations, too', async () => {
    const query = new URLSearchParams({ url: site.url, header: 'X-Other: 1' });
    const response = await renderer.fetch(new Request(`http://renderer.test/explain.json?${query}`));
    assert.equal(response.status, 400);
  });
});

test('metrics count what requests add, and the log names it without its values', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const options = { browsers: 1, allowPrivateNetworks: ['127.0.0.1'], requestHeaders: ['x-region'], adminToken: TOKEN };
  await using own = await createRenderer({ ...options, timeout: stretched(8_000) }, { logger });
  const body = JSON.stringify({ url: site.url, html: '<h1>supplied</h1>', headers: { 'x-region': 'secret-value' } });
  const headers = { authorization: `Bearer ${TOKEN}` };
  await own.fetch(new Request('http://renderer.test/render', { method: 'POST', headers, body }));
  const metrics = await (await own.fetch(new Request('http://renderer.test/metrics', { headers }))).text();
  for (const what of ['header', 'html']) {
    assert.match(metrics, new RegExp(`page_renderer_additions_total\\{what="${what}"\\} 1`));
  }
  const line = lines.find((one) => one.includes('"request"')) ?? assert.fail('no line');
  assert.deepEqual((JSON.parse(line) as { additions: string[] }).additions, ['header', 'html']);
  assert.doesNotMatch(lines.join(), /secret-value|supplied</);
});

test('the renders of a comparison and of an explanation are counted like every other', async () => {
  const options = { browsers: 1, allowPrivateNetworks: ['127.0.0.1'], adminToken: TOKEN, logLevel: 'silent' as const };
  await using own = await createRenderer({ ...options, timeout: stretched(8_000) });
  const get = async (line: string) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    return (await own.fetch(new Request(`http://renderer.test${line}`, { headers }))).text();
  };
  const count = async () => {
    const lines = (await get('/metrics')).matchAll(/^page_renderer_renders_total\{.*\} (\d+)$/gm);
    return [...lines].reduce((sum, [, renders]) => sum + Number(renders), 0);
  };
  const url = encodeURIComponent(`${site.url}/picture`);
  // Each render asks the site for one document; an explanation also renders addresses beside the page.
  const isCounted = async (least: number) => {
    const documents = site.requests.filter((path) => path !== '/robots.txt').length;
    assert.ok(documents >= least, `${documents} renders`);
    assert.equal(await count(), documents);
  };
  site.requests.length = 0;
  await isCounted(0);
  await get(`/inspect?url=${url}`);
  await isCounted(2);
  await get(`/explain.json?url=${url}`);
  await isCounted(3);
  await get(`/explain.json?url=${encodeURIComponent('http://10.0.0.1/')}`);
  await isCounted(3);
});
