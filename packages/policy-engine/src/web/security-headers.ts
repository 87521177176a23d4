/** Headers of every answer. */
import type { Exchange } from './exchange.ts';

/**
 * Nothing but our own: no third-party request, no inline script or style, no framing unless allowed
 * (https://www.w3.org/TR/CSP3/). Scripts need the nonce even from this origin, so that an upload the host serves can't run.
 */
function contentSecurityPolicy(nonce: string | undefined, frameAncestors: 'none' | 'self'): string {
  if (nonce === undefined) return `default-src 'none'; frame-ancestors '${frameAncestors}'`;
  return [
    "default-src 'none'",
    "style-src 'self'",
    nonce === '' ? "script-src 'none'" : `script-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors '${frameAncestors}'`,
  ].join('; ');
}

function addVary(headers: Headers, names: readonly string[]): void {
  const present = (headers.get('vary') ?? '').split(',').map((name) => name.trim());
  const known = new Set(present.map((name) => name.toLowerCase()));
  const all = [...present, ...names.filter((name) => !known.has(name.toLowerCase()))];
  headers.set('vary', all.filter((name) => name !== '').join(', '));
}

/** Completes an answer: security headers, caching, request id and the cookies set on the way. */
export function finish(exchange: Exchange, response: Response): Response {
  const { headers } = response;
  const setDefault = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  // Headers of a 304 take the place of those that were stored with the page, which had a policy that fits it.
  if (response.status !== 304) {
    setDefault(
      'content-security-policy',
      contentSecurityPolicy(exchange.usedNonce, exchange.settings.frameAncestors ?? 'none'),
    );
  }
  setDefault('cache-control', 'private, no-store');
  setDefault('x-content-type-options', 'nosniff');
  setDefault('referrer-policy', 'same-origin');
  setDefault('cross-origin-opener-policy', 'same-origin');
  headers.set('x-request-id', exchange.id);
  // Texts follow the language, in pages always and in JSON for errors.
  addVary(headers, exchange.format === 'html' ? ['Accept', 'Accept-Language'] : ['Accept']);
  for (const cookie of exchange.cookies.changes()) headers.append('set-cookie', cookie);
  return response;
}
