/** Traces and metrics of OpenTelemetry, with its own SDK: what an exporter gets. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TracerProvider as ApiTracerProvider } from '@opentelemetry/api';
import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Histogram, MetricData } from '@opentelemetry/sdk-metrics';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import {
  AlwaysOnSampler,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Listening, Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { pino } from 'pino';
import { proxyRender } from 'render-middleware';
import { METRICS } from '../../dist/telemetry/definitions.js';
import { findOpenTelemetry } from '../../dist/telemetry/opentelemetry.js';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from '../support/processes.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const SECRET = 'secret-of-a-visitor';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const options = {
  host: '127.0.0.1',
  port: 0,
  browsers: 1,
  logLevel: 'silent',
  allowPrivateNetworks: ['127.0.0.1'],
} as const;

const spans = new InMemorySpanExporter();
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });
let site: Site;
let renderer: Renderer;
let service: Listening;

before(async () => {
  site = await startSite({ '/': '<!doctype html><h1>hello</h1><script>fetch("/data")</script>', '/data': 'data' });
  // Without providers there is nothing to do for a request.
  assert.equal(await findOpenTelemetry('1.0.0', pino({ level: 'silent' })), undefined);
  const provider: ApiTracerProvider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new SimpleSpanProcessor({ exporter: spans })],
  });
  trace.setGlobalTracerProvider(provider);
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  renderer = await createRenderer({ ...options, cache: 'memory', timeout: stretched(10_000) });
  service = await renderer.listen();
});
after(async () => {
  await renderer.close();
  await reader.shutdown();
  // Other test files run in the same process.
  for (const api of [trace, metrics, propagation, context]) api.disable();
  await site[Symbol.asyncDispose]();
});

const addressOf = (path: string) => `${service.url}/render/${encodeURIComponent(site.url + path)}`;

/** The spans of one request, when its last one has ended. */
async function spansOf(ask: () => Promise<unknown>): Promise<ReadableSpan[]> {
  spans.reset();
  await ask();
  await eventually(
    () => spans.getFinishedSpans().some(({ name }) => name.startsWith('GET ')),
    'the span of the request',
  );
  return spans.getFinishedSpans();
}

const named = (all: readonly ReadableSpan[], name: string) =>
  all.find((span) => span.name === name) ?? assert.fail(`${name} is not one of ${all.map((span) => span.name).join()}`);
const time = ([seconds, nanoseconds]: readonly [number, number]) => seconds * 1_000 + nanoseconds / 1e6;

describe('the trace of a request', () => {
  test('leads from the client through render-middleware to each step, and not to the rendered site', async () => {
    const all = await spansOf(async () => {
      const headers = {
        'user-agent': GOOGLE,
        traceparent: `00-${TRACE}-${PARENT}-01`,
        tracestate: 'vendor=1',
        'x-request-id': 'r-1',
      };
      const request = { method: 'GET', url: `/?token=${SECRET}`, headers };
      const answer = await proxyRender(request, { proxyUrl: service.url, origin: site.url });
      assert.match((await answer?.text()) ?? '', /hello/);
      assert.equal(answer?.headers.get('traceparent'), null);
    });
    const server = named(all, 'GET /render/{url}');
    assert.equal(server.kind, SpanKind.SERVER);
    assert.equal(server.parentSpanContext?.spanId, PARENT);
    assert.equal(server.spanContext().traceState?.get('vendor'), '1');
    assert.deepEqual(server.attributes, {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.response.body.size': server.attributes['http.response.body.size'],
      'http.route': '/render/{url}',
      'url.path': '/render/{url}',
      'url.scheme': 'http',
      'user_agent.original': GOOGLE,
      'page_renderer.bot': 'Googlebot',
      'page_renderer.cache': 'miss',
      'page_renderer.request_id': 'r-1',
      'page_renderer.target': `${site.url}/`,
      'page_renderer.verdict': 'complete',
    });
    const render = named(all, 'render');
    assert.equal(render.attributes['page_renderer.verdict'], 'complete');
    assert.equal(named(all, 'lookup').parentSpanContext?.spanId, server.spanContext().spanId);
    assert.equal(render.parentSpanContext?.spanId, server.spanContext().spanId);
    let last = time(render.startTime);
    for (const name of ['queue', 'open', 'navigate', 'wait', 'serialize']) {
      const step = named(all, name);
      assert.equal(step.parentSpanContext?.spanId, render.spanContext().spanId, name);
      assert.ok(time(step.startTime) >= last - 1 && time(step.endTime) <= time(render.endTime) + 1, name);
      last = time(step.endTime);
    }
    for (const span of all) assert.equal(span.spanContext().traceId, TRACE);
    assert.ok(!JSON.stringify(all.map(({ attributes }) => attributes)).includes(SECRET));
    for (const path of ['/', '/data']) {
      const sent = Object.keys(site.headersOf(path) ?? assert.fail(`${path} was not requested`));
      assert.deepEqual(
        sent.filter((name) => /^(?:traceparent|tracestate|baggage|x-request-id|x-render-bot)$/.test(name)),
        [],
      );
    }
  });

  test('has a lookup and no render if the page is cached', async () => {
    const all = await spansOf(async () =>
      (await fetch(addressOf(`/?token=${SECRET}`), { headers: { 'x-render-middleware': '1' } })).text(),
    );
    assert.deepEqual(all.map(({ name }) => name).toSorted(), ['GET /render/{url}', 'lookup']);
    const server = named(all, 'GET /render/{url}');
    assert.deepEqual([server.attributes['page_renderer.cache'], server.parentSpanContext], ['hit', undefined]);
    assert.match(server.spanContext().traceId, /^(?!4bf92f)[0-9a-f]{32}$/);
  });

  test('follows the decision of the client not to record it', async () => {
    spans.reset();
    const headers = { traceparent: `00-${TRACE}-${PARENT}-00` };
    assert.equal((await fetch(addressOf('/?unsampled'), { headers })).status, 200);
    await spansOf(async () => fetch(`${service.url}/livez`));
    assert.deepEqual(
      spans.getFinishedSpans().map(({ name }) => name),
      ['GET /livez'],
    );
  });

  test('is the one of the nearest client if several have added themselves', async () => {
    const nearest = 'a'.repeat(16);
    const traceparent = `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${nearest}-01`;
    const all = await spansOf(async () => fetch(`${service.url}/livez`, { headers: { traceparent } }));
    assert.equal(named(all, 'GET /livez').parentSpanContext?.spanId, nearest);
  });

  test('is a part of the span that the host has for the request', async () => {
    const outer = trace.getTracer('the host').startSpan('outer');
    const all = await spansOf(async () =>
      context.with(trace.setSpan(context.active(), outer), async () => {
        const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
        return renderer.fetch(new Request('http://renderer.test/livez', { headers }));
      }),
    );
    outer.end();
    const span = named(all, 'GET /livez');
    assert.equal(span.kind, SpanKind.INTERNAL);
    assert.equal(span.parentSpanContext?.spanId, outer.spanContext().spanId);
  });

  test('says what failed', async () => {
    const closed = await startSite({});
    await closed[Symbol.asyncDispose]();
    const all = await spansOf(async () => fetch(`${service.url}/render/${encodeURIComponent(closed.url)}`));
    const server = named(all, 'GET /render/{url}');
    assert.deepEqual(
      [server.status.code, server.attributes['error.type'], server.attributes['http.response.status_code']],
      [SpanStatusCode.ERROR, 'connection-failed', 502],
    );
    const render = named(all, 'render');
    assert.deepEqual(
      [render.status.code, render.attributes['error.type']],
      [SpanStatusCode.ERROR, 'connection-failed'],
    );
    assert.equal(named(all, 'navigate').status.code, SpanStatusCode.ERROR);
    assert.equal(named(all, 'open').status.code, SpanStatusCode.UNSET);
  });
});

test('the metrics are those of Prometheus, with the names of the semantic conventions', async () => {
  await reader.forceFlush();
  const all =
    measured
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap(({ metrics: some }) => some) ?? [];
  const metric = (name: string): MetricData =>
    all.find(({ descriptor }) => descriptor.name === name) ?? assert.fail(`no ${name}`);
  const points = (name: string): Array<Record<string, unknown>> =>
    metric(name).dataPoints.map(({ attributes, value }) => Object.assign({ value }, attributes));
  assert.deepEqual(
    points('page_renderer.renders').find(({ verdict }) => verdict === 'failed'),
    { kind: 'render', verdict: 'failed', status: '5xx', bot: 'other', value: 1 },
  );
  const duration = metric('http.server.request.duration');
  assert.equal(duration.descriptor.unit, 's');
  assert.deepEqual(
    duration.dataPoints.map(({ attributes }) => attributes).find((one) => one['http.response.status_code'] === 502),
    {
      'http.request.method': 'GET',
      'http.response.status_code': 502,
      'http.route': '/render/{url}',
      'url.scheme': 'http',
      'page_renderer.cache': 'none',
      'error.type': 'connection-failed',
    },
  );
  const [stage] = metric('page_renderer.stage_duration').dataPoints;
  const { boundaries } = (stage?.value as Histogram | undefined)?.buckets ?? {};
  assert.deepEqual(boundaries, METRICS.page_renderer_stage_duration_seconds.buckets);
  assert.deepEqual(points('page_renderer.cache_up'), [{ value: 1 }]);
  assert.deepEqual(
    points('page_renderer.browsers').find(({ state }) => state === 'running'),
    { state: 'running', value: 1 },
  );
  assert.ok(points('page_renderer.cache_answers').length > 0);
  assert.ok(points('page_renderer.bytes').length > 0);
});
