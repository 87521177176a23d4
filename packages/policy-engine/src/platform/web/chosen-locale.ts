/**
 * The language somebody chose on a page of the panel, where it is not that of their browser or account: a cookie that holds
 * one tag of the engine's languages, set by the click alone. It is needed for what was asked for, so it takes no consent
 * (ePrivacy Directive Art. 5(3), second sentence).
 */
import type { Cookies } from './cookies.ts';

/** Name of the cookie, as the cookie declaration has it. */
export const LOCALE_COOKIE = 'policy_engine_locale';
const YEAR = 365 * 24 * 60 * 60;

/** Where the choice is kept. */
interface Keeping {
  readonly cookies: Cookies;
  /** Whether the person came over https. */
  readonly secure: boolean;
}

/** Keeps a choice for a year. @param locale one of the engine's languages */
export function keepLocale({ cookies, secure }: Keeping, locale: string): void {
  cookies.set(LOCALE_COOKIE, locale, { maxAge: YEAR, httpOnly: true, secure });
}

/** The choice that the browser brought along; null for none, and for what is no language of the engine. */
export function chosenLocale(cookies: Cookies, locales: readonly string[]): string | null {
  const chosen = cookies.get(LOCALE_COOKIE);
  return chosen !== undefined && locales.includes(chosen) ? chosen : null;
}
