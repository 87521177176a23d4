/** For how long, and for whom, a response is valid by its headers. Names are in lower case. */

import { directivesOf } from '../headers/caching.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Until when a response is fresh by its own headers (RFC 9111 §4.2); 0: not at all. There is no heuristic.
 *
 * @param at when it arrived, in milliseconds since 1970, as the result is
 */
export function freshUntil(headers: Headers, at: number): number {
  const directives = directivesOf(headers);
  if (directives.has('no-store') || directives.has('no-cache')) return 0;
  const [own, shared] = [directives.get('max-age'), directives.get('s-maxage')];
  const ages = [own, shared].filter((age) => age !== undefined);
  if (own === undefined && shared !== undefined) return 0;
  if (ages.some((age) => !/^\d{1,10}$/.test(age))) return 0;
  const lifetime = ages.length > 0 ? Math.min(...ages.map(Number)) * 1_000 : expiryOf(headers);
  const age = /^\d{1,10}$/.test(headers['age'] ?? '') ? Number(headers['age']) * 1_000 : 0;
  return lifetime > age ? at + lifetime - age : 0;
}

/** Milliseconds from `Date` to `Expires`, the last of each. */
function expiryOf(headers: Headers): number {
  const [expires, date] = [headers['expires'], headers['date']].map((value) => Date.parse(value ?? ''));
  const lifetime = (expires ?? NaN) - (date ?? NaN);
  return lifetime > 0 ? lifetime : 0;
}

/** Validators for conditional requests; `Last-Modified` only if it is a strong one (RFC 9110 §8.8.2.2). */
export function validatorsOf(headers: Headers): { etag: string | null; lastModified: string | null } {
  const etag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(headers['etag'] ?? '') ? (headers['etag'] ?? null) : null;
  const lastModified = headers['last-modified'] ?? '';
  const [modified = NaN, date = NaN] = [lastModified, headers['date'] ?? ''].map((value) => Date.parse(value));
  return { etag, lastModified: date - modified >= 1_000 ? lastModified : null };
}

/** Whether two entity tags are the same by the weak comparison (RFC 9110 §8.8.3.2). */
export function isSameTag(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.replace(/^W\//, '') === other?.replace(/^W\//, '');
}

/** Whether the site says that a response is the same for all clients, whatever their credentials. */
export function isForAll(headers: Headers): boolean {
  const directives = directivesOf(headers);
  const isPublic = directives.has('public') || directives.has('s-maxage') || directives.has('immutable');
  return isPublic && !directives.has('private') && !/\b(?:cookie|authorization)\b/i.test(headers['vary'] ?? '');
}

/** Whether a response sets cookies that scripts can read. */
export function setsReadableCookies(headers: Headers): boolean {
  const cookies = (headers['set-cookie'] ?? '').split('\n').filter(Boolean);
  return cookies.some((cookie) => !/;\s*httponly\s*(?:;|$)/i.test(cookie));
}

/** Whether a response depends on something that is not known. */
export function variesOnAnything(headers: Headers): boolean {
  return /(?:^|[\s,])\*(?:$|[\s,])/.test(headers['vary'] ?? '');
}

const DAY = 24 * 60 * 60_000;

/** Whether an address contains the current date or time, such as one that a script makes from the clock. */
export function hasClock(url: string, now: number): boolean {
  for (const [digits] of url.matchAll(/(?<!\d)(?:\d{13}|\d{10})(?!\d)/g)) {
    const at = Number(digits) * (digits.length === 10 ? 1_000 : 1);
    if (Math.abs(at - now) < DAY) return true;
  }
  return [now - DAY, now, now + DAY].some((at) => {
    const [day = ''] = new Date(at).toISOString().split('T');
    return ['-', '/', '.', '%2F', ''].some((separator) => url.includes(day.replaceAll('-', separator)));
  });
}
