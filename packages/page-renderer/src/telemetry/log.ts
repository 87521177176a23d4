import type { Logger } from 'pino';

/** A request that has been answered. */
export interface AnsweredRequest {
  requestId: string;
  /** Id of the trace that the request belongs to. */
  traceId: string | undefined;
  method: string;
  path: string;
  /** The target without its query, which may hold personal data. */
  target: string | undefined;
  /** Name of the bot; `other` or `none` if it is not in the list. */
  bot: string;
  status: number;
  verdict: string | undefined;
  /** What the request adds to its page, without its values; missing if nothing. */
  additions?: readonly string[];
  /** Code of the error in the response. */
  code: string | undefined;
  /** Why the target's address was refused. */
  reason: string | undefined;
  /** `Cache-Status` of the response (RFC 9211). */
  cache: string | undefined;
  /** Durations of the steps, in milliseconds. */
  steps: ReadonlyMap<string, number>;
  /** Bytes of the body of a page. */
  bytes: number | undefined;
  /** Milliseconds until the response began, or ended if it is streamed. */
  ms: number;
}

/** The steps that are not part of a render. */
const BEFORE: ReadonlySet<string> = new Set(['lookup', 'renewal', 'queue']);

/** Writes the line of a request. */
export function logRequest(logger: Logger, answered: AnsweredRequest): void {
  if (!logger.isLevelEnabled('warn')) return;
  const { path, cache, steps, ms, ...rest } = answered;
  const endpoint = `/${path.split(/[/?#]/, 2)[1] ?? ''}`.slice(0, 40);
  const rendering = [...steps].filter(([step]) => !BEFORE.has(step));
  const queue = steps.get('queue');
  logger[rest.status >= 500 ? 'warn' : 'info'](
    {
      ...rest,
      // The first part of the path may be a target instead of an endpoint.
      endpoint: /^\/https?(:|%3a)/i.test(endpoint) ? '/{url}' : endpoint,
      cache: cache?.replace(/^[^;]*; /, ''),
      queueMs: queue === undefined ? undefined : Math.round(queue),
      renderMs: rendering.length === 0 ? undefined : Math.round(rendering.reduce((sum, [, time]) => sum + time, 0)),
      ms: Math.round(ms),
    },
    'request',
  );
}

/** Without its query, which may hold personal data. */
export function loggedTarget(url: URL): string {
  return `${url.origin}${url.pathname}`.slice(0, 500);
}

/** The id of a request, if it can be passed on. */
export function usableRequestId(requestId: string | undefined): string | undefined {
  return requestId !== undefined && /^[\w.:-]{1,128}$/.test(requestId) ? requestId : undefined;
}
