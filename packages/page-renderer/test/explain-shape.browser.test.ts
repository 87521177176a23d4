/** The keys of `/explain.json`, its counts, and explanations of renders in Prerender's dialect. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { z } from 'zod';
import { stretched } from '../../../testing/load.ts';
import type { Explanation } from '../dist/server/explain/explanation/explanation.js';
import { explanationSchema } from './support/explanation-schema.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const TOKEN = 'the-token-of-the-administrator';
const ADMIN = { authorization: `Bearer ${TOKEN}` };

let site: Site;
let renderer: Renderer;

before(async () => {
  site = await startSite({
    '/all': (_, response) => {
      const headers = { 'Content-Type': 'text/html', 'Retry-After': '9', 'X-Robots-Tag': 'noindex', 'X-Own': 'a' };
      response.writeHead(200, headers).end(`<meta name="robots" content="index"><link rel="canonical" href="/elsewhere">
        <meta name="render:header" content="Retry-After: 60"><meta http-equiv="refresh" content="600; url=/elsewhere">
        <h1>everything</h1><img src="/missing.png"><script>
          setInterval(() => {}, 60_000);
          new WebSocket('ws://' + location.host + '/no-socket');
          new WebSocket('ws://127.0.0.2:65530/inside');
        </script>`);
    },
    '/missing.png': (_, response) => response.writeHead(404).end(),
    '/no-socket': (_, response) => response.end(),
    '/agent': '<p id="p"></p><script>p.textContent = navigator.userAgent + " " + innerWidth + location.hash</script>',
    '/moved': (_, response) => response.writeHead(301, { Location: '/agent' }).end(),
  });
  renderer = await createRenderer({
    // By host name, so that the request does not contain the resolved address.
    allowPrivateNetworks: ['localhost'],
    adminToken: TOKEN,
    cache: 'memory',
    browsers: 1,
    timeout: stretched(10_000),
    logLevel: 'silent',
  });
});
after(async () => {
  await renderer?.close();
  await site?.[Symbol.asyncDispose]();
});

const target = (path: string) => `http://localhost:${site.port}${path}`;
const ask = (path: string, headers: Record<string, string> = {}) =>
  renderer.fetch(new Request(`http://renderer.test${path}`, { headers }));

async function explain(url: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const response = await ask(`/explain.json?${new URLSearchParams({ url, ...more }).toString()}`, headers);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text) as Explanation;
}

test('an explanation has exactly the documented keys with their types; addresses are for administrators', async () => {
  const open = explanationSchema(z.null(), z.null());
  const admin = explanationSchema(z.array(z.ipv4().or(z.ipv6())), z.string().min(32));
  const all = await explain(target('/all'));
  open.parse(all);
  for (const list of ['connections', 'pending', 'headers', 'disagreements', 'budgets'] as const) {
    assert.ok(all[list].length > 0, list);
  }
  assert.ok(all.requests.problems.length > 0 && all.page?.refresh && all.page.robots.length > 0 && all.verdict);
  assert.ok(!JSON.stringify(all).replaceAll('127.0.0.2', 'its own words').includes('127.0.0.'));
  const told = await explain(target('/all'), {}, ADMIN);
  admin.parse(told);
  assert.ok(told.connections.some(({ addresses }) => addresses?.includes('127.0.0.1')));
  for (const url of ['http://10.0.0.1/', 'http://nowhere.invalid/']) open.parse(await explain(url));
});

test('WebSockets are counted as requests, with what became of them', async () => {
  const { requests, budgets } = await explain(target('/all'));
  assert.deepEqual(
    requests.types.find(({ type }) => type === 'WebSocket'),
    { type: 'WebSocket', made: 2, refused: 1, failed: 1, errorStatus: 0 },
  );
  const problems = requests.problems
    .filter(({ type }) => type === 'WebSocket')
    .map(({ url, kind }) => `${kind} ${url}`);
  assert.deepEqual(problems.toSorted(), [
    `failed ws://localhost:${site.port}/no-socket`,
    'refused ws://127.0.0.2:65530/inside',
  ]);
  assert.equal(budgets.find(({ name }) => name === 'requests')?.used, requests.made);
});

test('with parameters of Prerender, the render of that dialect is explained', async () => {
  const agent = 'Mozilla/5.0 (compatible; ShopCheck/1.0)';
  const given = { userAgent: agent, javascript: 'window.prerenderData = document.body.innerText', width: '700' };
  const url = target('/agent?_escaped_fragment_=/guide');
  const told = await explain(url, given, ADMIN);
  const answer = await ask(`/render?${new URLSearchParams({ url, ...given }).toString()}`, ADMIN);
  assert.equal(told.request.dialect, 'prerender');
  assert.equal(told.request.target, target('/agent#!/guide'));
  const { userAgent, javascript, width, redirects } = told.request.options;
  assert.deepEqual([userAgent, javascript, width, redirects], [agent, given.javascript, 700, 'report']);
  assert.deepEqual(
    [told.answer.status, new Headers(told.answer.headers).get('content-type')],
    [200, 'application/json'],
  );
  const { prerenderData } = (await answer.json()) as { prerenderData: string };
  assert.equal(prerenderData.trim(), `${agent} 700#!/guide`);
  assert.deepEqual((await explain(url, given, ADMIN)).cache?.state, 'fresh', 'its key is that of the render');

  const moved = await explain(target('/moved'), { followRedirects: 'true' });
  assert.deepEqual([moved.request.options.redirects, moved.answer.status], ['final', 200]);
  assert.equal((await explain(target('/moved'), { followRedirects: 'false' })).answer.status, 301);
});

test('parameters that Prerender’s dialect refuses, and a mixture of both dialects, are refused', async () => {
  const url = encodeURIComponent(target('/agent'));
  for (const [query, status, detail] of [
    ['javascript=1', 401, /^javascript: a script has/],
    ['width=0', 400, /^width: /],
    ['renderType=pdf', 400, /^renderType: only "html" can be explained/],
    ['userAgent=a&mobile=true', 400, /^mobile is .* userAgent one of \/render\?url=/],
    ['other=1', 400, /^other: unknown parameter/],
  ] as const) {
    const response = await ask(`/explain.json?url=${url}&${query}`);
    assert.equal(response.status, status, query);
    assert.match(((await response.json()) as { detail: string }).detail, detail);
  }
});
