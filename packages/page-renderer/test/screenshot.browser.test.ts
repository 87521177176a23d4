/** `GET` and `POST /screenshot/{target_url}`. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { printPdf } from '../dist/render/pdf.js';
import { takePicture } from '../dist/render/reading/take-picture.js';
import { jpegSize } from './support/jpeg.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

let site: Site;
let renderer: Renderer;

before(async () => {
  site = await startSite({
    '/': '<meta name="viewport" content="width=device-width"><body style="margin:0"><h1>page</h1>',
    '/zone':
      '<body style="margin:0"><script>document.body.style.height = `${600 + 100 * new Date(0).getHours()}px`</script>',
    '/viewport': '<p id="size"></p><script>size.textContent = `${innerWidth} × ${innerHeight}`</script>',
    '/tall': '<body style="margin:0"><div style="height:3000px;width:200px;background:linear-gradient(red,blue)">',
    '/bomb': '<body style="margin:0"><div style="height:3000000px">',
    '/higher': '<body style="margin:0"><div style="height:17000px">',
    '/higher-and-busy':
      '<body style="margin:0"><div style="height:17000px"></div><script>setInterval(() => document.title += 1, 9)</script>',
    '/busy': '<h1>here</h1><img src="/hang">',
    '/hang': () => {},
    '/noise':
      '<canvas id=c width=800 height=800></canvas><script>const x=c.getContext("2d");for(let i=0;i<20000;i++){x.fillStyle=`hsl(${i*7%360} 90% ${i%100}%)`;x.fillRect(i*37%800,i*91%800,5,5)}</script>',
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(3_000),
    width: 640,
    height: 480,
    logLevel: 'silent',
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

async function shoot(path: string, init?: RequestInit) {
  const response = await renderer.fetch(new Request(`http://renderer.test/screenshot/${site.url}${path}`, init));
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes };
}
const post = (path: string, options: unknown) =>
  shoot(path, { method: 'POST', body: typeof options === 'string' ? options : JSON.stringify(options) });
const detailOf = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { detail: string }).detail;

describe('the size', () => {
  test('is the configured one by default, and the one asked for otherwise', async () => {
    assert.deepEqual(jpegSize((await shoot('/')).bytes), [640, 480]);
    assert.deepEqual(jpegSize((await shoot('/?width=200&height=100')).bytes), [200, 100]);
    assert.deepEqual(jpegSize((await shoot('/?mobile')).bytes), [412, 480]);
  });
  test('with fullPage is that of the page, cut off before it takes gigabytes', async () => {
    assert.deepEqual(jpegSize((await post('/tall', { fullPage: true })).bytes), [640, 3000]);
    const { response, bytes } = await post('/bomb', { fullPage: true });
    assert.equal(response.status, 200);
    assert.deepEqual(jpegSize(bytes), [640, 16_384]);
  });
  test('with clip is that of the clip', async () => {
    const clip = { x: 10, y: 2000, width: 50, height: 60 };
    assert.deepEqual(jpegSize((await post('/tall', { clip })).bytes), [50, 60]);
    assert.deepEqual(jpegSize((await post('/tall', { clip: { ...clip, scale: 2 } })).bytes), [100, 120]);
  });
});

/** Width and height of a WebP with lossy or extended coding (RFC 9649, 2.5 and 2.7). */
function webpSize(webp: Buffer): [width: number, height: number] {
  const isExtended = webp.toString('latin1', 12, 16) === 'VP8X';
  if (isExtended) return [webp.readUIntLE(24, 3) + 1, webp.readUIntLE(27, 3) + 1];
  return [webp.readUInt16LE(26) & 0x3f_ff, webp.readUInt16LE(28) & 0x3f_ff];
}

describe('no screenshot is empty', () => {
  // Chromium reports success for larger ones, and returns no bytes.
  test('a full page is cut off where its format ends, and the verdict says so', async () => {
    const take = (path: string, type: 'webp' | 'png') =>
      renderer.screenshot(site.url + path, { width: 50, picture: { type, fullPage: true } });
    const webp = await take('/higher', 'webp');
    assert.deepEqual([webp.verdict, webpSize(Buffer.from(webp.image))], ['over-pixels', [50, 16_383]]);
    const busy = await take('/higher-and-busy', 'webp');
    assert.deepEqual([busy.verdict, webpSize(Buffer.from(busy.image))], ['over-pixels', [50, 16_383]]);
  });
  test('a size that its format cannot have is refused before the page is loaded', async () => {
    const asked = site.requests.length;
    const clip = { x: 0, y: 0, width: 10, height: 16_384 };
    for (const [options, message] of [
      [{ picture: { type: 'webp', clip } }, /^clip: a WebP screenshot has at most 16383 pixels per side; .* or use/],
      [{ picture: { type: 'webp', clip: { ...clip, height: 4_096, scale: 4 } } }, /\(40 × 16384 were requested\)/],
      [{ picture: { type: 'jpeg', clip: { ...clip, scale: 4 } } }, /^clip: a JPEG screenshot has at most 65500/],
      [{ width: 16_384, picture: { type: 'webp' } }, /^a WebP screenshot has .*; reduce width or height/],
      [{ width: 16_384, picture: { type: 'webp', fullPage: true } }, /^a WebP screenshot has/],
      [{ width: 8_192, height: 8_192 }, /^a screenshot has at most 32000000 pixels; reduce width or height/],
      [{ picture: { type: 'gif' } }, /^type: /],
      [{ picture: { clip: { ...clip, width: Number.NaN } } }, /^clip\.width: /],
      [{ picture: { quality: 101 } }, /^quality: /],
    ] as const) {
      await assert.rejects(
        renderer.screenshot(site.url, options as object),
        (error: { code?: string; reason?: string }) => {
          assert.equal(error.code, 'invalid-parameter');
          assert.match(error.reason ?? '', message);
          return true;
        },
      );
    }
    assert.equal(site.requests.length, asked);
  });
  test('the largest sizes that are allowed are taken', async () => {
    const clip = { x: 0, y: 0, width: 1, height: 16_375 };
    const { image } = await renderer.screenshot(`${site.url}/higher`, { picture: { clip: { ...clip, scale: 4 } } });
    assert.deepEqual(jpegSize(Buffer.from(image)), [4, 65_500]);
  });
  test('a clip of less than a pixel has one', async () => {
    const clip = { x: 10.2, y: 10.2, width: 0.2, height: 0.1 };
    assert.deepEqual(jpegSize((await post('/tall', { clip })).bytes), [1, 1]);
  });
  test('no bytes from the browser are an error, for a screenshot and for a PDF', async () => {
    const answers: Record<string, object> = {
      'Page.captureScreenshot': { data: '' },
      'Page.printToPDF': { stream: '1' },
      'IO.read': { data: '', eof: true },
    };
    const job = {
      isolated: { session: { send: (method: string) => Promise.resolve(answers[method] ?? {}) } },
      options: { width: 10, height: 20, mobile: false },
    } as unknown as Parameters<typeof takePicture>[0];
    await assert.rejects(takePicture(job, { type: 'webp' }, 1_000), {
      code: 'page-too-large',
      verdict: 'over-pixels',
      message: /returned nothing for a WebP screenshot of 10 × 20 CSS pixels; ask for a smaller one or another format/,
    });
    await assert.rejects(printPdf(job, 1_000), { code: 'browser-unavailable', message: /empty PDF/ });
  });
});

test('timezoneId sets the time zone of the page in the screenshot', async () => {
  const heightIn = async (query: string) => jpegSize((await post(`/zone${query}`, { fullPage: true })).bytes)[1];
  assert.equal(await heightIn('?timezoneId=Asia/Tokyo'), 1500);
  assert.equal(await heightIn('?timezoneId=Etc/GMT-3'), 900);
});

test('HTML is rendered in the configured viewport, too', async () => {
  const response = await renderer.fetch(new Request(`http://renderer.test/render/${site.url}/viewport`));
  assert.match(await response.text(), /<p id="size">640 × 480<\/p>/);
});

test('quality is applied', async () => {
  const [low, high] = [await post('/noise', { quality: 5 }), await post('/noise', { quality: 95 })];
  assert.ok(low.bytes.length * 3 < high.bytes.length, `${low.bytes.length} and ${high.bytes.length} bytes`);
});

for (const options of [
  { omitBackground: true },
  { captureBeyondViewport: false },
  { fromSurface: true },
  { optimizeForSpeed: true },
]) {
  test(`${JSON.stringify(options)} is taken`, async () => {
    const { response, bytes } = await post('/', options);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/jpeg');
    assert.deepEqual(jpegSize(bytes), [640, 480]);
  });
}

describe('a POST', () => {
  for (const [name, init] of [
    ['without a body', { method: 'POST' }],
    ['with an empty body', { method: 'POST', body: '' }],
    ['with a body and no content type', { method: 'POST', body: new TextEncoder().encode('{"quality":50}') }],
    ['with a body said to be JSON', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
  ] as const) {
    test(`${name} is fine`, async () => {
      const { response, bytes } = await shoot('/', init);
      assert.equal(response.status, 200);
      assert.deepEqual(jpegSize(bytes), [640, 480]);
    });
  }
  for (const [options, message] of [
    [{ type: 'png' }, /^type cannot be set/],
    [{ encoding: 'base64' }, /^encoding cannot be set/],
    [{ path: '/tmp/picture.jpg' }, /^path cannot be set/],
    [{ fullpage: true }, /unknown option "fullpage" \(known: quality, fullPage/],
    [{ quality: '90' }, /^quality: /],
    [{ quality: 101 }, /^quality: /],
    [{ clip: { x: 0, y: 0, width: 10 } }, /^clip\.height: /],
    [{ clip: { x: 0, y: 0, width: 10, height: 10, z: 1 } }, /unknown option "clip\.z"/],
    [{ clip: { x: 0, y: 0, width: 16_000, height: 16_000 } }, /^clip: the screenshot would be too large/],
    [{ clip: { x: 0, y: 0, width: 9, height: 16_384, scale: 4 } }, /^clip: a JPEG .* 65500 pixels per side; reduce/],
    [{ clip: { x: 0, y: 0, width: 8_000, height: 5_000 } }, /^clip: a screenshot has at most 32000000 pixels; reduce/],
    [{ fullPage: true, clip: { x: 0, y: 0, width: 1, height: 1 } }, /cannot be combined/],
    ['{"quality":', /not JSON/],
    ['[]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['{"__proto__":{"type":"png"}}', /unknown option|type cannot/],
  ] as const) {
    test(`with ${JSON.stringify(options)} is 400 and a sentence`, async () => {
      const { response, bytes } = await post('/', options);
      assert.equal(response.status, 400);
      assert.match(detailOf(bytes), message);
    });
  }
  test('with a huge body is 413', async () => {
    assert.equal((await post('/', ' '.repeat(20_000))).response.status, 413);
  });
});

test('a page that exceeds its time budget gets a screenshot of its present state', async () => {
  const { response } = await shoot('/busy');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('x-render-verdict'), 'budget');
});

test('HEAD answers like GET, without the picture', async () => {
  const { response, bytes } = await shoot('/', { method: 'HEAD' });
  assert.deepEqual([response.status, response.headers.get('content-type'), bytes.length], [200, 'image/jpeg', 0]);
});
