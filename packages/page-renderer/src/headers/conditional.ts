/** Conditional requests (RFC 9110 §13.1.2). */

/** Codings that are part of a tag, after a dot: each is a representation of its own. */
const CODINGS = new Set(['br', 'zstd', 'gzip']);

/**
 * Whether a client has a representation. Its tag in any coding means so.
 *
 * @param ifNoneMatch the header
 * @param etag without quotes and without a coding
 */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  for (const [, tag = ''] of ifNoneMatch.matchAll(/"([^"]*)"/g)) {
    if (tag === etag || (tag.startsWith(`${etag}.`) && CODINGS.has(tag.slice(etag.length + 1)))) return true;
  }
  return false;
}
