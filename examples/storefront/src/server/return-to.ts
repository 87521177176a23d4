import type { Request } from 'express';

/**
 * A path of this site, for targets in requests: an address of another site is replaced by the fallback.
 */
export function localPath(target: unknown, fallback: string): string {
  if (typeof target !== 'string' || !target.startsWith('/')) return fallback;
  const base = 'http://local.invalid';
  if (!URL.canParse(target, base)) return fallback;
  const url = new URL(target, base);
  // `//host`, `/\host` and `/<tab>/host` resolve to another origin; `/.//host` becomes one when it is sent back.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : fallback;
}

const DOORS = /^\/(?:sign-in|sign-up|sign-out|session|users|take-over)(?:\/|$)/;

/** The page from which a person came to sign in: as the link says, otherwise the referring page of this site. */
export function returnTo(request: Request, fallback = '/'): string {
  const named = request.query['return_to'];
  const referer = request.get('referer') ?? '';
  const isOurs = URL.canParse(referer) && new URL(referer).host === request.get('host');
  const target = named ?? (isOurs ? new URL(referer).pathname + new URL(referer).search : undefined);
  const path = localPath(target, fallback);
  return DOORS.test(path) ? fallback : path;
}
