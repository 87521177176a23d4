/**
 * Cookies and stored keys that need no consent (ePrivacy Directive Art. 5(3), second sentence): the engine's own, and those that
 * the host declares.
 */
import { type HostText, type LocalText, otherLanguages, type Reading } from '../../../platform/options/host-text.ts';
import { LOCALE_COOKIE } from '../../../platform/i18n/locale-cookie.ts';
import { LISTS_COOKIE } from '../../../platform/i18n/lists-cookie.ts';
import { PREFERENCES_COOKIE } from '../../../platform/i18n/preferences-cookie.ts';
import { NOTICE_COOKIE } from '../../../platform/i18n/notice-cookie.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { ScriptCookie } from '../scripts/declaration.ts';

/** Where in a browser something is stored: `localStorage`, `sessionStorage`, a database of IndexedDB, a cache of the Cache Storage. */
export const storageKinds = ['cookie', 'local-storage', 'session-storage', 'indexed-db', 'cache-storage'] as const;
/** One of {@link storageKinds}. */
export type StorageKind = (typeof storageKinds)[number];

/** A cookie or key of the host that needs no consent, because the site cannot do what a person asks for without it. */
export interface NecessaryCookieOptions {
  /** Its name, or the key; `*` matches any characters, as in `session_*`. */
  readonly name: string;
  /** Where it is stored. Default: `cookie`. */
  readonly kind?: StorageKind;
  /** What it is for. */
  readonly purpose: LocalText;
  /** How long it is kept, in words: `until you sign out`. */
  readonly duration: LocalText;
  /** Third parties that receive or read it; false if there are none (CJEU C-673/17, § 81). */
  readonly recipients: LocalText | false;
  /** Of a cookie. Default: the host alone. */
  readonly domain?: string;
  /** Of a cookie. Default: `/`. */
  readonly path?: string;
}

/** The same with its defaults filled in. */
export interface NecessaryCookie extends ScriptCookie {
  readonly kind: StorageKind;
  /** Null: nobody but the site. */
  readonly recipients: HostText | null;
}

/** A cookie in the cookie declaration. */
export interface DeclaredCookieJson {
  name: string;
  purpose: string;
  duration: string;
  domain: string | null;
  path: string;
  /** Languages of texts that are not in the language of the page, by their names. */
  lang?: Record<string, string> | undefined;
}

/** A cookie or key that needs no consent, in the cookie declaration. */
export interface NecessaryCookieJson extends DeclaredCookieJson {
  kind: StorageKind;
  recipients: string | null;
}

/** Names of the engine's own cookies. Where a site shares them or is shown in frames, the signed ones say so at the end of their names. */
export const OWN_COOKIES: readonly string[] = [
  'policy_rule_*',
  'policy_visitor',
  'policy_visitor_*',
  'policy_proof',
  'policy_proof_*',
  'policy_gpc',
  'policy_told',
  LOCALE_COOKIE,
  PREFERENCES_COOKIE,
  LISTS_COOKIE,
  NOTICE_COOKIE,
];

/** Names that the engine's own cookies have in a browser: over https some have a prefix. */
export const OWN_COOKIES_SENT: readonly string[] = OWN_COOKIES.flatMap((name) => [
  name,
  `__Host-${name}`,
  `__Secure-${name}`,
]);

/**
 * What needs no consent, in one language: the engine's own, which store and prove a decision, then the host's.
 *
 * @param mount path of the engine: of its cookies, only the notice is limited to it
 */
export function necessaryJson(
  declared: readonly NecessaryCookie[],
  { locale, t }: Pick<Language, 'locale' | 't'>,
  mount: string,
): NecessaryCookieJson[] {
  const place = { kind: 'cookie', duration: t('choice.own.year'), domain: null, path: '/', recipients: null } as const;
  return [
    { name: 'policy_rule_*', purpose: t('choice.own.rule'), ...place },
    { name: 'policy_visitor', purpose: t('choice.own.visitor'), ...place },
    { name: 'policy_proof', purpose: t('choice.own.proof'), ...place },
    { name: 'policy_gpc', purpose: t('choice.own.gpc'), ...place },
    { name: 'policy_told', purpose: t('choice.own.told'), ...place },
    { name: LOCALE_COOKIE, purpose: t('choice.own.locale'), ...place },
    { name: PREFERENCES_COOKIE, purpose: t('choice.own.panel'), ...place },
    { name: LISTS_COOKIE, purpose: t('choice.own.lists'), ...place, path: mount, duration: t('choice.own.session') },
    { name: NOTICE_COOKIE, purpose: t('choice.own.notice'), ...place, path: mount, duration: t('choice.own.minute') },
    ...declared.map((cookie) => necessaryCookieJson(cookie, locale)),
  ];
}

/** A cookie or key of the host that needs no consent, in one language. */
export function necessaryCookieJson(cookie: NecessaryCookie, locale: string): NecessaryCookieJson {
  const { purpose, duration, recipients, kind } = cookie;
  return {
    ...cookieJson(cookie, locale),
    kind,
    recipients: recipients?.(locale) ?? null,
    ...otherLanguages({ purpose, duration, ...(recipients && { recipients }) }, locale),
  };
}

/** A declared cookie in one language. */
export function cookieJson(
  { name, purpose, duration, domain, path }: ScriptCookie,
  reading: Reading,
): DeclaredCookieJson {
  return {
    name,
    purpose: purpose(reading),
    duration: duration(reading),
    domain: domain ?? null,
    path,
    ...otherLanguages({ purpose, duration }, reading),
  };
}
