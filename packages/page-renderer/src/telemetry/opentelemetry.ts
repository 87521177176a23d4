/** OpenTelemetry, if its API is installed and the host has registered providers. */
import type * as Api from '@opentelemetry/api';
import type { Meter, Tracer } from '@opentelemetry/api';
import type { Logger } from 'pino';

/** The API of OpenTelemetry. */
export type OpenTelemetryApi = typeof Api;

/** What the host has set up. */
export interface OpenTelemetry {
  readonly api: OpenTelemetryApi;
  /** Undefined if no provider of traces is registered. */
  readonly tracer: Tracer | undefined;
  /** Undefined if no provider of metrics is registered. */
  readonly meter: Meter | undefined;
}

const NAME = 'page-renderer';

/**
 * Finds tracer and meter, once: providers must be registered before the service is created. Without a provider nothing is created
 * or measured for OpenTelemetry.
 *
 * @param version that of this package
 * @returns undefined if the package `@opentelemetry/api` is not installed, or no provider is registered
 */
export async function findOpenTelemetry(version: string, logger: Logger): Promise<OpenTelemetry | undefined> {
  let api: OpenTelemetryApi;
  try {
    api = await import('@opentelemetry/api');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing) logger.warn({ err: error }, '@opentelemetry/api cannot be loaded; there are no traces');
    return undefined;
  }
  const tracer = tracerOf(api, version);
  const meter = meterOf(api, version);
  return tracer || meter ? { api, tracer, meter } : undefined;
}

function tracerOf({ trace, ProxyTracerProvider }: OpenTelemetryApi, version: string): Tracer | undefined {
  const provider = trace.getTracerProvider();
  if (!(provider instanceof ProxyTracerProvider)) return provider.getTracer(NAME, version);
  return provider.getDelegateTracer(NAME, version);
}

function meterOf({ metrics, createNoopMeter }: OpenTelemetryApi, version: string): Meter | undefined {
  const meter = metrics.getMeterProvider().getMeter(NAME, version);
  return meter === createNoopMeter() ? undefined : meter;
}
