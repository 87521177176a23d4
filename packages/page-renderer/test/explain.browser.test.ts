/** The explanations of `/explain.json`. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import type { Explanation } from '../dist/server/explain/explanation/explanation.js';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const TOKEN = 'the-token-of-the-administrator';
const HOSTILE = `"><img src=x onerror=alert(1)>\\u202e`;

let site: Site;
let renderer: Renderer;
let origin: string;

before(async () => {
  site = await startSite({
    '/plain': '<!doctype html><title>Plain</title><h1>Lamps for every room</h1>',
    '/restless': `<!doctype html><title>Restless</title><h1>Lamps</h1><script>
      setInterval(() => {}, 60_000);
      new EventSource('/events');
    </script>`,
    '/events': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
    },
    '/disagrees': (_, response) => {
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'X-Robots-Tag': 'noindex',
        'Content-Language': 'de',
        'Set-Cookie': 'session=of-the-renderer',
        'X-Backend': 'of-the-site',
        Link: ['<https://lamps.example/>; rel="canonical"', '</late.js>; rel=preload; as=script'],
      });
      response.end(`<!doctype html><title>Two words</title><meta name="robots" content="index, follow">
        <link rel="canonical" href="/disagrees">
        <meta name="render:header" content="Content-Language: it">
        <meta name="render:header" content="X-Accel-Redirect: /secret">
        <meta name="prerender-status-code" content="404"><meta name="render:status_code" content="200"><h1>Lamps</h1>`);
    },
    '/moved': (_, response) => response.writeHead(301, { Location: '/plain' }).end(),
    '/feed': (_, response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
    '/reaches-inside': `<!doctype html><title>Reaches</title><h1>Lamps</h1>
      <img src="http://127.0.0.2:65530/inside"><script>fetch('/missing.json'); fetch('/restricted/part').catch(() => {})</script>`,
    '/missing.json': (_, response) => response.writeHead(404).end(),
    '/hostile': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'X-Robots-Tag': 'noindex' });
      response.end(`<!doctype html><title>Hostile</title><link rel="canonical" href='javascript:alert("${HOSTILE}")'><h1>Lamps</h1>
      <script>
        for (const name of ['render:header', 'robots', 'render:tags']) {
          const meta = document.createElement('meta');
          meta.name = name;
          meta.content = 'X-Robots-Tag: ${HOSTILE}' + 'x'.repeat(5_000);
          document.head.append(meta);
        }
        fetch('/missing.json?' + encodeURIComponent('${HOSTILE}') + 'x'.repeat(5_000));
      </script>`);
    },
  });
  renderer = await createRenderer({
    browsers: 1,
    // By host name, so that the test can search for the resolved address.
    allowPrivateNetworks: ['localhost'],
    host: '127.0.0.1',
    port: 0,
    logLevel: 'silent',
    timeout: stretched(10_000),
    adminToken: TOKEN,
    maxRequests: 700,
    restrictedUrlPattern: '/restricted/',
    cache: 'memory',
    cacheConfig: { cacheDurationMinutes: 60, ignoredParameters: ['utm_*'] },
  });
  origin = (await renderer.listen()).url;
});
after(async () => {
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
});

const AT_ONCE = { concurrency: 3 };
const target = (path: string) => `http://localhost:${site.port}${path}`;
const asked = (path: string, query = '') => `?url=${encodeURIComponent(target(path))}${query}`;

async function explain(path: string, query = '', headers: Record<string, string> = {}): Promise<Explanation> {
  const response = await fetch(`${origin}/explain.json${asked(path, query)}`, { headers });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  return JSON.parse(text) as Explanation;
}

const ADMIN = { Authorization: `Bearer ${TOKEN}` };

describe('/explain.json', AT_ONCE, () => {
  test('describes the request, decisions, loads, measurements and response of a page', async () => {
    const told = await explain('/plain?b=2&utm_source=x&a=1', '&mobile=true');
    assert.equal(told.version, 1);
    assert.equal(told.conclusion.tone, 'success');
    assert.equal(told.conclusion.headline, 'Bots get the complete page.');
    assert.deepEqual(told.request, {
      url: target('/plain?b=2&utm_source=x&a=1'),
      target: target('/plain?b=2&a=1'),
      normalized: target('/plain?a=1&b=2'),
      ignoredParameters: ['utm_source'],
      dialect: 'rendertron',
      options: {
        mobile: true,
        timezoneId: null,
        acceptLanguage: null,
        shadow: 'flat',
        polyfill: null,
        frames: null,
        redirects: 'follow',
        userAgent: null,
        javascript: null,
        waitForSelector: null,
        width: null,
        height: null,
      },
    });
    assert.equal(told.verdict?.name, 'complete');
    assert.deepEqual(told.pending, []);
    assert.deepEqual(told.target.hops, [{ url: target('/plain?b=2&a=1'), status: 200 }]);
    assert.equal(told.target.classification, 'page');
    assert.equal(told.requests.types.find(({ type }) => type === 'Document')?.made, 1);
    assert.equal(told.budgets.find(({ name }) => name === 'requests')?.limit, 700);
    assert.equal(told.budgets.find(({ name }) => name === 'requests')?.used, told.requests.made);
    assert.ok(told.timings.steps && told.timings.total >= told.timings.steps.wait && told.timings.attempts === 1);
    assert.equal(told.page?.textLength, 'Lamps for every room'.length);
  });

  test('contains the response of /render, and neither reads nor writes the cache', async () => {
    const path = '/plain?answer';
    const before = await explain(path);
    assert.deepEqual(before.cache, { state: 'none', age: null, status: null, verdict: null, id: null });
    const [response, again] = [await render(path), await render(path)];
    assert.match(response.headers.get('cache-status') ?? '', /fwd=miss/, 'the explanation was not kept');
    assert.match(again.headers.get('cache-status') ?? '', /hit/);
    const { status, headers, keptFor } = before.answer;
    assert.equal(status, 200);
    assert.equal(keptFor, 3_600);
    const told = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
    for (const name of ['cache-control', 'content-type', 'etag', 'content-security-policy', 'x-render-verdict']) {
      assert.equal(told.get(name), response.headers.get(name), name);
    }
    const requests = site.requests.filter((one) => one === path).length;
    const after = await explain(path, '', ADMIN);
    assert.deepEqual(
      { ...after.cache, age: 0, id: '' },
      { state: 'fresh', age: 0, status: 200, verdict: 'complete', id: '' },
    );
    assert.match(after.cache?.id ?? '', /^[0-9a-f]{32}-[0-9a-f]{32}$/);
    assert.equal(site.requests.filter((one) => one === path).length, requests + 1, 'rendered though it was cached');
  });

  test('shows resolved addresses only to administrators', async () => {
    for (const path of ['/plain', '/reaches-inside', '/restricted/page']) {
      const open = JSON.stringify(await explain(path)).replaceAll('127.0.0.2', 'its own words');
      assert.doesNotMatch(open, /127\.0\.0\.|::1/, path);
    }
    const refused = await (await fetch(`${origin}/explain.json?url=http://ip6-localhost:65530/`)).text();
    assert.doesNotMatch(refused, /127\.0\.0\.|::1/);
    const told = await explain('/plain', '', ADMIN);
    assert.ok(told.rules.address?.addresses?.includes('127.0.0.1'));
    assert.ok(told.connections[0]?.addresses?.includes('127.0.0.1'));
    assert.equal(told.rules.address?.network, 'listed');
  });

  test('names the rule that refuses an address, and does not resolve it', async () => {
    const told = await explain('/restricted/page', '', ADMIN);
    assert.deepEqual(told.rules, {
      guard: 'local',
      renderOnly: 'not-set',
      restrictedUrlPattern: 'refused',
      address: null,
    });
    assert.equal(told.conclusion.headline, 'This address may not be rendered.');
    assert.equal(told.error?.code, 'restricted');
    assert.equal(told.answer.status, 403);
    assert.equal(told.answer.status, (await render('/restricted/page')).status);
    assert.deepEqual([told.target.classification, told.verdict, told.page], ['none', null, null]);
  });

  test('gives the reason why an internal address is refused', async () => {
    const response = await fetch(`${origin}/explain.json?url=${encodeURIComponent('http://127.0.0.2:65530/')}`);
    const told = (await response.json()) as Explanation;
    assert.equal(told.error?.code, 'refused-address');
    assert.equal(told.rules.address?.outcome, 'refused');
    assert.match(told.rules.address?.reason ?? '', /loopback address; list it in allowPrivateNetworks/);
  });

  test('lists what was still pending when a page was read', async () => {
    const told = await explain('/restless');
    assert.equal(told.verdict?.name, 'settled');
    const kinds = told.pending.map(({ kind, count }) => [kind, count]);
    assert.deepEqual(kinds, [
      ['interval', 1],
      ['event-source', 1],
    ]);
    assert.match(told.conclusion.sentence, /Still pending: 1 × interval, 1 × event source\./);
  });

  test('lists headers and meta tags that contradict each other, and why each header is passed on or dropped', async () => {
    const told = await explain('/disagrees');
    assert.equal(told.conclusion.headline, 'Search engines are told not to index this page.');
    assert.equal(told.conclusion.sentence, 'The header x-robots-tag of the server says “noindex”.');
    const subjects = told.disagreements.map(({ subject }) => subject);
    assert.deepEqual(subjects, ['robots', 'canonical', 'status', 'header']);
    assert.deepEqual(told.disagreements[0]?.says, [
      { place: 'header x-robots-tag of the server', value: 'noindex' },
      { place: '<meta name="robots">', value: 'index, follow' },
    ]);
    const outcomes = new Map(
      told.headers.map(({ name, value, from, reason }) => [`${name} ${value}`, `${from} ${reason}`]),
    );
    assert.equal(outcomes.get('x-robots-tag noindex'), 'server for-crawlers');
    assert.equal(outcomes.get('link </late.js>; rel=preload; as=script'), 'server fetches');
    assert.equal(outcomes.get('x-accel-redirect /secret'), 'meta not-listed');
    assert.equal(outcomes.get('x-backend null'), 'server not-listed');
    const passed = told.headers.filter(({ passed: is }) => is).map(({ name, value }) => `${name}: ${value}`);
    const sent = new Set(told.answer.headers.map(([name, value]) => `${name}: ${value}`));
    assert.deepEqual(
      passed.filter((line) => !sent.has(line)),
      [],
      'what is passed is in the answer',
    );
    const inside = await explain('/disagrees', '', ADMIN);
    assert.equal(inside.headers.find(({ name }) => name === 'x-backend')?.value, 'of-the-site');
    assert.doesNotMatch(JSON.stringify(inside), /of-the-renderer/, 'a cookie is nobody’s');
  });

  test('lists requests of a page that failed, and what refused them', async () => {
    const told = await explain('/reaches-inside');
    const problems = told.requests.problems.map(
      ({ url, kind, reason }) => `${URL.parse(url)?.pathname} ${kind}: ${reason}`,
    );
    assert.deepEqual(problems.toSorted(), [
      '/inside refused: 127.0.0.2 is a loopback address; list it in allowPrivateNetworks to render it',
      '/missing.json error-status: 404',
      '/restricted/part refused: The URL matches restrictedUrlPattern of the configuration',
    ]);
    assert.deepEqual(
      told.connections.map(({ port, outcome }) => `${port} ${outcome}`).toSorted(),
      [`${site.port} allowed`, '65530 refused'].toSorted(),
    );
    assert.match(told.conclusion.headline, /^The page was rendered, but 3 requests failed/);
  });

  test('classifies a response that is not a page, and a redirect', async () => {
    const feed = await explain('/feed');
    assert.equal(feed.target.classification, 'not-a-page');
    assert.equal(feed.target.contentType, 'application/json');
    assert.equal(feed.conclusion.headline, 'This address is not that of a page.');
    const through = await render('/feed');
    const headers = new Map(feed.answer.headers.map(([name, value]) => [name, value]));
    assert.deepEqual([feed.answer.status, feed.answer.keptFor], [through.status, 0]);
    for (const name of ['content-type', 'x-render-verdict', 'cache-control']) {
      assert.equal(headers.get(name), through.headers.get(name), name);
    }
    const moved = await explain('/moved');
    assert.deepEqual(
      moved.target.hops.map(({ status }) => status),
      [301, 200],
    );
    assert.equal(moved.answer.status, 301);
    assert.equal(moved.conclusion.headline, 'This address redirects: bots are answered 301 Moved Permanently.');
  });

  test('shortens long texts of a page', async () => {
    const text = JSON.stringify(await explain('/hostile'));
    assert.ok(text.length < 20_000, String(text.length));
    assert.doesNotMatch(text, /x{502}/);
  });

  test('refuses what is wrong with the request as the other endpoints do', async () => {
    for (const [query, code, status] of [
      ['', 'invalid-url', 400],
      ['?url=ftp://example.com/', 'unsupported-scheme', 403],
      ['?url=http://example.com/?a=1&b=2', 'invalid-parameter', 400],
      ['?url=http://example.com/&mobile=maybe', 'invalid-parameter', 400],
    ] as const) {
      const response = await fetch(`${origin}/explain.json${query}`);
      const problem = (await response.json()) as { code: string };
      assert.deepEqual([problem.code, response.status], [code, status], query);
    }
  });
});

test('an explanation needs the render token, and counts as a render for the limit', async () => {
  await using guarded = await createRenderer({
    browsers: 1,
    logLevel: 'silent',
    renderToken: 'the-token-for-renders',
    rendersPerMinute: 1,
    restrictedUrlPattern: '.',
  });
  const ask = (headers: Record<string, string> = {}) =>
    guarded.fetch(new Request('http://renderer.test/explain.json?url=http://site.test/', { headers }));
  const token = { 'X-Prerender-Token': 'the-token-for-renders' };
  const statuses = [await ask(), await ask(token), await ask(token)].map(({ status }) => status);
  assert.deepEqual(statuses, [401, 200, 429]);
});

async function render(path: string): Promise<Response> {
  return fetch(`${origin}/render/${encodeURIComponent(target(path))}`);
}
