/**
 * What readers choose for the pages in their own browser: a cookie, set only by the form of `/preferences`. It is needed for what they
 * requested, so it needs no consent (ePrivacy Directive Art. 5(3), second sentence).
 *
 * Without a choice of a time zone, times are in that of the engine, and the script of the page shows them in that of the browser.
 */
import { PREFERENCES_COOKIE } from '../../i18n/preferences-cookie.ts';
import { isTimeZone } from '../view/wall-time.ts';
import type { Cookies } from './cookies.ts';

const YEAR = 365 * 24 * 60 * 60;

/** What can be chosen. */
export interface Preferences {
  /** IANA name of the zone of times; null for that of the browser. */
  readonly zone: string | null;
  /** Whether single keys do something, such as `/` (WCAG 2.2, 2.1.4). Default: true. */
  readonly keys: boolean;
}

/** Stores a choice for a year. @param secure whether the request used https */
export function keepPreferences(
  { cookies, secure }: { readonly cookies: Cookies; readonly secure: boolean },
  { zone, keys }: Preferences,
): void {
  const value = new URLSearchParams({ ...(zone !== null && { zone }), ...(!keys && { keys: 'off' }) }).toString();
  cookies.set(PREFERENCES_COOKIE, value, { maxAge: value === '' ? 0 : YEAR, httpOnly: true, secure });
}

/** The choice in the request's cookie; anything else counts as no choice. */
export function preferencesIn(cookies: Cookies): Preferences {
  const chosen = new URLSearchParams(cookies.get(PREFERENCES_COOKIE) ?? '');
  const zone = chosen.get('zone');
  return { zone: zone !== null && isTimeZone(zone) ? zone : null, keys: chosen.get('keys') !== 'off' };
}
