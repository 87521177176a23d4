/** What a running service tells about itself: metrics, log and Server-Timing. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import type { Listening, Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { pino } from 'pino';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from '../support/processes.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { alerts, panelExpressions, selectorsOf } from './support/deployed.ts';
import type { Exposition } from './support/exposition.ts';
import { readExposition } from './support/exposition.ts';
import { promtool, withoutPromtool } from './support/promtool.ts';

const ADMIN = { authorization: 'Bearer the-token-of-the-admin' };
const GOOGLE = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
const SECRET = 'secret-of-a-visitor';
const FILE = Buffer.alloc(300_000, 'x');

let site: Site;
let renderer: Renderer;
let service: Listening;
let browser: Browser;
const log: Array<Record<string, unknown>> = [];
let release = () => {};
/** Bytes of all bodies of pages that were received. */
let received = 0;

const into = new Writable({
  write(line, _, done) {
    log.push(JSON.parse(String(line)) as Record<string, unknown>);
    done();
  },
});

before(async () => {
  const held = new Promise<void>((resolve) => (release = resolve));
  const html = (text: string) => `<!doctype html><title>t</title><h1>${text}</h1>`;
  site = await startSite({
    '/': `${html('hello')}<script>fetch('/data')</script>`,
    '/data': 'data',
    '/gone': (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end(html('gone')),
    '/file.bin': (_, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': FILE.length })
        .end(FILE),
    '/many': `${html('many')}<script>onload = async () => { for (let i = 0; i < 30; i++) await fetch('/data?' + i) }</script>`,
    '/reach': `${html('reach')}<script>fetch('http://10.0.0.1/').catch(() => {})</script>`,
    '/held': (_, response) => void held.then(() => response.setHeader('content-type', 'text/html').end(html('held'))),
  });
  const options = {
    host: '127.0.0.1',
    port: 0,
    browsers: 1,
    concurrency: 2,
    maxRequests: 10,
    recycleAfterRenders: 6,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    adminToken: 'the-token-of-the-admin',
    timeout: stretched(10_000),
    serverTiming: true,
  } as const;
  renderer = await createRenderer(options, { logger: pino(into) });
  service = await renderer.listen();
  browser = await launchBrowser();
});
after(async () => {
  release();
  await browser.close();
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const addressOf = (path: string, endpoint = 'render') =>
  `${service.url}/${endpoint}/${encodeURIComponent(site.url + path)}`;

async function ask(path: string, headers: Record<string, string> = GOOGLE, endpoint = 'render') {
  const response = await fetch(addressOf(path, endpoint), { headers });
  const length = (await response.arrayBuffer()).byteLength;
  if (response.status < 400 || path === '/gone') received += length;
  return { status: response.status, headers: response.headers, length };
}

async function metrics(): Promise<Exposition & { text: string }> {
  const response = await fetch(`${service.url}/metrics`, { headers: ADMIN });
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  return { ...readExposition(text), text };
}

const lineOf = (requestId: string) => log.find((line) => line['requestId'] === requestId);

describe('the metrics', () => {
  let read: Awaited<ReturnType<typeof metrics>>;

  before(async () => {
    const identity = { ...GOOGLE, 'accept-encoding': 'identity' };
    for (const path of [`/?token=${SECRET}`, `/?token=${SECRET}`, '/gone', '/gone', '/file.bin', '/many', '/reach']) {
      await ask(path, identity);
    }
    await ask('/', { ...identity, 'x-render-bot': 'GPTBot' }, 'screenshot');
    await fetch(`${service.url}/render/http://10.0.0.1/`);
    await fetch(`${service.url}/livez`);
    read = await metrics();
  });

  test('are for administrators', async () => {
    assert.equal((await fetch(`${service.url}/metrics`)).status, 401);
  });

  test('count requests by bot, source and status, and only those for pages', () => {
    const requests = (labels: Record<string, string>) => read.sum('page_renderer_requests_total', labels);
    assert.equal(requests({}), 9);
    assert.equal(requests({ bot: 'search', cache: 'hit', status: '2xx' }), 1);
    assert.equal(requests({ cache: 'negative', status: '4xx' }), 1);
    assert.equal(requests({ bot: 'ai-training', cache: 'miss' }), 1);
    assert.equal(requests({ bot: 'other', cache: 'none', status: '4xx' }), 1);
    assert.equal(read.sum('page_renderer_request_duration_seconds_count'), 9);
    assert.equal(read.sum('page_renderer_request_duration_seconds_bucket', { le: '+Inf' }), 9);
  });

  test('count renders by verdict, their limits, and what was refused', () => {
    const { samples, sum } = read;
    const renders = samples.filter(({ name }) => name === 'page_renderer_renders_total');
    assert.deepEqual(
      renders
        .map(({ labels: { kind, verdict, status, bot }, value }) => `${kind} ${verdict} ${status} ${bot} ${value}`)
        .toSorted(),
      [
        'render complete 2xx search 2',
        'render complete 4xx search 1',
        'render over-requests 2xx search 1',
        'render passed-through 2xx search 1',
        'screenshot complete 2xx ai-training 1',
      ],
    );
    const exceeded = samples.filter(({ name, value }) => name === 'page_renderer_budgets_exceeded_total' && value > 0);
    assert.deepEqual(
      exceeded.map(({ labels, value }) => [labels['budget'], value]),
      [['requests', 1]],
    );
    assert.equal(sum('page_renderer_refusals_total', { reason: 'refused-address' }), 1);
    assert.ok(sum('page_renderer_refusals_total', { reason: 'page-connection' }) >= 1);
    assert.equal(sum('page_renderer_errors_total'), 1);
  });

  test('measure each step of a render', () => {
    const count = (stage: string) => read.sum('page_renderer_stage_duration_seconds_count', { stage });
    for (const stage of ['queue', 'open', 'navigate', 'wait']) assert.ok(count(stage) >= 6, stage);
    assert.deepEqual([count('picture'), count('print'), count('record')], [1, 0, 0]);
    assert.ok(count('serialize') >= 4);
    assert.equal(count('lookup'), 9);
    assert.ok(read.sum('page_renderer_stage_duration_seconds_sum', { stage: 'navigate' }) > 0);
  });

  test('count the bytes that were transferred', () => {
    const { sum } = read;
    assert.equal(sum('page_renderer_bytes_total', { direction: 'to-clients' }), received);
    assert.ok(sum('page_renderer_bytes_total', { direction: 'from-sites' }) >= FILE.length);
    assert.ok(sum('page_renderer_bytes_total', { direction: 'to-sites' }) > 1_000);
  });

  test('tell of browsers and of the process', async () => {
    assert.equal(read.sum('page_renderer_renders_limit'), 2);
    assert.equal(read.sum('page_renderer_workers'), 0);
    assert.equal(read.sum('page_renderer_cache_up'), 1);
    assert.equal(read.sum('page_renderer_ready'), 1);
    assert.ok(read.sum('process_resident_memory_bytes') > 1_000_000);
    assert.ok(read.types.has('nodejs_eventloop_lag_seconds'));
    await eventually(
      async () => (await metrics()).sum('page_renderer_browser_replacements_total', { reason: 'age' }) > 0,
      'the browser is replaced after six renders',
    );
    await eventually(
      async () => (await metrics()).sum('page_renderer_browsers', { state: 'running' }) === 1,
      'one runs',
    );
    await eventually(
      async () => (await metrics()).sum('page_renderer_browsers', { state: 'spare' }) === 1,
      'and one waits to replace it',
    );
  });

  test('contain neither addresses nor what clients send', () => {
    for (const text of [SECRET, new URL(site.url).host, 'Googlebot', '10.0.0.1', '/gone']) {
      assert.ok(!read.text.includes(text), text);
    }
  });

  test('include all that the dashboard and the alerts read', () => {
    const known = new Set([...read.samples.map(({ name }) => name), 'up']);
    const used = [...panelExpressions(), ...alerts.map(({ expr }) => expr)]
      .flatMap(selectorsOf)
      .map(({ name }) => name);
    assert.ok(used.length > 30);
    assert.deepEqual(
      used.filter((name) => !known.has(name)),
      [],
    );
  });

  test('are such as Prometheus recommends', { skip: withoutPromtool }, () => {
    const { output } = promtool(['check', 'metrics'], read.text);
    const said = output.split('\n').filter((line) => line !== '');
    // Names of prom-client, and an age that is as exact as the dates of releases.
    const known = /^nodejs_active_\w+_total |^page_renderer_browser_age_days use base unit/;
    assert.deepEqual(
      said.filter((line) => !known.test(line)),
      [],
    );
  });

  test('tell how many renders wait', async () => {
    const asked = ['/held?1', '/held?2', '/?a'].map((path) => ask(path));
    await eventually(async () => (await metrics()).sum('page_renderer_queue_length') === 1, 'a render waits');
    const { sum } = await metrics();
    assert.deepEqual([sum('page_renderer_renders_running'), sum('page_renderer_queue_limit')], [2, 100]);
    release();
    for (const { status } of await Promise.all(asked)) assert.equal(status, 200);
    const later = await metrics();
    assert.equal(later.sum('page_renderer_queue_length'), 0);
    const waited = later.sum('page_renderer_queue_wait_seconds_sum') - read.sum('page_renderer_queue_wait_seconds_sum');
    assert.ok(waited > 0, String(waited));
    assert.equal(
      later.sum('page_renderer_queue_wait_seconds_count'),
      read.sum('page_renderer_queue_wait_seconds_count') + 3,
    );
  });
});

describe('the log', () => {
  test('has one line for each request, with what was asked, by whom, and what it took', async () => {
    const id = `edge:${randomUUID()}`;
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { ...GOOGLE, 'x-request-id': id, traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    const target = `/logged?token=${SECRET}#part`;
    const { headers: answered, length } = await ask(target, headers);
    assert.equal(answered.get('x-request-id'), id);
    const { time, pid, hostname, level, queueMs, renderMs, ms, ...line } = lineOf(id) ?? {};
    assert.deepEqual(line, {
      requestId: id,
      traceId: trace,
      method: 'GET',
      target: `${site.url}/logged`,
      bot: 'Googlebot',
      status: 404,
      verdict: 'complete',
      endpoint: '/render',
      cache: 'fwd=miss; stored',
      bytes: length,
      msg: 'request',
    });
    for (const number of [time, pid, level, queueMs, renderMs, ms]) assert.ok(Number.isInteger(number), String(number));
    assert.equal(typeof hostname, 'string');
    assert.equal(log.filter((one) => one['requestId'] === id).length, 1);
    await ask(target, { ...headers, 'x-request-id': `${id}:again` });
    const hit = lineOf(`${id}:again`);
    assert.deepEqual([hit?.['cache'], hit?.['bytes'], hit?.['renderMs']], ['hit', length, undefined]);
  });

  test('has all bytes of what is passed through', async () => {
    await ask('/file.bin', { ...GOOGLE, 'x-request-id': 'a-file' });
    await eventually(() => lineOf('a-file') !== undefined, 'the line at the end of the file');
    assert.deepEqual([lineOf('a-file')?.['bytes'], lineOf('a-file')?.['verdict']], [FILE.length, 'passed-through']);
  });

  test('does not repeat a request id that could be mistaken for something else', async () => {
    for (const id of ['two words', 'x'.repeat(129), '"quoted"', '../up']) {
      const given = (await ask('/', { 'x-request-id': id })).headers.get('x-request-id') ?? '';
      assert.match(given, /^[0-9a-f-]{36}$/);
      assert.equal(lineOf(given)?.['status'], 200);
    }
  });

  test('contains no query and no credentials of targets', async () => {
    const { host } = new URL(site.url);
    await fetch(`${service.url}/render/${encodeURIComponent(`http://user:${SECRET}@${host}/?q=${SECRET}`)}`);
    await fetch(`${service.url}/http://user:${SECRET}@${host}/`);
    // A6: the second response is that of the cache.
    const target = encodeURIComponent(`${site.url}/`);
    for (const _ of [1, 2]) await fetch(`${service.url}/render?userAgent=${SECRET}&url=${target}`);
    assert.ok(log.length > 20);
    assert.ok(!JSON.stringify(log).includes(SECRET));
  });
});

describe('Server-Timing', () => {
  test('is what a browser shows as the steps of the response', async () => {
    const page = await browser.newPage();
    await page.goto(addressOf('/?seen'));
    const steps = await page.evaluate(() =>
      (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).flatMap(({ serverTiming }) =>
        serverTiming.map(({ name, duration, description }) => ({ name, duration, description })),
      ),
    );
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['cache', 'lookup', 'queue', 'open', 'navigate', 'wait', 'serialize', 'total'],
    );
    assert.equal(steps[0]?.description, 'miss');
    const durations = steps.slice(1).map(({ duration }) => duration);
    const total = durations.pop() ?? 0;
    const sum = durations.reduce((all, one) => all + one, 0);
    assert.ok(sum > 0 && sum <= total + 1, `${sum} of ${total}`);
    assert.match(
      (await ask('/?seen')).headers.get('server-timing') ?? '',
      /^cache;desc="hit", lookup;dur=[\d.]+, total;dur=[\d.]+$/,
    );
    assert.equal((await fetch(`${service.url}/livez`)).headers.get('server-timing'), null);
  });

  test('is not sent unless it is switched on', async () => {
    const broken = { executablePath: '/bin/false', kind: 'chromium' } as const;
    await using quiet = await createRenderer({ cache: 'memory', logLevel: 'silent' }, { browser: broken });
    const response = await quiet.fetch(new Request('http://renderer.test/render/http://10.0.0.1/'));
    assert.deepEqual([response.status, response.headers.get('server-timing')], [403, null]);
  });
});
