/** What doctor reports about the cookies that browsers really have. */
import type { Check, FindingKind, Found } from '../../../kernel/module.ts';
import { type FoundCookieJson, reportOf } from './report.ts';
import type { FoundCookiesService } from './service.ts';

/** The kinds, by code. */
export const foundCookieFindings: Readonly<Record<string, FindingKind>> = {
  // A warning: anybody can send such a request, and an error would stop a deployment.
  cookies_found_before_consent: { severity: 'warning', article: 'ePrivacy Directive Art. 5(3)' },
  cookies_found_undeclared: {
    severity: 'warning',
    article: 'ePrivacy Directive Art. 5(3)',
    fix: {
      options: `necessaryCookies: [{ name: 'basket', purpose: 'Keeps the basket', duration: '1 day', recipients: false }],`,
      about: 'necessaryCookies',
    },
  },
  pages_of_others: {
    severity: 'warning',
    article: 'Art. 32',
    fix: { code: `response.headers.set('Cache-Control', 'private, no-cache');`, about: 'pageCaching' },
  },
};

/** Days without such a request after which a finding ends: the cause was removed. */
const RECENT_DAYS = 14;
/** Reports from which on pages of others are a finding: anybody can send one. */
const FEWEST_REPORTS = 3;
/** Longest list of names in a finding. */
const MOST_NAMES = 12;

/** Findings from the cookies of the last days. */
export function checkFoundCookies(foundCookies: FoundCookiesService): Check {
  return {
    needsTables: true,
    async run() {
      const { cookies } = reportOf(await foundCookies.found(), foundCookies.declared, foundCookies.isOn);
      const from = foundCookies.day(RECENT_DAYS);
      const ofOthers = await foundCookies.foreignPages(from);
      const recent = (state: FoundCookieJson['state'], dayOf: (cookie: FoundCookieJson) => string | null) =>
        cookies.filter((cookie) => cookie.state === state && (dayOf(cookie) ?? '') >= from);
      return [
        ...(ofOthers < FEWEST_REPORTS ? [] : [{ code: 'pages_of_others', subject: String(ofOthers) }]),
        ...finding(
          'cookies_found_before_consent',
          recent('before_consent', (cookie) => cookie.last_without_consent),
        ),
        ...finding(
          'cookies_found_undeclared',
          recent('undeclared', (cookie) => cookie.last_day),
        ),
      ];
    },
  };
}

function finding(code: string, cookies: readonly FoundCookieJson[]): Found[] {
  if (cookies.length === 0) return [];
  const names = cookies.slice(0, MOST_NAMES).map(({ name }) => name);
  return [{ code, subject: names.join(', ') + (cookies.length > MOST_NAMES ? ', …' : '') }];
}
