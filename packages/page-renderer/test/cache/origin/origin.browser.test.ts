/** What origins say about caching, for clients of a running service: over real connections, with real renders. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { CacheConfig, Listening, Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../../testing/load.ts';
import type { Site } from '../../support/site.ts';
import { startSite } from '../../support/site.ts';
import { eventually } from '../../support/processes.ts';
import { logged } from '../support/asking.ts';

const TOKEN = 'a-token-of-this-test';
const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-origin-'));
let site: Site;
let service: Service;

interface Service {
  renderer: Renderer;
  listening: Listening;
  lines: string[];
}

async function start(options: RendererOptions = {}, cacheConfig: Partial<CacheConfig> = {}): Promise<Service> {
  const { logger, lines } = logged();
  const renderer = await createRenderer(
    {
      browsers: 1,
      allowPrivateNetworks: ['127.0.0.1'],
      timeout: stretched(10_000),
      host: '127.0.0.1',
      port: 0,
      adminToken: TOKEN,
      cache: 'memory',
      ...options,
      cacheConfig,
    },
    { logger },
  );
  return { renderer, listening: await renderer.listen(), lines };
}

const addressOf = (pathname: string) => encodeURIComponent(site.url + pathname);
const ask = (pathname: string, init: RequestInit & { query?: string; from?: Service; endpoint?: string } = {}) => {
  const { query = '', from = service, endpoint = 'render', ...rest } = init;
  return fetch(`http://127.0.0.1:${from.listening.port}/${endpoint}/${addressOf(pathname)}${query}`, rest);
};
/** `hit`, `miss`, … with what follows. */
async function cacheStatus(...asked: Parameters<typeof ask>): Promise<string | undefined> {
  const response = await ask(...asked);
  await response.arrayBuffer();
  return response.headers.get('cache-status')?.replace('page-renderer; ', '');
}
const twice = async (...asked: Parameters<typeof ask>) => [await cacheStatus(...asked), await cacheStatus(...asked)];
async function explained(pathname: string, init: RequestInit = {}) {
  const url = `http://127.0.0.1:${service.listening.port}/explain.json?url=${addressOf(pathname)}`;
  return (await (await fetch(url, init)).json()) as {
    origin: { cacheable: boolean; says: Array<{ header: string; outcome: string }>; proposal: string | null };
    answer: { keptFor: number };
    request: { target: string; ignoredParameters: string[] };
  };
}
const visits = (pathname: string) => site.requests.filter((line) => line === pathname).length;

before(async () => {
  const html = { 'Content-Type': 'text/html' };
  let count = 0;
  site = await startSite({
    // The last part of the path says what the response says.
    '*': (request, response) => {
      const [pathname = ''] = (request.url ?? '').split('?', 1);
      const said = Object.fromEntries(new URLSearchParams(pathname.split('/').at(-1)));
      const language = request.headers['accept-language'] ?? 'none';
      const country = [request.headers['x-country'] ?? 'none'].flat().join();
      const words = `${(count += 1)} ${language} ${country}`;
      const send = () => response.writeHead(200, { ...html, ...said }).end(`<h1>Page</h1><p>${words}</p>`);
      if (pathname.startsWith('/slow/')) setTimeout(send, 400);
      else send();
    },
    '/moved': (_, response) => response.writeHead(302, { Location: '/to', 'Cache-Control': 'private' }).end(),
  });
  service = await start(
    {},
    {
      originRules: [
        { urlPattern: '/kept/', ignore: ['no-store', 'private', 'vary', 'no-vary-search'] },
        { urlPattern: '/keyed/', keyHeaders: ['Accept-Language', 'X-Country'] },
      ],
    },
  );
});
after(async () => {
  await service?.renderer.close();
  await site?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe('not kept', { concurrency: 3 }, () => {
  for (const [said, detail] of [
    ['Cache-Control=private', 'private'],
    ['Cache-Control=no-store', 'no-store'],
    ['Vary=Cookie', 'vary'],
    ['Vary=*', 'vary'],
    ['Vary=Accept-Language', 'vary'],
  ] as const) {
    test(`a page with ${said}; the response and /explain say so`, async () => {
      const expected = `fwd=miss; detail=${detail}`;
      assert.deepEqual(await twice(`/${said}`), [expected, expected]);
      const { origin, answer } = await explained(`/${said}`);
      assert.equal(answer.keptFor, 0);
      assert.equal(origin.cacheable, false);
      assert.deepEqual(
        origin.says.map(({ outcome }) => outcome),
        ['honoured'],
      );
      assert.ok(origin.proposal?.includes(detail === 'vary' && said.endsWith('Language') ? 'keyHeaders' : detail));
    });
  }
  test('a page behind a private redirect', async () => {
    assert.deepEqual(await twice('/moved'), ['fwd=miss; detail=private', 'fwd=miss; detail=private']);
  });
  test('a screenshot, and for HEAD', async () => {
    assert.equal(
      (await twice('/shot/Cache-Control=private', { endpoint: 'screenshot' }))[1],
      'fwd=miss; detail=private',
    );
    assert.equal((await twice('/head/Cache-Control=private', { method: 'HEAD' }))[1], 'fwd=miss; detail=private');
  });
  test('a page that clients request at the same time: each gets its own', async () => {
    const bodies = await Promise.all([1, 2, 3].map(async () => (await ask('/slow/Cache-Control=private')).text()));
    assert.equal(new Set(bodies).size, 3);
    assert.equal(visits('/slow/Cache-Control=private'), 3);
  });
});

test('the page of an inspection shows what to write', async () => {
  const url = `http://127.0.0.1:${service.listening.port}/inspect?tab=response&url=${addressOf('/Cache-Control=private')}`;
  const shown = await (await fetch(url)).text();
  assert.match(
    shown,
    /Cache-Control: private.*neither cached nor shared.*originRules.*&quot;ignore&quot;:\[&quot;private/s,
  );
});

test('the log says once that pages of a host are not kept, with what to write', () => {
  const told = service.lines.filter((line) => line.includes('originRules'));
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', /pages of this host are not cached/);
});

describe('kept', { concurrency: 3 }, () => {
  for (const said of [
    'Cache-Control=no-cache,max-age=0,must-revalidate',
    'Vary=User-Agent,Accept-Encoding,Origin',
    'Vary=RSC, Next-Router-State-Tree',
  ]) {
    test(`a page with ${said}`, async () => assert.equal((await twice(`/${said}`))[1], 'hit'));
  }
  test('a page with any of it, where a rule ignores it; /explain names the rule', async () => {
    const pathname = '/kept/Cache-Control=private,no-store&Vary=*';
    assert.equal((await twice(pathname))[1], 'hit');
    const { origin, answer } = await explained(pathname);
    assert.deepEqual([origin.cacheable, answer.keptFor], [true, 86_400]);
    assert.deepEqual([...new Set(origin.says.map(({ outcome }) => outcome))], ['ignored']);
  });
  test('a page that varies on the language, for each language of a request', async () => {
    const query = '?acceptLanguage=fr';
    assert.equal((await twice('/by-parameter/Vary=Accept-Language', { query }))[1], 'hit');
    const other = await cacheStatus('/by-parameter/Vary=Accept-Language', { query: '?acceptLanguage=de' });
    assert.equal(other, 'fwd=miss; stored');
  });
  test('a page that varies on headers, which a rule makes part of the key', async () => {
    const pathname = '/keyed/Vary=Accept-Language,X-Country';
    const from = (language: string, country?: string) =>
      ask(pathname, { headers: { 'Accept-Language': language, ...(country && { 'X-Country': country }) } });
    assert.match(await (await from('fr', 'CH')).text(), / fr CH</);
    assert.match(await (await from('de', 'CH')).text(), / de CH</);
    assert.match(await (await from('de')).text(), / de none</);
    const again = await from('fr', 'CH');
    assert.equal(again.headers.get('cache-status'), 'page-renderer; hit');
    assert.match(await again.text(), / fr CH</);
    const { origin } = await explained(pathname, { headers: { 'Accept-Language': 'fr' } });
    assert.deepEqual(
      origin.says.map(({ outcome }) => outcome),
      ['in-key', 'in-key'],
    );
    // A value that is not a list of languages is not sent on.
    assert.match(await (await from('fr;q=x', 'CH')).text(), / none CH</);
  });
});

describe('No-Vary-Search', () => {
  test('makes one result of all requests that differ in nothing else, rendered without what makes no difference', async () => {
    const pathname = `/${new URLSearchParams({ 'No-Vary-Search': 'params=("utm" "ref")' })}`;
    assert.equal(await cacheStatus(`${pathname}?id=1&utm=a`), 'fwd=miss; stored');
    assert.equal(await cacheStatus(`${pathname}?id=1&utm=b`), 'fwd=miss; stored');
    for (const query of ['?id=1&utm=c', '?ref=d&id=1', '?id=1', '?id=1&utm=a']) {
      assert.equal(await cacheStatus(pathname + query), 'hit', query);
    }
    assert.equal(visits(`${pathname}?id=1`), 1);
    assert.equal(visits(`${pathname}?id=1&utm=b`), 0);
    // The origin has not said so of another page.
    assert.equal(await cacheStatus(`${pathname}?id=2&utm=c`), 'fwd=miss; stored');
    assert.equal(visits(`${pathname}?id=2&utm=c`), 1);
    const { request } = await explained(`${pathname}?id=1&utm=x`);
    assert.deepEqual([request.target, request.ignoredParameters], [`${site.url}${pathname}?id=1`, ['utm']]);
  });
  test('does not keep a removal from removing the result, whichever of its addresses is named', async () => {
    const pathname = `/removed/${new URLSearchParams({ 'No-Vary-Search': 'params' })}`;
    for (const query of ['?a=1', '?a=2', '?a=3']) await cacheStatus(pathname + query);
    assert.equal(await cacheStatus(`${pathname}?a=4`), 'hit');
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const removed = await ask(`${pathname}?a=5`, { endpoint: 'invalidate', headers });
    assert.deepEqual(await removed.json(), { removed: 1 });
    assert.equal(await cacheStatus(`${pathname}?a=4`), 'fwd=miss; stored');
  });
  test('is ignored where a rule says so', async () => {
    const pathname = `/kept/${new URLSearchParams({ 'No-Vary-Search': 'params' })}`;
    for (const query of ['?a=1', '?a=2', '?a=3']) assert.equal(await cacheStatus(pathname + query), 'fwd=miss; stored');
  });
});

describe('after a restart', () => {
  test('with other rules, stored results that they do not allow are rendered again, and removed', async () => {
    const pathname = '/stored/Cache-Control=private';
    const originRules = [{ urlPattern: '^', ignore: ['private' as const] }];
    const keeping = await start({ cache: 'filesystem' }, { snapshotDir: folder, originRules });
    try {
      await cacheStatus(pathname, { from: keeping });
      await eventually(async () => (await cacheStatus(pathname, { from: keeping })) === 'hit', 'stored');
    } finally {
      await keeping.renderer.close();
    }
    const honouring = await start({ cache: 'filesystem' }, { snapshotDir: folder });
    try {
      assert.equal(await cacheStatus(pathname, { from: honouring }), 'fwd=miss; detail=private');
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const url = `http://127.0.0.1:${honouring.listening.port}/cache`;
      const { entries } = (await (await fetch(url, { headers })).json()) as { entries: number };
      assert.equal(entries, 0);
    } finally {
      await honouring.renderer.close();
    }
  });
  test('of a configuration of Rendertron, everything is kept, and the log warns of it', async () => {
    const options = { cache: undefined, memoryCache: true, analyticsTrackingId: 'UA-1' } as unknown as RendererOptions;
    const taken = await start(options);
    try {
      const pathname = '/taken/Cache-Control=private,no-store&Vary=Cookie';
      assert.equal((await twice(pathname, { from: taken }))[1], 'hit');
      assert.match(taken.lines.join(''), /whatever their origin says/);
    } finally {
      await taken.renderer.close();
    }
  });
});
