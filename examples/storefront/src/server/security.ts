import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { PartnerOrigins } from './partners.ts';

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
    response.set({
      'Content-Security-Policy': [
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'`,
        "style-src 'self'",
        `img-src 'self' ${partners.analytics}`,
        `frame-src ${partners.films}`,
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'self'",
        "frame-ancestors 'none'",
      ].join('; '),
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  };
}
