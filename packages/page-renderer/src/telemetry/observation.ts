/** What is logged, counted, measured and traced of each request. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { monotonic } from '../kernel/clock.ts';
import { logRequest, usableRequestId } from './log.ts';
import type { RenderKind } from '../grammar/dialects/request.ts';
import type { Bot } from '../traffic/bots.ts';
import { botOf } from '../traffic/bots.ts';
import { classOf } from './counts.ts';
import type { Addition, CacheLabel, MeasuredStage } from './definitions.ts';
import type { Metrics } from './metrics.ts';
import { ObservedRender } from './observed-render.ts';
import type { OpenTelemetry } from './opentelemetry.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { serverTiming } from './server-timing.ts';
import type { Header, OpenSpan } from './trace.ts';
import { traceIdOf, Tracing } from './trace.ts';

/** A response that waited for no render: from the cache, or after its inputs were found unchanged (RFC 9211). */
const CACHED = /; hit\b|; fwd-status=304\b/;

/** The parts that requests are observed with. */
export interface Observers {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly openTelemetry: OpenTelemetry | undefined;
  /** Counts for the page of operators. */
  readonly traffic: Pick<Traffic, 'note'>;
  /** Whether responses have `Server-Timing`. */
  readonly sendsTiming: boolean;
}

/** A request that has arrived. */
export interface ArrivedRequest {
  readonly method: string;
  /** Path as in the request line. */
  readonly path: string;
  /** The kind of address, such as `/render/{url}`; undefined if there is none. */
  readonly route: string | undefined;
  /** Whether a page, or something made of a page, is requested. */
  readonly isRender: boolean;
  readonly header: Header;
  /** On the clock of {@link monotonic}; default: now. */
  readonly started?: number | undefined;
}

/** The response. */
export interface SentAnswer {
  readonly status: number;
  readonly verdict: string | undefined;
  /** `Cache-Status` of the response (RFC 9211). */
  readonly cacheStatus: string | undefined;
  /** The target without its query, which may hold personal data. */
  readonly target: string | undefined;
  /** Host and port of the target; default: those of `target`. */
  readonly site?: string | undefined;
  /** Code of the error in the response. */
  readonly code?: string | undefined;
  /** Why the target's address was refused. */
  readonly reason?: string | undefined;
}

/** Observes requests. */
export class Observation {
  readonly #observers: Observers;
  readonly #tracing: Tracing | undefined;

  constructor(observers: Observers) {
    this.#observers = observers;
    this.#tracing = observers.openTelemetry && new Tracing(observers.openTelemetry);
  }

  /** Begins with a request. */
  begin(request: ArrivedRequest): ObservedRequest {
    return new ObservedRequest(this.#observers, this.#tracing, request);
  }

  /** Begins with a render that no client waits for. */
  beginBackgroundRender(kind: RenderKind): ObservedRender {
    return new ObservedRender(kind, 'none', this.#observers.metrics, undefined, () => {});
  }
}

/** One request, from its arrival to the end of its response. */
export class ObservedRequest {
  /** That of the client if it can be used, otherwise a new one. */
  readonly requestId: string;
  /** The id that an integration of Prerender gives its request; without a usable one the same as `requestId`. */
  readonly prerenderRequestId: string;
  /** Where the response came from. */
  cache: CacheLabel = 'none';
  /** What the request adds to its page. */
  additions: readonly Addition[] = [];
  /** Bytes of the body of a page; undefined for other responses. */
  bytes: number | undefined;
  readonly #observers: Observers;
  readonly #request: ArrivedRequest;
  readonly #started: number;
  readonly #bot: Bot;
  readonly #isTracedByHost: boolean;
  readonly #span: OpenSpan | undefined;
  /** Durations of the steps, in milliseconds. */
  readonly #steps = new Map<MeasuredStage, number>();
  #streamed: Promise<void> | undefined;

  /** @internal */
  constructor(observers: Observers, tracing: Tracing | undefined, request: ArrivedRequest) {
    const { method, route, header, started = monotonic() } = request;
    this.#observers = observers;
    this.#request = request;
    this.#started = started;
    this.#bot = botOf(header);
    const given = usableRequestId(header('x-prerender-request-id'));
    this.requestId = usableRequestId(header('x-request-id')) ?? given ?? randomUUID();
    this.prerenderRequestId = given ?? this.requestId;
    this.#isTracedByHost = tracing?.isTracedByHost ?? false;
    const name = route === undefined ? method : `${method} ${route}`;
    this.#span = tracing?.begin(name, started, this.#spanAttributes(), header);
  }

  /** Measures a step, such as the lookup in the cache. */
  async measured<T>(step: MeasuredStage, work: () => T | Promise<T>): Promise<T> {
    const begun = monotonic();
    try {
      const result = await work();
      this.addStep(step, begun, monotonic());
      return result;
    } catch (error) {
      this.addStep(step, begun, monotonic(), true);
      throw error;
    }
  }

  /** Adds a step that is over, on the clock of {@link monotonic}. */
  addStep(step: MeasuredStage, begun: number, ended: number, isFailed = false): void {
    this.#observers.metrics.time('page_renderer_stage_duration_seconds', { stage: step }, (ended - begun) / 1000);
    this.#span?.add({ name: step, begun, ended, isFailed });
    this.#steps.set(step, ended - begun);
  }

  /** Begins a render for this request. */
  beginRender(kind: RenderKind): ObservedRender {
    const onStep = (step: MeasuredStage, ms: number) => void this.#steps.set(step, ms);
    return new ObservedRender(kind, this.#bot.class, this.#observers.metrics, this.#span, onStep);
  }

  /** The same body; the response ends with it. */
  streamed(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#streamed = promise;
    this.bytes = 0;
    const reader = body.getReader();
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read();
            this.bytes = (this.bytes ?? 0) + (value?.byteLength ?? 0);
            if (!done) return controller.enqueue(value);
            controller.close();
            resolve();
          } catch (error) {
            resolve();
            throw error;
          }
        },
        cancel: (reason) => {
          resolve();
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** The value of `Server-Timing`; undefined if it is not sent. */
  get serverTiming(): string | undefined {
    if (!this.#observers.sendsTiming || !this.#request.isRender) return undefined;
    return serverTiming(this.cache, this.#steps, monotonic() - this.#started);
  }

  /** Counts and logs the request when its response has begun, or has ended if it is streamed. */
  end(answer: SentAnswer): void {
    const ms = monotonic() - this.#started;
    this.#measure(answer.status, ms / 1000, answer.code);
    this.#noteTraffic(answer, ms);
    if (this.#streamed) void this.#streamed.then(() => this.#finish(answer));
    else this.#finish(answer);
  }

  #measure(status: number, seconds: number, code: string | undefined): void {
    const { metrics } = this.#observers;
    const { method, route, isRender } = this.#request;
    if (!isRender) return;
    const { cache } = this;
    metrics.count('page_renderer_requests_total', { bot: this.#bot.class, cache, status: classOf(status) });
    for (const what of this.additions) metrics.count('page_renderer_additions_total', { what });
    const attributes = this.#isTracedByHost
      ? null
      : {
          'http.request.method': method,
          'http.response.status_code': status,
          'http.route': route ?? '',
          'url.scheme': 'http',
          'page_renderer.cache': cache,
          ...(status >= 500 && { 'error.type': code ?? String(status) }),
        };
    metrics.time('page_renderer_request_duration_seconds', { cache }, seconds, attributes);
  }

  /** For the page of operators. */
  #noteTraffic({ cacheStatus, target, site, code }: SentAnswer, ms: number): void {
    if (!this.#request.isRender) return;
    this.#observers.traffic.note({
      site: site ?? (target === undefined ? undefined : URL.parse(target)?.host),
      bot: this.#bot.class,
      isCached: CACHED.test(cacheStatus ?? ''),
      code,
      ms,
    });
  }

  #finish({ status, verdict, cacheStatus, target, code, reason }: SentAnswer): void {
    const { logger, metrics } = this.#observers;
    const { method, path, header } = this.#request;
    const ended = monotonic();
    const bytes = this.bytes;
    if (bytes) metrics.count('page_renderer_bytes_total', { direction: 'to-clients' }, bytes);
    const attributes = {
      'http.response.status_code': status,
      'page_renderer.cache': this.cache,
      ...(target !== undefined && { 'page_renderer.target': target }),
      ...(verdict !== undefined && { 'page_renderer.verdict': verdict }),
      ...(bytes !== undefined && { 'http.response.body.size': bytes }),
    };
    this.#span?.end(ended, attributes, status >= 500 ? (code ?? String(status)) : undefined);
    logRequest(logger, {
      ...(this.additions.length > 0 && { additions: this.additions }),
      requestId: this.requestId,
      traceId: this.#span?.traceId ?? traceIdOf(header('traceparent')),
      method,
      path,
      target,
      bot: this.#bot.name,
      status,
      verdict,
      code,
      reason,
      cache: cacheStatus,
      steps: this.#steps,
      bytes,
      ms: ended - this.#started,
    });
  }

  #spanAttributes(): Record<string, string> {
    const { method, route, header } = this.#request;
    const userAgent = header('user-agent')?.slice(0, 512);
    return {
      'http.request.method': method,
      'url.scheme': 'http',
      // The path may contain a target with a query; `page_renderer.target` is the target without it.
      ...(route !== undefined && { 'http.route': route, 'url.path': route }),
      ...(userAgent !== undefined && { 'user_agent.original': userAgent }),
      'page_renderer.bot': this.#bot.name,
      'page_renderer.request_id': this.requestId,
    };
  }
}
