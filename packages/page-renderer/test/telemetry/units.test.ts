/** Parts of the telemetry that need no service. */
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { describe, test } from 'node:test';
import { RendererError } from 'page-renderer';
import { pino } from 'pino';
import { Stopwatch } from '../../dist/render/job/stages.js';
import { cacheLabelOf } from '../../dist/server/answers/from-cache.js';
import { botOf } from '../../dist/traffic/bots.js';
import { countRender, verdictOf } from '../../dist/telemetry/counts.js';
import { Metrics } from '../../dist/telemetry/metrics.js';
import type * as OpenTelemetryModule from '../../dist/telemetry/opentelemetry.js';
import { serverTiming } from '../../dist/telemetry/server-timing.js';
import { traceIdOf } from '../../dist/telemetry/trace.js';
import { WorkerCounts } from '../../dist/workers/counts.js';
import { readExposition } from './support/exposition.ts';

describe('the bot of a request', () => {
  const bot = (headers: Record<string, string>) => botOf((name) => headers[name]);
  const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const CHROME =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

  test('is one of the list, or one of two words', () => {
    for (const [headers, expected] of [
      [{ 'user-agent': GOOGLE }, { class: 'search', name: 'Googlebot' }],
      [{ 'user-agent': 'GPTBot/1.2' }, { class: 'ai-training', name: 'GPTBot' }],
      [{ 'user-agent': CHROME }, { class: 'none', name: 'none' }],
      [{}, { class: 'none', name: 'none' }],
      [{ 'user-agent': 'curl/8.9.1' }, { class: 'other', name: 'other' }],
      [{ 'user-agent': `${CHROME} UnknownBot/1.0` }, { class: 'other', name: 'other' }],
      [{ 'user-agent': 'x'.repeat(100_000) }, { class: 'other', name: 'other' }],
    ] as const) {
      assert.deepEqual(bot(headers), expected, JSON.stringify(headers).slice(0, 80));
    }
  });

  test('is the one that render-middleware names, whatever it is sent with', () => {
    assert.equal(bot({ 'x-render-bot': 'Twitterbot', 'user-agent': 'node' }).class, 'social');
    assert.equal(bot({ 'x-render-bot': GOOGLE, 'user-agent': CHROME }).name, 'Googlebot');
    for (const name of ['other', '', 'shop.example"} 1\n', CHROME]) {
      assert.deepEqual(bot({ 'x-render-bot': name, 'user-agent': GOOGLE }), { class: 'other', name: 'other' });
    }
  });
});

test('a trace is named only by a valid traceparent, the last one of several', () => {
  const [one, other] = ['4bf92f3577b34da6a3ce929d0e0e4736', 'a'.repeat(32)];
  const parent = (id: string) => `00-${id}-00f067aa0ba902b7-01`;
  assert.equal(traceIdOf(parent(one)), one);
  assert.equal(traceIdOf(`${parent(one)}, ${parent(other)}`), other);
  assert.equal(traceIdOf(`01-${one}-00f067aa0ba902b7-01-later`), one);
  for (const bad of [
    undefined,
    '',
    'x',
    `ff-${one}-00f067aa0ba902b7-01`,
    parent('0'.repeat(32)),
    parent(one).toUpperCase(),
  ]) {
    assert.equal(traceIdOf(bad), undefined, bad);
  }
});

test('an attempt that was given up measures nothing more, although its steps may continue', () => {
  const finished: string[] = [];
  const stopwatch = new Stopwatch(12.4, ({ stage, isFailed }) => void finished.push(`${stage} ${isFailed}`));
  stopwatch.next('navigate');
  stopwatch[Symbol.dispose]();
  stopwatch.next('wait');
  stopwatch.end();
  assert.deepEqual(finished, ['open false', 'navigate true']);
  assert.equal(stopwatch.timings.queue, 12);
});

test('hits of short-lived results are counted apart', () => {
  const page = { status: 200, verdict: 'complete' } as const;
  assert.equal(cacheLabelOf('hit', page), 'hit');
  for (const result of [
    { ...page, status: 404 },
    { ...page, status: 301 },
    { ...page, verdict: 'blank' as const },
  ]) {
    assert.equal(cacheLabelOf('hit', result), 'negative');
    assert.equal(cacheLabelOf('miss', result), 'miss');
  }
});

test('Server-Timing has the source, the steps and the total', () => {
  const steps = new Map([
    ['queue', 0.04],
    ['open', 12.34],
  ]);
  assert.equal(serverTiming('miss', steps, 20), 'cache;desc="miss", queue;dur=0.0, open;dur=12.3, total;dur=20.0');
  assert.equal(serverTiming('none', new Map(), 1), 'total;dur=1.0');
});

test('OpenTelemetry is not needed, and not loaded where it is not installed', async () => {
  const asked: string[] = [];
  const hooks = registerHooks({
    resolve(specifier, { parentURL = '' }, next) {
      if (!specifier.startsWith('@opentelemetry/') || !parentURL.includes('?without')) return next(specifier);
      asked.push(specifier);
      throw Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
  const module = '../../dist/telemetry/opentelemetry.js?without';
  const { findOpenTelemetry } = (await import(module)) as typeof OpenTelemetryModule;
  const said: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void said.push(line) });
  assert.equal(await findOpenTelemetry('1.0.0', logger), undefined);
  hooks.deregister();
  assert.deepEqual([asked, said], [['@opentelemetry/api'], []]);
});

describe('metrics', () => {
  const read = async (metrics: Metrics) => readExposition((await metrics.text()).body);

  test('count a render once, and the limit that it exceeded', async () => {
    const metrics = new Metrics();
    const render = { kind: 'render', bot: 'search', status: 200 } as const;
    countRender(metrics, { ...render, verdict: 'budget' });
    countRender(metrics, { ...render, verdict: 'over-bytes' });
    countRender(metrics, { ...render, verdict: 'complete', status: 404 });
    const { sum } = await read(metrics);
    assert.equal(sum('page_renderer_renders_total'), 3);
    assert.equal(sum('page_renderer_renders_total', { status: '4xx', verdict: 'complete' }), 1);
    assert.equal(sum('page_renderer_budgets_exceeded_total'), 2);
    assert.equal(sum('page_renderer_budgets_exceeded_total', { budget: 'time' }), 1);
    assert.equal(sum('page_renderer_budgets_exceeded_total', { budget: 'bytes' }), 1);
  });

  test('count a render that failed, but none that was never begun', () => {
    assert.equal(verdictOf(new RendererError('target-timeout', '')), 'budget');
    assert.equal(verdictOf(new RendererError('tls-failed', '')), 'failed');
    assert.equal(verdictOf(new TypeError('a bug')), 'failed');
    for (const code of ['refused-address', 'unknown-host', 'overloaded', 'closing'] as const) {
      assert.equal(verdictOf(new RendererError(code, '')), undefined, code);
    }
  });

  test('begin with 0, except for those of parts that the service does not have', async () => {
    const { samples } = await read(new Metrics());
    const names = new Set(samples.map(({ name }) => name));
    assert.ok(names.has('page_renderer_errors_total'));
    assert.ok(names.has('page_renderer_stage_duration_seconds_count'));
    assert.ok(!names.has('page_renderer_cache_up'));
  });

  test('are not counted twice when they are read twice at the same time', async () => {
    const metrics = new Metrics();
    metrics.watch('page_renderer_cache_answers_total', async () => {
      await Promise.resolve();
      return [[5, { source: 'hit' }]];
    });
    for (const { sum } of await Promise.all([read(metrics), read(metrics)])) {
      assert.equal(sum('page_renderer_cache_answers_total'), 5);
    }
  });

  test('of several processes are added, and those of a process that ended are kept', async () => {
    const [main, counts] = [new Metrics(), new WorkerCounts<string>()];
    main.addOthers(() => counts.all);
    main.watch('page_renderer_queue_length', () => [[7, {}]]);
    const worker = async (hits: number) => {
      const own = new Metrics();
      const labels = { bot: 'search', cache: 'hit', status: '2xx' } as const;
      own.count('page_renderer_requests_total', labels, hits);
      own.time('page_renderer_request_duration_seconds', { cache: 'hit' }, 0.003);
      // As it comes through the channel between the processes.
      return structuredClone(await own.snapshot());
    };
    counts.keep('a', await worker(3));
    counts.keep('b', await worker(10));
    counts.keep('a', await worker(5));
    main.count('page_renderer_requests_total', { bot: 'search', cache: 'hit', status: '2xx' }, 100);
    const before = await read(main);
    assert.equal(before.sum('page_renderer_requests_total'), 115);
    assert.equal(before.sum('page_renderer_request_duration_seconds_count'), 2);
    assert.equal(before.sum('page_renderer_request_duration_seconds_bucket', { le: '0.001' }), 0);
    assert.equal(before.sum('page_renderer_request_duration_seconds_bucket', { le: '0.005', cache: 'hit' }), 2);
    assert.equal(before.sum('page_renderer_queue_length'), 7);
    await Promise.all([counts.end('a'), counts.end('b'), counts.end('a'), counts.end('never seen')]);
    counts.keep('c', await worker(1));
    const { sum } = await read(main);
    assert.equal(sum('page_renderer_requests_total'), 116);
    assert.equal(sum('page_renderer_request_duration_seconds_count'), 3);
    assert.equal(sum('page_renderer_queue_length'), 7);
  });
});
