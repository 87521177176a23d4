/** The spans of a request (https://opentelemetry.io/docs/specs/semconv/http/http-spans/). */
import type { Attributes, Context, Span, TextMapGetter, Tracer } from '@opentelemetry/api';
import { monotonic, wallClock } from '../kernel/clock.ts';
import type { OpenTelemetry, OpenTelemetryApi } from './opentelemetry.ts';

/** Reads a header of the request. */
export type Header = (name: string) => string | undefined;

/** A step with its beginning and end on the clock of {@link monotonic}. */
export interface Step {
  readonly name: string;
  readonly begun: number;
  readonly ended: number;
  readonly isFailed: boolean;
  readonly attributes?: Attributes;
}

/**
 * A client whose own HTTP client is traced adds a header to one that is there already (RFC 9110 §5.3 joins them); the last one is
 * that of the nearest span.
 */
const GETTER: TextMapGetter<Header> = {
  keys: () => ['traceparent', 'tracestate', 'baggage'],
  get: (header, name) => (name === 'traceparent' ? header(name)?.split(',').at(-1)?.trim() : header(name)),
};

/** A span that is open, and its children. */
export class OpenSpan {
  readonly #api: OpenTelemetryApi;
  readonly #tracer: Tracer;
  readonly #span: Span;
  readonly #context: Context;
  /** Milliseconds since 1970 at 0 of the monotonic clock: spans of one request do not overlap if the clock of the machine is set. */
  readonly #epoch: number;

  /** @internal */
  constructor(api: OpenTelemetryApi, tracer: Tracer, span: Span, context: Context, epoch: number) {
    this.#api = api;
    this.#tracer = tracer;
    this.#span = span;
    this.#context = api.trace.setSpan(context, span);
    this.#epoch = epoch;
  }

  /** Id of the trace, 32 hexadecimal digits. */
  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  /** Begins a child. */
  begin(name: string, begun: number, attributes: Attributes): OpenSpan {
    const options = { startTime: this.#epoch + begun, attributes };
    const span = this.#tracer.startSpan(name, options, this.#context);
    return new OpenSpan(this.#api, this.#tracer, span, this.#context, this.#epoch);
  }

  /** Adds a child that is over. */
  add({ name, begun, ended, isFailed, attributes = {} }: Step): void {
    const child = this.begin(name, begun, attributes);
    child.end(ended, {}, isFailed ? 'failed' : undefined);
  }

  /** @param errorType why it failed; undefined if it did not */
  end(ended: number, attributes: Attributes, errorType?: string): void {
    this.#span.setAttributes(attributes);
    if (errorType !== undefined) {
      this.#span.setAttribute('error.type', errorType);
      this.#span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
    }
    this.#span.end(this.#epoch + ended);
  }
}

/** Begins the spans of requests. */
export class Tracing {
  readonly #api: OpenTelemetryApi;
  readonly #tracer: Tracer | undefined;

  constructor({ api, tracer }: OpenTelemetry) {
    this.#api = api;
    this.#tracer = tracer;
  }

  /** Whether the host has a span for the current request, for example from an instrumentation of Node's HTTP server. */
  get isTracedByHost(): boolean {
    const { context, trace } = this.#api;
    return trace.getSpan(context.active()) !== undefined;
  }

  /**
   * Begins the span of a request: a child of the span that the host has for it, or otherwise of the client's (W3C Trace Context).
   *
   * @returns undefined if there are no traces, or this one is not sampled
   */
  begin(name: string, begun: number, attributes: Attributes, header: Header): OpenSpan | undefined {
    if (!this.#tracer) return undefined;
    const { context, propagation, ROOT_CONTEXT, SpanKind } = this.#api;
    const isTracedByHost = this.isTracedByHost;
    const parent = isTracedByHost ? context.active() : propagation.extract(ROOT_CONTEXT, header, GETTER);
    const epoch = wallClock() - monotonic();
    const kind = isTracedByHost ? SpanKind.INTERNAL : SpanKind.SERVER;
    const span = this.#tracer.startSpan(name, { kind, startTime: epoch + begun, attributes }, parent);
    return span.isRecording() ? new OpenSpan(this.#api, this.#tracer, span, parent, epoch) : undefined;
  }
}

/** Id of the trace that the client says the request belongs to (https://www.w3.org/TR/trace-context/#traceparent-header). */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  const last = traceparent?.split(',').at(-1)?.trim() ?? '';
  const [, id] = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/.exec(last) ?? [];
  return id;
}
