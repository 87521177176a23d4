/**
 * Domains that cookies can belong to: never a public suffix alone (https://publicsuffix.org), under which browsers accept none.
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

/** Why no cookie can be shared by the hosts below a domain; null if one can be. */
export function sharedDomainFault(domain: string): string | null {
  const fault = domainFault(domain);
  if (fault !== null) return fault;
  const bare = bareDomain(domain);
  const shown = JSON.stringify(domain);
  if (parse(bare).isIp === true) {
    return `${shown} is an address: there are no hosts below it; write a domain such as ".shop.example", or leave it out`;
  }
  return bare.includes('.')
    ? null
    : `${shown} is one word: browsers share no cookies below it; write a domain such as ".shop.example", or leave it out`;
}

/** The registrable domain of a host, `shop.example` of `www.shop.example`; null for an address and for one word. */
export function registeredDomain(host: string): string | null {
  return getDomain(host, SUFFIXES);
}

/** `a.b.shop.example`, `b.shop.example`, `shop.example`. @param registered see {@link registeredDomain} */
export function domainsUpTo(registered: string, domain: string): string[] {
  const labels = domain.split('.');
  const count = labels.length - registered.split('.').length + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => labels.slice(index).join('.'));
}

/** Whether a host gets the cookies of a domain. */
export function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** The requested host as its browser sees it: `Origin` is also correct behind a proxy that rewrites `Host`. */
export function hostOfRequest(request: Request | null): string | null {
  if (request === null) return null;
  const origin = request.headers.get('origin');
  return new URL(origin !== null && URL.canParse(origin) ? origin : request.url).hostname;
}
