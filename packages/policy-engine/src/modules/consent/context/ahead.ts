/** Pages that a browser loads before anybody asks for them. */

/**
 * Whether a browser loads a page ahead of time: `Sec-Purpose: prefetch;prerender` runs it unseen, and a page that was loaded with `prefetch`
 * may be prerendered later without another request (https://wicg.github.io/nav-speculation/prerendering.html).
 */
export function isAhead({ headers }: Pick<Request, 'headers'>): boolean {
  return /prefetch|prerender/i.test(headers.get(AHEAD) ?? '');
}

/** The header of requests that says so; pages vary with it. */
export const AHEAD_NAME: string = 'Sec-Purpose';
export const AHEAD: string = AHEAD_NAME.toLowerCase();
