/**
 * Where a cookie may be stored. A browser deletes a cookie only under the domain and path it was set with, and reveals neither: so
 * it is deleted in every possible place. Never under a public suffix alone (https://publicsuffix.org): no cookie can be there, and
 * the space in the response is limited.
 */
import { bareDomain, domainsUpTo, isBelow, registeredDomain } from '../../../platform/network/cookie-domain.ts';

/**
 * Domains under which a cookie can have been set: the declared one, its `www.` form, its parents, and those of the requested host.
 * Null is the host alone, without a `Domain`.
 *
 * @param declared as the host declared it, `.shop.example` or `shop.example`
 * @param host name of the host the request came to; null if there is no request
 */
export function cookieDomains(declared: string | undefined, host: string | null): (string | null)[] {
  const domains = new Set<string | null>([null]);
  if (declared === undefined) return [...domains];
  const bare = bareDomain(declared);
  const registered = registeredDomain(bare);
  if (registered === null) return [bare, null];
  for (const domain of domainsUpTo(registered, bare)) domains.add(domain);
  if (host !== null && isBelow(host, registered)) {
    for (const domain of domainsUpTo(registered, host)) domains.add(domain);
  }
  if (!bare.startsWith('www.')) domains.add(`www.${bare}`);
  return [...domains];
}

const MOST_FOLDERS = 8;

/**
 * Default paths of cookies that a script of a page set without a path: the page's own folder (RFC 6265 §5.1.4) first, then its
 * parents.
 *
 * @param page URL or path; empty if it is not known
 */
export function foldersOf(page: string | null | undefined): string[] {
  const base = 'http://local.invalid';
  if (!page || !URL.canParse(page, base)) return [];
  const segments = new URL(page, base).pathname.split('/').slice(1, -1);
  if (segments.some((segment) => segment.includes(';'))) return [];
  const folders = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
  return folders.toReversed().slice(0, MOST_FOLDERS);
}
