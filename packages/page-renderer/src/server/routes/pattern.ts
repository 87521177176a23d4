/** Removal of results whose URL matches a pattern, in which `*` stands for any characters. */
import { normalizedUrl } from '../../cache/keys/key.ts';
import type { ResultCache } from '../../cache/result-cache.ts';
import type { Removal } from '../../cache/stores/store.ts';
import { SHOWN } from '../../cache/stores/store.ts';
import { RendererError } from '../../kernel/errors.ts';

/** Maximum length of a pattern in characters, and of `*` in it. */
const MAX = { length: 1_000, stars: 20 };
/** Number of pages that are removed together. */
const TOGETHER = 500;

/** A pattern of URLs. */
export interface UrlPattern {
  readonly text: string;
  /** The beginning of all URLs that match. */
  readonly prefix: string;
  readonly matches: (url: string) => boolean;
}

/** @throws {RendererError} `invalid-parameter` */
export function readPattern(text: string): UrlPattern {
  const [head = ''] = text.split('*', 1);
  const url = /^https?:\/\/[^/*?#]+\/[^]*$/i.test(head) ? URL.parse(text) : null;
  const stars = text.split('*').length - 1;
  if (!url || url.username !== '' || text.length > MAX.length || stars > MAX.stars) {
    const rule = `its host must be complete, and it has at most ${MAX.stars} "*"`;
    throw new RendererError(
      'invalid-parameter',
      `pattern: expected one such as https://example.com/lamps/*?page=*; ${rule}`,
    );
  }
  const whole = normalizedUrl(url);
  const [prefix = '', ...rest] = whole.split(/\*+/);
  return {
    text: whole,
    prefix,
    matches: (address) => address.startsWith(prefix) && fits(address, prefix.length, rest),
  };
}

/** Each part is looked for after the one before, so that it takes no longer than the URL is long. */
function fits(address: string, from: number, parts: readonly string[]): boolean {
  let at = from;
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) return address.length - part.length >= at && address.endsWith(part);
    const found = address.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at === address.length;
}

/**
 * Removes every variant of the pages that match, or only lists them. A result that is being rendered, and that was not stored before,
 * is not removed.
 *
 * @throws {RendererError} `cache-unavailable`
 */
export async function removeMatching(cache: ResultCache, pattern: UrlPattern, dryRun: boolean): Promise<Removal> {
  const [pages, urls] = [new Set<string>(), new Set<string>()];
  let count = 0;
  for await (const { id, metadata } of cache.list({ by: 'prefix', prefix: pattern.prefix })) {
    if (!pattern.matches(metadata.url)) continue;
    count += 1;
    pages.add(id.slice(0, 32));
    if (urls.size < SHOWN) urls.add(metadata.url);
  }
  if (dryRun) return { count, urls: [...urls] };
  const all = [...pages];
  let removed = 0;
  for (let at = 0; at < all.length; at += TOGETHER) {
    removed += (await cache.remove({ by: 'page', pages: all.slice(at, at + TOGETHER) })).count;
  }
  return { count: removed, urls: [...urls] };
}
