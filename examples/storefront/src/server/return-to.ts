import type { Request } from 'express';

/**
 * A path of this site, for targets that come with a request: an address that leads elsewhere becomes the fallback.
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

/** Where someone who signs in came from: what the link says, else the page of ours that they left for it. */
export function returnTo(request: Request, fallback = '/'): string {
  const named = request.query['return_to'];
  const referer = request.get('referer') ?? '';
  const isOurs = URL.canParse(referer) && new URL(referer).host === request.get('host');
  const target = named ?? (isOurs ? new URL(referer).pathname + new URL(referer).search : undefined);
  const path = localPath(target, fallback);
  return DOORS.test(path) ? fallback : path;
}
