/** The limit of renders per minute and client. */
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, afterEach, before, test } from 'node:test';
import type { Renderer, RendererOptions, RendererParts } from 'page-renderer';
import { createRenderer, signUrl } from 'page-renderer';
import { pino } from 'pino';
import { stretched } from '../../../../testing/load.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const KEY = { id: 'k1', secret: 'a secret of at least 32 characters' };
const TOKEN = 'the-token-for-rendering';
const ADMIN = 'the-token-of-the-admin';
const PROXY = { 'x-forwarded-for': '198.51.100.1' };

let site: Site;
let renderer: Renderer;
let log: Array<Record<string, unknown>>;

before(async () => {
  site = await startSite({ '*': (_, response) => void response.end('<!doctype html><h1>hello</h1>') });
});
afterEach(() => renderer.close());
after(() => site[Symbol.asyncDispose]());

/** Its start fails; whether a render is allowed is decided before. */
const BROKEN = { executablePath: '/bin/false', kind: 'chromium' } as const;
const MADE = 503;

/** Uses a service that allows a client one render per minute. */
async function serve(options: RendererOptions, parts: RendererParts = {}) {
  log = [];
  const into = new Writable({
    write(line, _, done) {
      log.push(JSON.parse(String(line)) as Record<string, unknown>);
      done();
    },
  });
  const always = { host: '127.0.0.1', port: 0, allowPrivateNetworks: ['127.0.0.1'], timeout: stretched(10_000) };
  const limits = { rendersPerMinute: 1, adminToken: ADMIN };
  renderer = await createRenderer({ browsers: 1, ...always, ...limits, ...options }, { logger: pino(into), ...parts });
  const { url } = await renderer.listen();
  const ask = async (line: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + line, { headers });
    const { status } = response;
    return { status, headers: response.headers, body: await response.text() };
  };
  const statuses = async (...lines: string[]) => {
    const all: number[] = [];
    for (const line of lines) all.push((await ask(line)).status);
    return all;
  };
  return { ask, statuses };
}
const page = (name: string) => `/render/${encodeURIComponent(`${site.url}/${name}`)}`;

test('a client above its limit is answered 429 with Retry-After, still served from the cache, and counted', async () => {
  const { ask, statuses } = await serve({ cache: 'memory' });
  assert.deepEqual(
    await statuses(page('a'), page('a'), page('b'), page('a'), `${page('a')}?refreshCache=true`),
    [200, 200, 429, 200, 429],
  );
  const { status, headers, body } = await ask(page('c'));
  assert.equal(status, 429);
  const seconds = Number(headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
  const { code, detail } = JSON.parse(body) as { code: string; detail: string };
  assert.deepEqual(
    [code, detail],
    ['too-many-requests', 'This client has reached its limit of 1 renders per minute; cached pages are still served'],
  );
  assert.equal((await ask(`/?url=${site.url}/`)).status, 429);
  assert.equal((await ask(page('c'), PROXY)).status, 429, 'who says that it is somebody else');
  const said = log.filter(({ level, client }) => level === 40 && client !== undefined);
  assert.deepEqual([said.length, said[0]?.['client']], [1, 'an address']);
  assert.ok(!JSON.stringify(log).includes('127.0.0.1","rendersPerMinute'));
  const { body: metrics } = await ask('/metrics', { authorization: `Bearer ${ADMIN}` });
  assert.match(metrics, /^page_renderer_limited_total\{client="address"\} 5$/m);
  assert.match(metrics, /^page_renderer_errors_total\{code="too-many-requests"\} 5$/m);
  assert.match(
    metrics,
    /^page_renderer_renders_total\{kind="render",verdict="complete",status="2xx",bot="other"\} 1$/m,
  );
  assert.match(metrics, /^page_renderer_cache_answers_total\{source="hit"\} 2$/m);
  assert.match(metrics, /^page_renderer_cache_up 1$/m);
});

test('clients behind a trusted proxy have a limit each', async () => {
  const { ask } = await serve({ trustedProxies: ['127.0.0.0/8'] }, { browser: BROKEN });
  assert.equal((await ask(page('a'), PROXY)).status, MADE);
  assert.equal((await ask(page('b'), PROXY)).status, 429);
  assert.equal((await ask(page('b'), { 'x-forwarded-for': '198.51.100.2' })).status, MADE);
});

test('a token and a signing key have a limit each, from any address', async () => {
  const options = { renderToken: TOKEN, signingKeys: [KEY], trustedProxies: ['127.0.0.1'] };
  const { ask } = await serve(options, { browser: BROKEN });
  const signed = (name: string) => signUrl(page(name), { key: KEY, expires: new Date('2100-01-01') });
  const bearer = { authorization: `Bearer ${TOKEN}` };
  assert.equal((await ask(page('a'), bearer)).status, MADE);
  assert.equal((await ask(page('b'), { ...bearer, ...PROXY })).status, 429);
  assert.equal((await ask(signed('a'))).status, MADE);
  assert.equal((await ask(signed('b'), PROXY)).status, 429);
  assert.equal((await ask(page('b'))).status, 401, 'who has none is not counted, but refused');
});

test('a client above its limit gets a stale page, which is not renewed', async () => {
  const { ask } = await serve({
    cache: 'memory',
    // The result is stale as soon as the clock has advanced.
    cacheConfig: { cacheDurationMinutes: 1e-9, staleWhileRevalidateMinutes: 60 },
  });
  assert.equal((await ask(page('a'))).status, 200);
  const seen = site.requests.length;
  const stale = await ask(page('a'));
  assert.deepEqual([stale.status, stale.headers.get('cache-status')], [200, 'page-renderer; hit; detail=stale']);
  await renderer.close();
  assert.equal(site.requests.length, seen);
});
