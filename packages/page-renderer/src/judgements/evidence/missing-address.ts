/** Addresses that cannot exist. */
import { randomBytes } from 'node:crypto';

/** Begins each of them, so that whoever reads the log of a site knows where they come from. */
const PREFIX = 'page-renderer-missing-';

/**
 * An address beside another one that cannot exist, because nobody can guess its name: the last part of its path is replaced,
 * or, where a script shows pages by the fragment (`#/page`), that of its fragment. Query and other fragments are left out.
 *
 * @example missingAddress(new URL('https://shop.example/lamps/8.html?a=1')).href
 * // 'https://shop.example/lamps/page-renderer-missing-….html'
 */
export function missingAddress(url: URL): URL {
  const name = PREFIX + randomBytes(16).toString('hex');
  const missing = new URL(url.href);
  const [, route] = /^(#!?\/)/.exec(url.hash) ?? [];
  if (route !== undefined) {
    missing.hash = route + name;
    return missing;
  }
  const parts = url.pathname.split('/');
  const last = parts.findLastIndex((part) => part !== '');
  if (last === -1) parts[1] = name;
  else parts[last] = name + (/\.\w{1,5}$/.exec(parts[last] ?? '')?.[0] ?? '');
  missing.pathname = parts.join('/');
  missing.search = '';
  missing.hash = '';
  return missing;
}

/** The place of addresses that cannot exist: all pages beside one another have the same. Empty for any other address. */
export function missingPlace(url: string): string {
  return url.includes(PREFIX) ? url.replaceAll(new RegExp(`${PREFIX}[0-9a-f]{32}`, 'g'), '*') : '';
}
