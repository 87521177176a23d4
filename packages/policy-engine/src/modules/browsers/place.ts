/**
 * Where the engine's cookies are stored in a browser: for the host alone, or shared by the hosts below a domain (`cookieDomain`), and
 * either as usual or apart for each site that shows the page in a frame (`embeddable`). A cookie of the same name in another of these
 * places is another cookie, and the browser sends both: so a write deletes the others, as far as there can be any. The name of a
 * signed cookie says where it is (`signed-cookie.ts`), which tells how the site was configured when it was written.
 */
import type { WebLogger } from '../../platform/logger.ts';
import {
  bareDomain,
  domainsUpTo,
  hostOfRequest,
  isBelow,
  registeredDomain,
} from '../../platform/network/cookie-domain.ts';
import type { CookieOptions, Cookies } from '../../platform/web/request/cookies.ts';

/** Seconds that a decision and its proof are kept after the last decision. */
export const KEPT_SECONDS: number = 400 * 24 * 60 * 60;

/** One of the ways in which a site can be configured. */
export interface Manner {
  readonly isShared: boolean;
  readonly isFramed: boolean;
}

/** All of them; the first is the default. */
export const MANNERS: readonly Manner[] = [
  { isShared: false, isFramed: false },
  { isShared: true, isFramed: false },
  { isShared: false, isFramed: true },
  { isShared: true, isFramed: true },
];

/** Where the cookies of one request are. */
export interface CookiePlace extends Manner {
  /** Whether the request came over https. */
  readonly secure: boolean;
  /** Null: the host alone. */
  readonly domain: string | null;
  readonly request: Request | null;
}

/** What the host configures. */
export interface CookiePlacesOptions {
  /** The option `cookieDomain`. */
  readonly domain: string | undefined;
  /** The option `embeddable`. */
  readonly embeddable: boolean;
  readonly isProduction: boolean;
  readonly logger: WebLogger;
}

/** Determines the place of the cookies of each request. */
export class CookiePlaces {
  readonly #options: CookiePlacesOptions;
  readonly #domain: string | null;
  readonly #told = new Set<string>();

  constructor(options: CookiePlacesOptions) {
    this.#options = options;
    this.#domain = options.domain === undefined ? null : bareDomain(options.domain);
  }

  /** @param secure whether the request came over https */
  of(request: Request | null, secure: boolean): CookiePlace {
    const domain = this.#domain === null ? null : this.#domainFor(this.#domain, hostOfRequest(request));
    const isFramed = this.#options.embeddable && secure;
    if (this.#options.embeddable && !secure && this.#options.isProduction) {
      this.#tell('http', 'embeddable needs https: without it, browsers keep no cookies in frames of other sites');
    }
    return { secure, domain, isShared: domain !== null, isFramed, request };
  }

  #domainFor(domain: string, host: string | null): string | null {
    if (host === null || isBelow(host, domain)) return domain;
    this.#tell(host, `cookieDomain is ignored for requests to ${host}, which is not below ${domain}`);
    return null;
  }

  /** Once for each reason: anybody can name a host. */
  #tell(reason: string, message: string): void {
    if (this.#told.size >= MOST_TOLD || this.#told.has(reason)) return;
    this.#told.add(reason);
    this.#options.logger.error(message, {});
  }
}

const MOST_TOLD = 20;

/** The attributes of a cookie in its place. */
export function placed({ secure, domain, isFramed }: CookiePlace): CookieOptions {
  return {
    secure,
    ...(domain !== null && { domain }),
    sameSite: isFramed ? 'None' : 'Lax',
    ...(isFramed && { partitioned: true }),
  };
}

const isSame = (one: Manner, other: Manner): boolean =>
  one.isShared === other.isShared && one.isFramed === other.isFramed;

/**
 * How a cookie that the browser sent may have been stored besides the present place.
 *
 * @param isUsed whether the request has a signed cookie that was stored in that way
 */
export function formerManners(
  cookies: Cookies,
  name: string,
  place: CookiePlace,
  isUsed: (manner: Manner) => boolean,
): readonly Manner[] {
  const { length } = cookies.all(name);
  const others = MANNERS.filter((manner) => !isSame(manner, place) && (place.secure || !manner.isFramed));
  if (length === 0) return [];
  if (length > 1) return others;
  const used = others.filter(isUsed);
  if (used.length > 0 || isUsed(place)) return used;
  // No signed cookie: a decision that could not be recorded, or that the page wrote itself.
  return others.filter(({ isShared, isFramed }) => !isShared && !isFramed);
}

/** Deletes a cookie where it may have been stored in another way. */
export function deleteFormer(cookies: Cookies, name: string, place: CookiePlace, manners: readonly Manner[]): void {
  for (const { isShared, isFramed } of manners) {
    for (const domain of isShared ? sharedDomains(place) : [null]) {
      cookies.delete(name, placed({ ...place, domain, isFramed }));
    }
  }
}

/** Domains under which a cookie may have been shared. */
function sharedDomains({ domain, request }: CookiePlace): readonly string[] {
  if (domain !== null) return [domain];
  const host = hostOfRequest(request);
  const registered = host === null ? null : registeredDomain(host);
  return host === null || registered === null ? [] : domainsUpTo(registered, host);
}
