/** What every request passes (the log, the headers for security, the check for requests of other sites), and problem documents. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { findAgent } from 'render-middleware';
import type { PartnerOrigins } from './policies/engine.ts';

/** Whether the client gets JSON: it sends JSON, requests it, or uses a method that forms do not support. */
export function wantsJson(request: Request): boolean {
  const isForm = Boolean(request.is(['urlencoded', 'multipart/form-data']));
  if (request.accepts(['html', 'json']) === 'json') return true;
  return Boolean(request.is('json')) || (!isForm && !['GET', 'HEAD', 'POST'].includes(request.method));
}

/** Answers with an error in the form of RFC 9457. */
export function sendProblem(response: Response, status: number, title: string, detail: string, more = {}): void {
  const problem = { type: 'about:blank', title, status, detail, ...more };
  response.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The id of a request in the log; the visitor finds it in `X-Request-Id`. */
export const requestIdOf = (response: Response): string => response.locals['requestId'] as string;

/**
 * Writes one line per request after its response has ended. It contains no address, query or user agent, as these can be
 * personal data. A listed bot is named.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    response.locals['requestId'] = requestId;
    response.set('X-Request-Id', requestId);
    response.once('close', () => {
      const line = {
        requestId,
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status: response.statusCode,
        complete: response.writableFinished,
        ms: Math.round(performance.now() - started),
        bot: findAgent(request.get('user-agent') ?? '')?.token,
        rendered: response.hasHeader('x-renderer') || undefined,
      };
      logger.info(line, 'request');
    });
    next();
  };
}

/** The nonce that inline scripts of this response must have. */
export const nonceOf = (response: Response): string => response.locals['nonce'] as string;

/**
 * Sends the security headers with every response, each with a new nonce. Other companies are allowed by name to get hits from
 * the shop's pages, and to be shown in a frame.
 *
 * `base-uri` is `'self'` and not `'none'`: a rendered page contains a `<base>` with its own address.
 */
export function securityHeaders(partners: PartnerOrigins): RequestHandler {
  return (_request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals['nonce'] = nonce;
    const policy =
      `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self'; img-src 'self' ${partners.analytics}; ` +
      `frame-src ${partners.films}; connect-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'`;
    response.set({
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  };
}

function isForeign(request: Request, publicOrigin: string | undefined): boolean {
  const site = request.get('sec-fetch-site');
  // Another subdomain, `same-site`, may belong to somebody else.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const from = request.get('origin') ?? request.get('referer');
  const ours = publicOrigin ?? `${request.protocol}://${request.get('host')}`;
  if (from !== undefined) return !URL.canParse(from) || new URL(from).origin !== ours;
  // A program. If it has cookies and sends what a form could, it could also be an old browser with a form of another site.
  return request.get('cookie') !== undefined && request.method === 'POST' && !request.is('json');
}

/** Refuses unsafe requests that the page of another site causes; the engine does the same for its own routes. */
export function refuseForeign(publicOrigin: string | undefined) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const isSafe = ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(request.method);
    if (isSafe || !isForeign(request, publicOrigin)) next();
    else
      sendProblem(response, 403, 'Forbidden', 'This request came from another site. Open the page here and try again.');
  };
}
