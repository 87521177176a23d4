import type { Logger } from 'pino';
import { monotonic } from '../clock.ts';

/** A request that has been answered. */
export interface AnsweredRequest {
  requestId: string;
  method: string;
  path: string;
  /** The target without its query, which may hold personal data. */
  target: string | undefined;
  status: number;
  verdict: string | undefined;
  /** Code of the error in the response. */
  code?: string | undefined;
  /** Why the target's address was refused. */
  reason?: string | undefined;
  /** `Cache-Status` of the response (RFC 9211). */
  cache: string | undefined;
  /** On the clock of {@link monotonic}. */
  started: number;
}

/** Writes the line of a request. */
export function logRequest(logger: Logger, answered: AnsweredRequest): void {
  if (!logger.isLevelEnabled('warn')) return;
  const { path, started, cache, ...rest } = answered;
  const endpoint = `/${path.split('/', 2)[1] ?? ''}`.slice(0, 40);
  logger[rest.status >= 500 ? 'warn' : 'info'](
    {
      ...rest,
      // The first part of the path may be a target instead of an endpoint.
      endpoint: /^\/https?(:|%3a)/i.test(endpoint) ? '/{url}' : endpoint,
      cache: cache?.replace(/^[^;]*; /, ''),
      ms: Math.round(monotonic() - started),
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
