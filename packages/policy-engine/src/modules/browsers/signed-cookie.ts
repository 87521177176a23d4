/** The storage of a signed cookie: no script can read it, and over https only this very host can set it. */
import type { Cookies } from '../../platform/web/cookies.ts';
import type { CookieKeys, OpenedCookie } from './keys.ts';
import { YEAR } from './rule-cookies.ts';

/** The signed cookies. */
export type SignedCookie = 'policy_visitor' | 'policy_proof';

/**
 * Browsers accept a cookie with this prefix only from the host itself and over https (RFC 6265bis §4.1.3.2): a sibling subdomain
 * cannot set one.
 */
function nameOf(cookie: SignedCookie, secure: boolean): string {
  return secure ? `__Host-${cookie}` : cookie;
}

/** All names that they may have. */
export const signedCookieNames: readonly string[] = (['policy_visitor', 'policy_proof'] as const).flatMap((cookie) => [
  nameOf(cookie, true),
  nameOf(cookie, false),
]);

/** Whether a request has any of these cookies, by any name. Most requests have none, and then no key is needed. */
export function hasSignedCookies(cookies: Cookies): boolean {
  return signedCookieNames.some((name) => cookies.get(name) !== undefined);
}

/**
 * Opens a signed cookie; null for none, and for one that is not ours. Over https the plain name is ignored.
 *
 * @param beside further signed data, see `CookieKey.seal`
 */
export async function openCookie(
  keys: CookieKeys,
  cookies: Cookies,
  cookie: SignedCookie,
  secure: boolean,
  beside?: string,
): Promise<OpenedCookie | null> {
  const value = cookies.get(nameOf(cookie, secure));
  return value === undefined ? null : keys.open(cookie, value, beside);
}

/** Sets a signed cookie with the response, valid for another year. */
export function setSignedCookie(cookies: Cookies, cookie: SignedCookie, value: string, secure: boolean): void {
  cookies.set(nameOf(cookie, secure), value, { maxAge: YEAR, httpOnly: true, secure, sameSite: 'Lax' });
}

/** Deletes a signed cookie with the response. */
export function deleteSignedCookie(cookies: Cookies, cookie: SignedCookie, secure: boolean): void {
  cookies.delete(nameOf(cookie, secure), { secure });
}
