/** Finds texts of the configuration that people read in another language than that of the page. */
import type { Check, FindingKind, Found } from '../../kernel/module.ts';
import type { ChooseLanguage } from '../../platform/i18n/language.ts';
import { type HostText, isSame, localesIn, otherLanguage } from '../../platform/options/host-text.ts';
import type { Rules } from '../rules/index.ts';
import { languageName, type TermsService, textsOf } from '../terms/index.ts';
import type { NecessaryCookie } from './necessary/declaration.ts';
import type { Script } from './scripts/declaration.ts';

/** The kinds, by code. */
export const untranslatedFindings: Readonly<Record<string, FindingKind>> = {
  text_untranslated: {
    severity: 'warning',
    article: 'Art. 7(2), 12(1)',
    several: 'check.texts_untranslated',
    fix: {
      options: `rules: [{ name: 'cookie', sessionless: true, label: { en: 'Cookies', es: 'Cookies' } }],`,
      about: 'rules',
    },
  },
};

/** Longest beginning of a text in a finding. */
const LONGEST = 60;

/** What the check reads. */
export interface UntranslatedOptions {
  readonly rules: Rules;
  readonly terms: TermsService;
  readonly scripts: readonly Script[];
  readonly necessaryCookies: readonly NecessaryCookie[];
  readonly language: ChooseLanguage;
  readonly defaultLocale: string;
  /** Locales of the option `texts`. */
  readonly hostLocales: readonly string[];
}

/** A text with the path of its option. */
interface Declared {
  readonly path: string;
  readonly text: HostText;
}

function declaredIn({ rules, scripts, necessaryCookies }: UntranslatedOptions): Declared[] {
  return [
    ...rules.all.flatMap(({ label, description }, index) => texts(`rules[${index}]`, { label, description })),
    ...scripts.flatMap(({ description, cookies }, index) => [
      ...texts(`scripts[${index}]`, { description }),
      ...cookies.flatMap(({ purpose, duration }, place) =>
        texts(`scripts[${index}].cookies[${place}]`, { purpose, duration }),
      ),
    ]),
    ...necessaryCookies.flatMap(({ purpose, duration, recipients }, index) =>
      texts(`necessaryCookies[${index}]`, { purpose, duration, ...(recipients && { recipients }) }),
    ),
  ];
}

function texts(path: string, named: Readonly<Record<string, HostText>>): Declared[] {
  return Object.entries(named).map(([name, text]) => ({ path: `${path}.${name}`, text }));
}

/**
 * A finding for each text, with the languages that it lacks. The site offers the default locale, the languages of its texts in force, those
 * in which the configuration has another text, and those of the option `texts`.
 */
export function checkTranslations(options: UntranslatedOptions): Check {
  const { terms, language, defaultLocale, hostLocales } = options;
  const declared = declaredIn(options);
  return {
    needsTables: true,
    async run() {
      const published = [...(await terms.current()).values()].flatMap((term) =>
        textsOf(term).map(({ locale }) => locale),
      );
      const named = declared.flatMap(({ text }) => localesIn(text));
      const offered = new Set<string>();
      for (const tag of [defaultLocale, ...published, ...named, ...hostLocales]) {
        const { locale } = language([tag]);
        // In a language without texts of the engine there is no page.
        if (isSame(locale, tag)) offered.add(locale);
      }
      return declared.flatMap(({ path, text }) => {
        const missing = [...offered].filter((locale) => otherLanguage(text, locale) !== undefined).toSorted();
        return missing.length === 0 ? [] : [finding(path, text(defaultLocale), missing)];
      });
    },
  };
}

function finding(path: string, text: string, missing: readonly string[]): Found {
  const beginning = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const subject = (locales: readonly string[]) => `${path} “${beginning}” (${locales.join(', ')})`;
  return {
    code: 'text_untranslated',
    subject: subject(missing),
    shown: ({ locale }) => subject(missing.map((tag) => languageName(tag, locale))),
  };
}
