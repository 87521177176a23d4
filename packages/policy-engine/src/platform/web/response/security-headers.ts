/** Headers of every response. */
import type { Context } from '../routing/context.ts';
import { addCookie, addVary } from './reply.ts';

/**
 * Allows only the engine's own resources: no third-party request, no inline script or style, no framing unless allowed
 * (https://www.w3.org/TR/CSP3/). Scripts need the nonce even from this origin, so that an upload the host serves can't
 * run.
 */
function contentSecurityPolicy(nonce: string | undefined, frameAncestors: 'none' | 'self', frames = false): string {
  if (nonce === undefined) return `default-src 'none'; frame-ancestors '${frameAncestors}'`;
  return [
    "default-src 'none'",
    "style-src 'self'",
    nonce === '' ? "script-src 'none'" : `script-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    ...(frames ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors '${frameAncestors}'`,
  ].join('; ');
}

const NO_PAGE = { none: contentSecurityPolicy(undefined, 'none'), self: contentSecurityPolicy(undefined, 'self') };
// Texts depend on the language, in pages always and in JSON for errors.
const VARY = { html: ['Accept', 'Accept-Language'], json: ['Accept'] };

/** Completes a response: security headers, caching, request ID and the cookies that were set. */
export function finish(c: Context, response: Response): void {
  const { headers } = response;
  const { settings, id, cookies, format, nonce, holdsSecret, frames } = c.env;
  const setDefault = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  // Headers of a 304 replace those that were stored with the page, whose policy fits it.
  if (response.status !== 304) {
    const ancestors = settings.frameAncestors ?? 'none';
    setDefault(
      'content-security-policy',
      nonce === undefined ? NO_PAGE[ancestors] : contentSecurityPolicy(nonce, ancestors, frames),
    );
  }
  setDefault('cache-control', 'private, no-store');
  setDefault('x-content-type-options', 'nosniff');
  setDefault('referrer-policy', holdsSecret ? 'no-referrer' : 'same-origin');
  setDefault('cross-origin-opener-policy', 'same-origin');
  headers.set('x-request-id', id);
  addVary(response, VARY[format]);
  for (const cookie of cookies.changes()) addCookie(response, cookie);
}
