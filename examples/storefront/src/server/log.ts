import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { findAgent } from 'render-middleware';

/** The id of a request in the log; the visitor finds it in `X-Request-Id`. */
export const requestIdOf = (response: Response): string => response.locals['requestId'] as string;

/**
 * Writes one line per request after its response has ended. It contains no address, query or user agent, as these can be
 * personal data. A listed bot is named.
 */
export function requestLog(logger: Logger) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const started = performance.now();
    const requestId = randomUUID();
    response.locals['requestId'] = requestId;
    response.set('X-Request-Id', requestId);
    response.once('close', () => {
      logger.info(
        {
          requestId,
          method: request.method,
          path: request.originalUrl.split('?', 1)[0],
          status: response.statusCode,
          complete: response.writableFinished,
          ms: Math.round(performance.now() - started),
          bot: findAgent(request.get('user-agent') ?? '')?.token,
          rendered: response.hasHeader('x-renderer') || undefined,
        },
        'request',
      );
    });
    next();
  };
}
