/** A service that renders signed addresses. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer, signUrl } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { jpegSize } from '../support/jpeg.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const KEY = { id: 'k1', secret: 'a secret of at least 32 characters' };
const TOKEN = 'the-token-for-rendering';
const ADMIN = 'the-token-of-the-admin';
const TOMORROW = new Date(Date.now() + 86_400_000);

let site: Site;
let renderer: Renderer;
let service: string;

before(async () => {
  site = await startSite({ '/': '<h1>hello</h1>' });
  renderer = await createRenderer({
    browsers: 1,
    ...({ host: '127.0.0.1', port: 0, logLevel: 'silent' } satisfies RendererOptions),
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(10_000),
    cache: 'memory',
    signingKeys: [KEY],
    renderToken: TOKEN,
    adminToken: ADMIN,
  });
  service = (await renderer.listen()).url;
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const line = () => `/screenshot/${encodeURIComponent(`${site.url}/`)}?width=120&height=63`;
const sign = (text: string, expires = TOMORROW) => signUrl(service + text, { key: KEY, expires });

test('a signed address needs no token, and gets the same response and cache as a request with a token', async () => {
  const first = await fetch(sign(line()));
  assert.equal(first.status, 200);
  assert.deepEqual(jpegSize(Buffer.from(await first.arrayBuffer())), [120, 63]);
  for (const response of [
    await fetch(sign(line())),
    await fetch(sign(line(), new Date('2100-01-01'))),
    await fetch(service + line(), { headers: { authorization: `Bearer ${TOKEN}` } }),
    await fetch(sign(line()), { method: 'HEAD' }),
  ]) {
    assert.equal(response.status, 200);
    assert.match(response.headers.get('cache-status') ?? '', /; hit$/);
  }
  assert.match(await (await fetch(sign(`/${site.url}/`))).text(), /hello/);
});

test('one that was changed, has expired or comes with a body is refused, cached or not, and whatever token it has', async () => {
  assert.equal((await fetch(sign(line()))).status, 200);
  const expired = sign(line(), new Date(Date.now() - 1_000));
  const refused: Array<[url: string, init?: RequestInit]> = [
    [expired],
    [expired, { headers: { authorization: `Bearer ${TOKEN}` } }],
    [sign(line()).replace('width=120', 'width=121')],
    [`${sign(line())}&refreshCache=true`],
    [sign(line()).replace('k1.', 'k2.')],
    [sign(line()), { method: 'POST', body: '{"fullPage":true}' }],
  ];
  for (const [url, init] of refused) {
    const response = await fetch(url, init);
    const problem = (await response.json()) as { code: string; detail: string };
    assert.deepEqual([response.status, problem.code], [403, 'invalid-signature'], url);
    assert.match(problem.detail, /has expired or was changed.*Ask the person who gave it to you for a new one/);
    assert.ok(!problem.detail.includes('k1'));
  }
});

test('an unsigned address needs the token, and no signature allows administration', async () => {
  const unsigned = await fetch(service + line());
  assert.equal(unsigned.status, 401);
  const prefix = sign(line()).slice(service.length, -line().length);
  for (const where of ['/cache', '/invalidate/', `/invalidate/${encodeURIComponent(`${site.url}/`)}`, '/readyz', '/']) {
    assert.equal((await fetch(service + prefix + where)).status, 404, where);
  }
  assert.equal((await fetch(`${service}${prefix}/purge?tag=a`, { method: 'POST' })).status, 404);
});

test('with keys and no token, only signed addresses are rendered', async () => {
  const browser = { executablePath: '/bin/false', kind: 'chromium' } as const;
  await using other = await createRenderer({ browsers: 1, signingKeys: [KEY], logLevel: 'silent' }, { browser });
  for (const text of [line(), `/${site.url}/`, `/render?url=${site.url}`, `/inspect?url=${site.url}`]) {
    const response = await other.fetch(new Request(`http://renderer.test${text}`));
    assert.equal(response.status, 403, text);
    assert.match(await response.text(), /Only signed addresses are rendered here/);
  }
  assert.equal((await other.fetch(new Request('http://renderer.test/livez'))).status, 200);
  const signed = await other.fetch(new Request(sign(line())));
  // The request reached the check of the address, which this service does not allow.
  assert.equal(((await signed.json()) as { code: string }).code, 'refused-address');
});
