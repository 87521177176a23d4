/**
 * The language chosen on a page of the panel, if it differs from that of the browser or account: a cookie with one tag
 * of the engine's languages, set only by the click. It is needed for what the person requested, so it needs no consent
 * (ePrivacy Directive Art. 5(3), second sentence).
 */
import { LOCALE_COOKIE } from '../../i18n/locale-cookie.ts';
import type { Cookies } from './cookies.ts';

const YEAR = 365 * 24 * 60 * 60;

/** Attributes of the cookie. */
interface Keeping {
  readonly cookies: Cookies;
  /** Whether the request used https. */
  readonly secure: boolean;
}

/** Stores a choice for a year. @param locale one of the engine's languages */
export function keepLocale({ cookies, secure }: Keeping, locale: string): void {
  cookies.set(LOCALE_COOKIE, locale, { maxAge: YEAR, httpOnly: true, secure });
}

/** The choice in the request's cookie; null for none, and for anything that is not a language of the engine. */
export function chosenLocale(cookies: Cookies, locales: readonly string[]): string | null {
  const chosen = cookies.get(LOCALE_COOKIE);
  return chosen !== undefined && locales.includes(chosen) ? chosen : null;
}
