/** Checks of the consents as the host declares them. */
import type { Check, FindingKind, Found } from '../../kernel/module.ts';
import type { Rule } from '../rules/index.ts';
import { agesFindings } from './ages/checks.ts';
import { foundCookieFindings } from './found-cookies/checks.ts';
import { untranslatedFindings } from './untranslated.ts';
import type { Script } from './scripts/declaration.ts';

/** What the checks can find. */
export const findings: Readonly<Record<string, FindingKind>> = {
  no_cookie_rule: {
    severity: 'error',
    article: 'ePrivacy Directive Art. 5(3)',
    fix: { options: `rules: [{ name: 'cookie', sessionless: true }],`, about: 'rules' },
  },
  no_age_rule: {
    severity: 'error',
    article: 'Art. 8(1)',
    fix: { options: `rules: [{ name: 'age' }],`, about: 'rules' },
  },
  no_privacy_rule: {
    severity: 'error',
    article: 'Art. 13',
    fix: { options: `rules: [{ name: 'privacy_terms' }],`, about: 'rules' },
  },
  blocking_consent: {
    severity: 'error',
    article: 'Art. 7(4)',
    fix: { options: `rules: [{ name: 'newsletter', blocking: false }],`, about: 'rules' },
  },
  withdrawal_harder: {
    severity: 'error',
    article: 'Art. 7(3)',
    fix: { options: `rules: [{ name: 'newsletter', validatesOn: [] }],`, about: 'rules' },
  },
  withdrawal_hidden: {
    severity: 'warning',
    article: 'Art. 7(3)',
    fix: { options: `loginUrl: '/sign-in',`, about: 'loginUrl' },
  },
  cookies_stay: {
    severity: 'warning',
    article: 'Art. 7(3)',
    fix: {
      options: `scripts: [
  {
    name: 'stats',
    script: '<script src="/stats.js"></script>',
    domain: 'shop.example',
    environments: ['production'],
    cookies: ['_stats'],
    permanent: false,
  },
],`,
      about: 'scripts',
    },
  },
  cookies_undescribed: {
    severity: 'warning',
    article: 'ePrivacy Directive Art. 5(3)',
    fix: {
      options: `scripts: [
  {
    name: 'stats',
    script: '<script src="/stats.js"></script>',
    domain: 'shop.example',
    environments: ['production'],
    provider: 'Stats Ltd',
    cookies: [{ name: '_stats', purpose: 'Counts visits', duration: '1 year' }],
  },
],`,
      about: 'scripts',
    },
  },
  cookies_unnamed: { severity: 'warning', article: 'ePrivacy Directive Art. 5(3)' },
  cookies_undeclared: {
    severity: 'warning',
    article: 'ePrivacy Directive Art. 5(3)',
    fix: {
      options: `necessaryCookies: [{ name: 'basket', purpose: 'Keeps the basket', duration: '1 day', recipients: false }],`,
      about: 'necessaryCookies',
    },
  },
  ...agesFindings,
  ...foundCookieFindings,
  ...untranslatedFindings,
  pages_kept_by_caches: {
    severity: 'warning',
    article: 'Art. 32',
    fix: { options: `pageCaching: 'host',`, about: 'pageCaching' },
  },
  environment_unset: {
    severity: 'warning',
    article: null,
    fix: { options: `environment: 'production',`, about: 'environment' },
  },
};

/** The part of the configuration that the checks look at. */
export interface CheckedConsents {
  readonly rules: readonly Rule[];
  readonly scripts: readonly Script[];
  readonly hasLogin: boolean;
  /** Whether the environment was set explicitly. */
  readonly hasEnvironment: boolean;
}

/** Words in the names of rules that indicate what they are about. */
const AGE = /(?:^|_)(?:age|minor|adult|birth\w*)(?:_|$)/;
const PRIVACY = /(?:^|_)(?:privacy|terms|tos|gdpr|policy)(?:_|$)/;
const OPTIONAL =
  /(?:^|_)(?:cookies?|marketing|newsletters?|analytics|tracking|ads?|advertis\w*|profiling|personali[sz]ation|statistics)(?:_|$)/;

/** Whether a rule is a free consent: it must not be required of anybody. */
function isConsent(rule: Rule, scripts: readonly Script[]): boolean {
  return rule.sessionless || OPTIONAL.test(rule.name) || scripts.some((script) => script.rule === rule.name);
}

/** Whether people are told who keeps a cookie, what for and how long (CJEU C-673/17, Planet49). */
function isDescribed({ provider, cookies }: Script): boolean {
  const isTold = (words: Script['description']) => words('en') !== '';
  return (
    cookies.length === 0 || (provider !== '' && cookies.every((one) => isTold(one.purpose) && isTold(one.duration)))
  );
}

/** Findings from the configuration. */
export function checkConsents({ rules, scripts, hasLogin, hasEnvironment }: CheckedConsents): Check {
  const found: Found[] = [];
  const add = (isFound: boolean, code: string, rule?: Rule) => {
    if (!isFound) return;
    found.push(
      rule === undefined
        ? { code, subject: null }
        : { code, subject: rule.name, shown: (view) => rule.label(view.locale) },
    );
  };
  const addScript = (isFound: boolean, code: string, { name }: Script) => {
    if (isFound) found.push({ code, subject: name });
  };
  add(!rules.some(({ sessionless }) => sessionless), 'no_cookie_rule');
  add(!rules.some(({ name }) => AGE.test(name)), 'no_age_rule');
  add(!rules.some(({ name }) => PRIVACY.test(name)), 'no_privacy_rule');
  for (const rule of rules.filter((one) => isConsent(one, scripts))) {
    add(rule.blocking, 'blocking_consent', rule);
    // People who withdraw such a consent can no longer save their account; this was not a condition when they gave it.
    add(rule.validatesOn.length > 0, 'withdrawal_harder', rule);
  }
  // Given in a sign-up form without signing in; can be withdrawn only on a page that is not linked from anywhere.
  add(!hasLogin && rules.some(({ sessionless }) => !sessionless), 'withdrawal_hidden');
  for (const script of scripts) addScript(script.permanent && script.cookies.length > 0, 'cookies_stay', script);
  for (const script of scripts) addScript(!isDescribed(script), 'cookies_undescribed', script);
  add(!hasEnvironment, 'environment_unset');
  return { run: () => found };
}
