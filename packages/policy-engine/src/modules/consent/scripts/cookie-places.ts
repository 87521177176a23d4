/**
 * Where a cookie may be stored. A browser deletes a cookie only under the domain and path it was set with, and reveals neither: so
 * it is deleted in every possible place. Never under a public suffix alone (https://publicsuffix.org): no cookie can be there, and
 * the space in the response is limited.
 */
import { getDomain, parse } from 'tldts';

const SUFFIXES = { allowPrivateDomains: true } as const;

/** A host from a cookie's domain as written: lower-case, without a leading dot. */
export function bareDomain(domain: string): string {
  return domain.replace(/^\./, '').toLowerCase();
}

const DOMAIN = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Of a host name, leaving room for `www.` before it. */
const LONGEST_DOMAIN = 249;

/** Why no cookie can be set for a domain; null for a valid one. */
export function domainFault(domain: string): string | null {
  const bare = bareDomain(domain);
  const shown = JSON.stringify(domain);
  if (!DOMAIN.test(bare) || bare.length > LONGEST_DOMAIN) {
    return `${shown} is not a domain such as "shop.example": no protocol, port or path, and letters beyond a to z as Punycode`;
  }
  const { publicSuffix, isIcann, isPrivate } = parse(bare, SUFFIXES);
  // A name that is not in the list, such as `localhost`, is a host.
  const isSuffix = publicSuffix === bare && (isIcann === true || isPrivate === true);
  return isSuffix ? `${shown} is a public suffix, under which no cookie can be set` : null;
}

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
  const registered = getDomain(bare, SUFFIXES);
  if (registered === null) return [bare, null];
  for (const domain of parents(bare, registered)) domains.add(domain);
  if (host !== null && (host === registered || host.endsWith(`.${registered}`))) {
    for (const domain of parents(host, registered)) domains.add(domain);
  }
  if (!bare.startsWith('www.')) domains.add(`www.${bare}`);
  return [...domains];
}

/** `a.b.shop.example`, `b.shop.example`, `shop.example`. */
function parents(domain: string, registered: string): string[] {
  const labels = domain.split('.');
  const count = labels.length - registered.split('.').length + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => labels.slice(index).join('.'));
}

/** The requested host as its browser sees it: `Origin` is also correct behind a proxy that rewrites `Host`. */
export function hostOfRequest(request: Request | null): string | null {
  if (request === null) return null;
  const origin = request.headers.get('origin');
  return new URL(origin !== null && URL.canParse(origin) ? origin : request.url).hostname;
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
