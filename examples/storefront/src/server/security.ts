import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

/** The nonce that this answer's inline scripts have to carry. */
export const nonceOf = (response: Response): string => response.locals['nonce'] as string;

/**
 * Sends the security headers with every answer, and gives each one a nonce of its own.
 *
 * `base-uri` is `'self'` and not `'none'`: the rendered form of a page carries a `<base>` with its own address.
 */
export function securityHeaders(_request: Request, response: Response, next: NextFunction): void {
  const nonce = randomBytes(16).toString('base64');
  response.locals['nonce'] = nonce;
  response.set({
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self' 'nonce-${nonce}'`,
      "style-src 'self'",
      "img-src 'self'",
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
}
