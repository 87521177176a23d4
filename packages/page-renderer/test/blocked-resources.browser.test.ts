/** What pages do not load, because the configuration withholds it. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { createRenderer, type Renderer, type RendererOptions } from 'page-renderer';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const FONT = `@font-face { font-family: Shop; src: url(/shop.woff2) } h1 { font-family: Shop }`;
const asked = new Set<string>();
let site: Site;
const open: Renderer[] = [];

before(async () => {
  const named = (type: string, body: string) => (request: IncomingMessage, response: ServerResponse) => {
    asked.add(request.url ?? '');
    response.writeHead(200, { 'content-type': type }).end(body);
  };
  site = await startSite({
    '/': `<link rel="stylesheet" href="/shop.css"><style>${FONT}</style><h1>Lamps</h1><img src="/lamp.svg" alt="A lamp"
      onerror="document.body.append('No picture')"><img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>" alt="">
      <video src="/film.mp4"></video><script src="/shop.js"></script>`,
    '/plain': '<h1>Nothing else</h1>',
    '/shop.css': named('text/css', 'h1 { color: red }'),
    '/lamp.svg': named('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/shop.js': named('text/javascript', "document.body.append('Script')"),
    '/shop.woff2': named('font/woff2', ''),
    '/film.mp4': named('video/mp4', ''),
  });
});
after(async () => {
  await Promise.all(open.map((renderer) => renderer.close()));
  await site[Symbol.asyncDispose]();
});

async function rendered(options: RendererOptions, path = '/'): Promise<Record<'verdict' | 'pending' | 'html', string>> {
  asked.clear();
  const renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    ...options,
  });
  open.push(renderer);
  const response = await renderer.fetch(new Request(`http://renderer.test/render/${site.url}${path}`));
  const header = (name: string) => response.headers.get(name) ?? '';
  return { verdict: header('x-render-verdict'), pending: header('x-render-pending'), html: await response.text() };
}

for (const [where, options] of [
  ['requests are counted as they are made', {}],
  ['requests are held', { maxRequests: 100 }],
] as const) {
  test(`pages load nothing of the types that are blocked, and are settled, where ${where}`, async () => {
    const { verdict, pending, html } = await rendered({ ...options, blockResources: ['image', 'font', 'media'] });
    assert.deepEqual([...asked].toSorted(), ['/shop.css', '/shop.js']);
    assert.equal(verdict, 'settled');
    assert.equal(pending, 'blocked=3');
    assert.match(html, /No picture/);
    assert.match(html, /Script/);
  });
}

test('style sheets can be blocked, and a page without anything of a type is complete', async () => {
  const styles = await rendered({ blockResources: ['style'] });
  assert.equal(asked.has('/shop.css'), false);
  assert.equal(asked.has('/lamp.svg'), true);
  assert.equal(styles.pending, 'blocked=1');
  const plain = await rendered({ blockResources: ['style'] }, '/plain');
  assert.equal(plain.verdict, 'complete');
  assert.equal(plain.pending, '');
});

test('a type that is not known is refused, and the known ones are named', async () => {
  const options = { blockResources: ['script'] } as unknown as RendererOptions;
  await assert.rejects(createRenderer(options), /blockResources.*"font"\|"image"\|"media"\|"style"/);
});
