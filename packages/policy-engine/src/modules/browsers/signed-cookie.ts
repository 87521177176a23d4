/**
 * The storage of a signed cookie: no script can read it. Over https only this very host can set it, unless the site shares it below a
 * domain.
 */
import type { Cookies } from '../../platform/web/request/cookies.ts';
import type { CookieKeys, OpenedCookie } from './keys.ts';
import { type CookiePlace, deleteFormer, formerManners, type Manner, MANNERS, placed, KEPT_SECONDS } from './place.ts';

/** The signed cookies. */
export type SignedCookie = 'policy_visitor' | 'policy_proof';

const SIGNED = ['policy_visitor', 'policy_proof'] as const;

/**
 * Browsers accept a cookie with the prefix `__Host-` only from the host itself and over https (RFC 6265bis §4.1.3.2): a sibling
 * subdomain cannot set one. A shared cookie belongs to a domain, which this prefix excludes.
 */
function nameOf(cookie: SignedCookie, { isShared, isFramed }: Manner, secure: boolean): string {
  const prefix = secure ? (isShared ? '__Secure-' : '__Host-') : '';
  return `${prefix}${cookie}${isShared ? '_shared' : ''}${isFramed ? '_framed' : ''}`;
}

/** All names that they may have. */
export const signedCookieNames: readonly string[] = SIGNED.flatMap((cookie) =>
  MANNERS.flatMap((manner) => [
    nameOf(cookie, manner, true),
    ...(manner.isFramed ? [] : [nameOf(cookie, manner, false)]),
  ]),
);

/** Whether a request has any of these cookies, by any name. Most requests have none, and then no key is needed. */
export function hasSignedCookies(cookies: Cookies): boolean {
  return signedCookieNames.some((name) => cookies.get(name) !== undefined);
}

/** Whether a request has a signed cookie that was stored in this way. */
export function usesManner(cookies: Cookies, manner: Manner, secure: boolean): boolean {
  return SIGNED.some((cookie) => cookies.get(nameOf(cookie, manner, secure)) !== undefined);
}

/**
 * The ways of storing whose cookies count here, the present one first. Over https the plain name is ignored, and a cookie that was
 * shared does not count where sharing has ended: a sibling subdomain may have set it.
 */
function counting(place: CookiePlace): readonly Manner[] {
  const others = MANNERS.filter(
    ({ isShared, isFramed }) => (place.isShared || !isShared) && (place.secure || !isFramed),
  );
  return [place, ...others];
}

/**
 * Opens a signed cookie; null for none, and for one that is not ours.
 *
 * @param beside further signed data, see `CookieKey.seal`
 */
export async function openCookie(
  keys: CookieKeys,
  cookies: Cookies,
  cookie: SignedCookie,
  place: CookiePlace,
  beside?: string,
): Promise<OpenedCookie | null> {
  for (const manner of counting(place)) {
    const value = cookies.get(nameOf(cookie, manner, place.secure));
    if (value !== undefined) return keys.open(cookie, value, beside);
  }
  return null;
}

/** Sets a signed cookie with the response, valid for another year. */
export function setSignedCookie(cookies: Cookies, cookie: SignedCookie, value: string, place: CookiePlace): void {
  deleteFormerSigned(cookies, cookie, place);
  cookies.set(nameOf(cookie, place, place.secure), value, { ...placed(place), maxAge: KEPT_SECONDS, httpOnly: true });
}

/** Deletes a signed cookie with the response. */
export function deleteSignedCookie(cookies: Cookies, cookie: SignedCookie, place: CookiePlace): void {
  deleteFormerSigned(cookies, cookie, place);
  cookies.delete(nameOf(cookie, place, place.secure), placed(place));
}

/** Each way of storing has a name of its own. */
function deleteFormerSigned(cookies: Cookies, cookie: SignedCookie, place: CookiePlace): void {
  const own = nameOf(cookie, place, place.secure);
  for (const manner of MANNERS) {
    const name = nameOf(cookie, manner, place.secure);
    if (name !== own && cookies.get(name) !== undefined) deleteFormer(cookies, name, place, [manner]);
  }
}

/** Deletes a cookie that is not signed where it was stored when the site was configured in another way. */
export function deleteElsewhere(cookies: Cookies, name: string, place: CookiePlace): void {
  const isUsed = (manner: Manner) => usesManner(cookies, manner, place.secure);
  deleteFormer(cookies, name, place, formerManners(cookies, name, place, isUsed));
}
