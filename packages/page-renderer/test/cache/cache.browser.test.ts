/** The cache for clients of a running service: over real connections, with real renders. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Listening, Renderer, RendererOptions } from 'page-renderer';
import { createRenderer, loadConfig } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from '../support/processes.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const TOKEN = 'a-token-of-this-test';
const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-cache-'));
const tagged = (tags: string) => `<meta name="render:tags" content="${tags}">`;

let site: Site;
let renderer: Renderer;
let service: Listening;
/** Takes the whole time budget, while the other tests continue. */
let busy: Promise<Answer>;

const start = async (options: RendererOptions): Promise<[Renderer, Listening]> => {
  const started = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(5_000),
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    adminToken: TOKEN,
    ...options,
  });
  return [started, await started.listen()];
};

before(async () => {
  let count = 0;
  const counted = (text: string) => `<p>${text} ${(count += 1)}</p>${'<p>words</p>'.repeat(200)}`;
  const html = { 'Content-Type': 'text/html' };
  site = await startSite({
    '*': (_, response) => void response.writeHead(200, html).end(counted('page')),
    '/gone': (_, response) =>
      void response.writeHead(410, html).end('<meta name="render:header" content="X-Why: moved"><h1>gone</h1>'),
    '/moved': (_, response) => void response.writeHead(301, { Location: '/?from=moved' }).end(),
    '/busy': '<h1>here</h1><img src="/hang">',
    '/hang': () => {},
    '/slow': (_, response) => void setTimeout(() => response.writeHead(200, html).end(counted('slow')), 500),
    '/blog/1': (_, response) =>
      void response.writeHead(200, { ...html, 'Cache-Tag': 'Shop' }).end(`${tagged('blog, ann')}<p>1`),
    '/blog/2': `${tagged('blog')}<p>2`,
  });
  const { cacheConfig, ...options } = await rendertron('memory', path.join(folder, 'unused'));
  [renderer, service] = await start({ ...options, cacheConfig: { ...cacheConfig, ignoredParameters: ['utm_*'] } });
  busy = render('/busy');
});
after(async () => {
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request without anything that a high-level client adds or removes. */
function ask(target: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { port } = service;
  const { method = 'GET', headers = {}, body } = init;
  const sent = request({ port, host: '127.0.0.1', path: target, method, headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
    response.on('end', () => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
  });
  sent.on('error', reject).end(body);
  return Object.assign(promise, { abandon: () => void sent.destroy() });
}

const admin = { headers: { Authorization: `Bearer ${TOKEN}` } };
const render = (pathname: string, query = '') => ask(`/render/${encodeURIComponent(site.url + pathname)}${query}`);
const state = async () =>
  JSON.parse(String((await ask('/cache', admin)).body)) as {
    cache: string;
    state: string;
    entries: number;
    notStored: number;
    answers: Record<string, number>;
    failures: object;
  };
const isHit = ({ headers }: Answer) => headers['cache-status'] === 'page-renderer; hit';
const visits = (pathname: string) => site.requests.filter((line) => line === pathname).length;

describe('a second request', () => {
  test('is answered from the cache, with its age and since when', async () => {
    const first = await render('/first');
    assert.equal(first.headers['cache-status'], 'page-renderer; fwd=miss; stored');
    assert.equal(first.headers['x-rendertron-cached'], undefined);
    const second = await render('/first');
    assert.ok(isHit(second));
    assert.deepEqual(second.body, first.body);
    assert.match(second.headers['age'] ?? '', /^\d+$/);
    assert.ok(Math.abs(Date.parse(String(second.headers['x-rendertron-cached'])) - Date.now()) < 60_000);
    for (const name of ['content-type', 'content-security-policy', 'etag', 'x-render-verdict', 'x-renderer', 'vary']) {
      assert.ok(first.headers[name], name);
      assert.equal(second.headers[name], first.headers[name], name);
    }
    assert.equal(visits('/first'), 1);
  });
  test('may have another spelling, come through another host, or be HEAD', async () => {
    await render('/written?a=%7e&b=2');
    for (const target of [
      `/render/${site.url}/written?b=2&a=~`,
      `/render/${site.url.replace('//', '/')}/written?a=~&b=2&utm_source=x`,
      `/render/${encodeURIComponent(`${site.url}/written?&b=2&a=%7E`)}?refreshCache=false`,
      `/render/${encodeURIComponent(`${site.url}/written?b=2&a=~`)}?refreshCache`,
    ]) {
      assert.ok(isHit(await ask(target)), target);
    }
    const head = await ask(`/render/${site.url}/written?b=2&a=~`, { method: 'HEAD' });
    assert.deepEqual([head.status, head.body.byteLength, isHit(head)], [200, 0, true]);
    assert.ok(Number(head.headers['content-length']) > 500);
    const response = await renderer.fetch(new Request(`http://x.test/render/${site.url}/written?b=2&a=~`));
    assert.equal(response.headers.get('cache-status'), 'page-renderer; hit');
    assert.match(await response.text(), /<p>page \d+<\/p>/);
    assert.equal(site.requests.filter((line) => line.startsWith('/written')).length, 1);
  });
  test('may get a compressed body, or none if the client has it', async () => {
    const plain = await render('/first');
    const target = `/render/${site.url}/first`;
    const zipped = await ask(target, { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(zipped.body), plain.body);
    const known = await ask(target, { headers: { 'if-none-match': String(plain.headers['etag']) } });
    assert.deepEqual([known.status, known.body.byteLength], [304, 0]);
  });
  test('in Prerender’s dialect has a result of its own, which the page may make otherwise', async () => {
    const target = `/${site.url}/first`;
    assert.ok(!isHit(await ask(target)));
    assert.ok(isHit(await ask(target)));
    assert.ok(isHit(await ask(`/render?url=${encodeURIComponent(`${site.url}/first`)}`)));
  });
  test('for a missing page or a redirect has the same status, headers and address', async () => {
    for (const round of [1, 2]) {
      const [gone, moved] = await Promise.all([render('/gone'), ask(`/${site.url}/moved`)]);
      assert.deepEqual([gone.status, gone.headers['x-why'], isHit(gone)], [410, 'moved', round === 2]);
      assert.deepEqual(
        [moved.status, moved.headers['location'], moved.body.byteLength, isHit(moved)],
        [301, `${site.url}/?from=moved`, 0, round === 2],
      );
    }
  });
  test('for a page that exceeded its time budget is not served from the cache', async () => {
    const { status, headers } = await busy;
    assert.deepEqual([status, headers['x-render-verdict'], headers['cache-control']], [200, 'budget', 'no-store']);
    assert.deepEqual([headers['cache-status'], headers['etag']], ['page-renderer; fwd=miss', undefined]);
    assert.equal((await state()).notStored, 1);
  });
});

test('only-if-cached is answered 504 without a cached result, and renders nothing', async () => {
  const cachedOnly = { headers: { 'cache-control': 'only-if-cached' } };
  const before = site.requests.length;
  assert.ok(isHit(await ask(`/render/${site.url}/first`, cachedOnly)));
  assert.ok(isHit(await ask(`/render/${site.url}/first?refreshCache=true`, cachedOnly)));
  const refused = await ask(`/render/${site.url}/uncached`, cachedOnly);
  assert.deepEqual(
    [refused.status, (JSON.parse(refused.body.toString()) as { code: string }).code],
    [504, 'not-cached'],
  );
  assert.equal(site.requests.length, before);
});

test('only refreshCache=true replaces a result', async () => {
  const first = await render('/refreshed');
  const refreshed = await render('/refreshed', '?refreshCache=true');
  assert.equal(refreshed.headers['cache-status'], 'page-renderer; fwd=request; stored');
  assert.notDeepEqual(refreshed.body, first.body);
  await eventually(async () => isHit(await render('/refreshed')), 'kept');
  assert.deepEqual((await render('/refreshed')).body, refreshed.body);
  assert.equal((await render('/refreshed', '?refreshCache=1')).status, 400);
});

test('many requests share one render, even if the first one is closed', async () => {
  const leader = render('/slow');
  leader.catch(() => {});
  await eventually(() => visits('/slow') === 1, 'the render begins');
  const target = `/render/${encodeURIComponent(`${site.url}/slow`)}`;
  const others = Array.from({ length: 10 }, () => ask(target));
  const head = ask(target, { method: 'HEAD' });
  // When these have their responses, the others have been received.
  for (let round = 0; round < 3; round++) await ask('/livez');
  leader.abandon();
  const answers = await Promise.all(others);
  assert.equal(new Set(answers.map(({ status, body }) => `${status} ${body.toString()}`)).size, 1);
  const { headers, body } = await head;
  assert.deepEqual([headers['etag'], body.byteLength], [answers[0]?.headers['etag'], 0]);
  assert.equal(visits('/slow'), 1);
});

test('a removal deletes every variant of a page in any spelling of its address, and no other page', async () => {
  const url = `${site.url}/variants/`;
  const requests = [
    () => ask(`/render/${url}`),
    () => ask(`/render/${url.slice(0, -1)}`),
    () => ask(`/render/${encodeURIComponent(url)}?mobile`),
    () => ask(`/render/${url}?timezoneId=Asia/Tokyo`),
    () => ask(`/render/${url}?dom=shady`),
    () => ask(`/${url}`),
    () => ask(`/screenshot/${url}?width=200&height=100`),
    () => ask(`/screenshot/${url}?width=200&height=100`, { method: 'POST', body: '{"quality":10}' }),
    () => ask(`/screenshot/${url}?width=200&height=100`, { method: 'POST', body: '{"quality":20}' }),
  ];
  const others = () => [render('/variants-not'), render('/variants/deeper')];
  await Promise.all([...requests.map((ask) => ask()), ...others()]);
  const hits = async () => (await Promise.all(requests.map((ask) => ask()))).filter(isHit).length;
  assert.equal(await hits(), requests.length);
  const picture = await (requests[6] ?? assert.fail())();
  assert.deepEqual([picture.headers['content-type'], picture.headers['vary']], ['image/jpeg', 'Accept-Encoding']);
  assert.equal(picture.body.readUInt16BE(0), 0xffd8);

  const target = `/invalidate/${encodeURIComponent(url.slice(0, -1)).toLowerCase()}`;
  assert.equal((await ask(target)).status, 401);
  const removed = await ask(target, admin);
  assert.deepEqual([removed.status, JSON.parse(String(removed.body))], [200, { removed: requests.length }]);
  assert.ok((await Promise.all(others())).every(isHit));
  assert.ok(!isHit(await (requests[0] ?? assert.fail())()));
});

test('results are removed by tag and by prefix, and a dry run lists them', async () => {
  await Promise.all([render('/blog/1'), render('/blog/2'), ask(`/screenshot/${site.url}/blog/2`)]);
  const purge = async (query: string) => {
    const { status, body } = await ask(`/purge?${query}`, { ...admin, method: 'POST' });
    return {
      status,
      ...(JSON.parse(String(body)) as { matched: number; removed: number; urls: string[]; detail: string }),
    };
  };
  const preview = await purge('tag=BLOG&dryRun=true');
  assert.deepEqual([preview.status, preview.matched, preview.removed], [200, 3, 0]);
  assert.deepEqual(preview.urls.toSorted(), [`${site.url}/blog/1`, `${site.url}/blog/2`]);
  const shop = await purge('tag=shop');
  assert.deepEqual([shop.removed, shop.urls], [1, [`${site.url}/blog/1`]]);
  assert.deepEqual([(await purge('tag=ann')).removed, (await purge(`prefix=${site.url}/blog/`)).removed], [0, 2]);
  assert.ok(!isHit(await render('/blog/2')));
  for (const query of ['', 'tag=', 'tag=a,b', 'prefix=/blog', 'prefix=ftp://a.test/', 'tag=a&dryRun=yes', 'tga=a']) {
    assert.equal((await purge(query)).status, 400, query);
  }
  assert.equal((await ask('/purge?tag=blog', { method: 'POST' })).status, 401);
  assert.equal((await ask('/purge?tag=blog', admin)).status, 405);
});

test('the purge command of the guide removes the results it names', async () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, header = '', value = '', target = ''] =
    /^curl -X POST -H "([^:]+): ([^"]+)" "\$RENDERER(\/purge[^"]+)"$/m.exec(guide) ?? assert.fail('no such line');
  await render('/blog/1');
  const headers = { [header]: value.replace('$ADMIN_TOKEN', TOKEN) };
  const own = target.replace('https://example.com', site.url).replace('post:17', 'none');
  const { status, body } = await ask(own, { method: 'POST', headers });
  assert.deepEqual([status, (JSON.parse(body.toString()) as { removed: number }).removed >= 1], [200, true]);
  assert.ok(!isHit(await render('/blog/1')));
});

test('administrators can read the state of the cache', async () => {
  assert.equal((await ask('/cache')).status, 401);
  const told = await state();
  assert.deepEqual([told.cache, told.state], ['memory', 'ok']);
  assert.ok(told.entries > 0 && (told.answers['hit'] ?? 0) > 5, JSON.stringify(told));
  assert.deepEqual(told.failures, { get: 0, put: 0, remove: 0, lease: 0, garbage: 0 });
});

/** Runs a function with another service. */
async function withService(options: RendererOptions, use: () => Promise<void>): Promise<void> {
  const memory = service;
  const [started, listening] = await start(options);
  service = listening;
  try {
    await use();
  } finally {
    service = memory;
    await started.close();
  }
}

/** The configuration that results from a config.json of Rendertron, without the address to listen on. */
async function rendertron(cache: 'memory' | 'filesystem', snapshotDir: string): Promise<RendererOptions> {
  const directory = mkdtempSync(path.join(folder, 'rendertron-'));
  const cacheConfig = { cacheDurationMinutes: 7200, cacheMaxEntries: 1000, snapshotDir };
  const options = { cache, cacheConfig, timeout: 5_000, port: 3000, width: 800, closeBrowser: false, reqHeaders: {} };
  writeFileSync(path.join(directory, 'config.json'), JSON.stringify(options));
  const { port: _, host: __, adminToken: ___, ...config } = await loadConfig({ directory, env: {} });
  return {
    ...config,
    timeout: stretched(5_000),
    cacheConfig: { ...config.cacheConfig, storeTimeout: stretched(1_000) },
    allowPrivateNetworks: ['127.0.0.1'],
    pageHeaders: ['X-Why'],
    logLevel: 'silent',
  };
}

test('a config.json of Rendertron with the filesystem cache works as it is', async () => {
  const snapshotDir = path.join(folder, 'of-filesystem');
  await withService(await rendertron('filesystem', snapshotDir), async () => {
    const first = await render('/rendertron');
    // External stores are written to after the response.
    await eventually(async () => isHit(await render('/rendertron')), 'kept');
    assert.deepEqual((await render('/rendertron')).body, first.body);
    const target = `${site.url}/rendertron`;
    assert.deepEqual(JSON.parse(String((await ask(`/invalidate/${target}`, admin)).body)), { removed: 1 });
    const again = await ask(`/render/${target}`, { headers: { 'cache-control': 'only-if-cached' } });
    assert.equal(again.status, 504);
    const told = await state();
    assert.deepEqual([told.cache, told.state], ['filesystem', 'ok']);
    assert.deepEqual(told.failures, { get: 0, put: 0, remove: 0, lease: 0, garbage: 0 });
  });
  assert.ok(existsSync(snapshotDir));
});

test('a filesystem cache survives a restart, and a changed configuration applies', async () => {
  const options = { cache: 'filesystem', snapshotDir: folder } as const;
  await withService(options, async () => void (await render('/kept')));
  await withService(options, async () => {
    assert.ok(isHit(await render('/kept')));
    assert.equal(visits('/kept'), 1);
  });
  for (const rule of [
    { restrictedUrlPattern: 'kept' },
    { renderOnly: ['https://example.com/'] },
    { allowPrivateNetworks: [] },
  ]) {
    await withService({ ...options, ...rule }, async () => assert.equal((await render('/kept')).status, 403));
  }
});
