import { randomBytes } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { PartnerOrigins } from './partners.ts';

/** The nonce that this answer's inline scripts have to carry. */
export const nonceOf = (response: Response): string => response.locals['nonce'] as string;

/**
 * Sends the security headers with every answer, and gives each one a nonce of its own. What other companies may do in the
 * shop's pages is theirs by name: send hits, and be shown in a frame.
 *
 * `base-uri` is `'self'` and not `'none'`: the rendered form of a page carries a `<base>` with its own address.
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
