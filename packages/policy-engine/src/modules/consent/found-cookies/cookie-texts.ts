/**
 * Compares the cookies that published texts name with the declared ones: those of scripts, those that need no consent, and the engine's
 * own. Names are recognised, not understood: a declared name; a word that begins with an underscore, as cookies of trackers do; and any
 * name in the first column of a table that has a declared cookie there. A text that names no cookie leaves the list to the cookie
 * declaration, and is not compared.
 */
import type { Check, Found } from '../../../kernel/module.ts';
import type { Rules } from '../../rules/index.ts';
import { type TermsService, textsOf } from '../../terms/index.ts';
import { type NecessaryCookie, OWN_COOKIES_SENT } from '../necessary/declaration.ts';
import { COOKIE_NAME } from '../scripts/cookie-options.ts';
import { allStored, type Script } from '../scripts/declaration.ts';

/** Longest list of names in a finding. */
const MOST_NAMES = 12;

const LIKE_A_TRACKER = /(?<![\w-])_[A-Za-z][\w*-]*/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text of HTML that the engine rendered. */
function textIn(html: string): string {
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&(\w+|#39);/g, (all, name: string) => ENTITIES[name] ?? all);
}

/** Matches a declared name, with what stands for the `*` in a text: `_ga_*`, `_ga_ABC123` or `_ga_<ID>`. */
function patternOf(declared: string): RegExp {
  const parts = declared.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`(?<![\\w-])${parts.join('[\\w*.<>-]*')}(?![\\w-])`);
}

/** Names in the first column of tables that list a known cookie there. */
function listedIn(html: string, isKnown: (name: string) => boolean): string[] {
  return [...html.matchAll(/<tbody>([^]*?)<\/tbody>/g)].flatMap(([, rows = '']) => {
    const cells = [...rows.matchAll(/<tr>\s*<td[^>]*>([^]*?)<\/td>/g)].map(([, cell = '']) => textIn(cell).trim());
    return cells.some(isKnown) ? cells.filter((cell) => COOKIE_NAME.test(cell)) : [];
  });
}

/** What a text and the declaration say differently. */
export interface CookieDifference {
  /** Declared names that the text does not have; empty if it names no cookie at all. */
  readonly unnamed: readonly string[];
  /** Names in the text that nothing declares. */
  readonly undeclared: readonly string[];
}

/**
 * Compares one text.
 *
 * @param html the text as the engine renders it
 * @param expected declared names that it should have
 * @param known all declared names of cookies and stored keys
 */
export function cookieDifference(
  html: string,
  expected: readonly string[],
  known: readonly string[],
): CookieDifference {
  const text = textIn(html);
  const patterns = [...known, ...OWN_COOKIES_SENT].map(patternOf);
  const isKnown = (name: string) => patterns.some((pattern) => pattern.exec(name)?.[0] === name);
  const candidates = [...text.matchAll(LIKE_A_TRACKER)].map(([name]) => name);
  const named = new Set([...candidates, ...listedIn(html, isKnown)]);
  const missing = expected.filter((name) => !patternOf(name).test(text));
  const namesNone = named.size === 0 && missing.length === expected.length;
  return {
    unnamed: namesNone ? [] : [...new Set(missing)],
    undeclared: [...named].filter((name) => !isKnown(name)),
  };
}

/** What the check reads. */
export interface CookieTextsOptions {
  readonly rules: Rules;
  readonly terms: TermsService;
  /** Scripts of all environments. */
  readonly scripts: readonly Script[];
  readonly necessaryCookies: readonly NecessaryCookie[];
}

/** Compares each text in force, in each language, with the cookies of the scripts that wait for its rule. */
export function checkCookieTexts({ rules, terms, scripts, necessaryCookies }: CookieTextsOptions): Check {
  const cookiesOf = (some: readonly Script[]) => some.flatMap(({ cookies }) => cookies.map(({ name }) => name));
  const stored = scripts.flatMap(allStored);
  const known = [...cookiesOf(scripts), ...stored, ...necessaryCookies.map(({ name }) => name)];
  return {
    needsTables: true,
    async run() {
      const found: Found[] = [];
      for (const [name, term] of scripts.length + necessaryCookies.length === 0 ? [] : await terms.current()) {
        const expected = cookiesOf(scripts.filter(({ rule }) => rule === name));
        const label = (locale: string) => rules.find(name)?.label(locale) ?? name;
        const link = { path: `/categories/${name}`, text: 'check.open_policy' as const, about: label };
        const add = (code: string, locale: string, names: readonly string[]) => {
          if (names.length === 0) return;
          const list = names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '');
          const shown = (view: { readonly locale: string }) => `${label(view.locale)} (${locale}): ${list}`;
          found.push({ code, subject: `${name} (${locale}): ${list}`, shown, link });
        };
        for (const text of textsOf(term)) {
          const { unnamed, undeclared } = cookieDifference(terms.html(text), expected, known);
          add('cookies_unnamed', text.locale, unnamed);
          add('cookies_undeclared', text.locale, undeclared);
        }
      }
      return found;
    },
  };
}
