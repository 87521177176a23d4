/** Texts in the language of one request; there is no process-wide language. */
import { parseAccept } from 'hono/utils/accept';
import { formatLocaleOf } from './format-locale.ts';
import { fill, type TextParams } from './message.ts';
import { type Catalogue, frameTexts, type TextParameters, TRANSLATED } from './texts/catalogue.ts';

export type { TextParams } from './message.ts';

/** Name of a text, as in `action.save`. */
export type TextKey = keyof TextParameters;

/** The parameters of a text, which its English wording names. */
export type ParamsOf<Key extends TextKey> = TextParameters[Key];

/** Text of a key; a key with placeholders takes its parameters. */
export type Translate = <Key extends TextKey>(key: Key, ...params: ParamsOf<Key>) => string;

/** A language as one request sees it. */
export interface Language {
  /** BCP 47 tag, as in `pt-BR`. */
  readonly locale: string;
  /** BCP 47 tag for dates and numbers, as in `en-GB`: the language in the region of the reader. */
  readonly formatLocale: string;
  /** Reading direction, for the `dir` attribute. */
  readonly dir: 'ltr' | 'rtl';
  readonly t: Translate;
  /** Like `t` for a key that is only known at run time. */
  readonly text: (key: TextKey, params?: TextParams) => string;
  /** Whether there is a text of this name. */
  readonly isText: (key: string) => key is TextKey;
}

/** Texts a host adds or replaces, by locale: `{ de: { 'action.save': 'Speichern' } }`. A new locale may be partial. */
export type HostTexts = Readonly<Record<string, Readonly<Partial<Record<TextKey, string>>>>>;

const RTL_LANGUAGES: ReadonlySet<string> = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Reading direction of a language. @param locale BCP 47 tag */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const { language, script } = new Intl.Locale(locale);
  if (script !== undefined) return ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo'].includes(script) ? 'rtl' : 'ltr';
  return RTL_LANGUAGES.has(language) ? 'rtl' : 'ltr';
}

type Texts = Readonly<Record<string, string>>;

/** A language in a region. @param formatLocale see {@link Language} */
type LanguageIn = (formatLocale: string) => Language;

/** @param texts called with each text, as an engine uses few of its languages */
function languageOf(locale: string, texts: () => Texts, english: () => Texts): LanguageIn {
  const dir = directionOf(locale);
  const isText = (key: string): key is TextKey => Object.hasOwn(english(), key);
  return (formatLocale) => {
    const text = (key: TextKey, params: TextParams = {}): string =>
      fill(texts()[key] ?? english()[key] ?? key, params, formatLocale);
    return { locale, formatLocale, dir, text, isText, t: (key, ...params) => text(key, params[0] ?? {}) };
  };
}

/** Chooses among the languages of an engine. */
export interface ChooseLanguage {
  /**
   * The best match for the requested languages, best first: the exact tag, otherwise its language, otherwise the
   * default. Dates and numbers are in the region of the reader: see `formatLocaleOf`.
   */
  (wishes: readonly string[]): Language;
  /** BCP 47 tags of all languages. */
  readonly locales: readonly string[];
}

const LOCALES = ['en', ...TRANSLATED] as const;

/** Anybody can send any header, so that the choice is kept for only this many. */
const MOST_KEPT = 1000;

/** The texts of all catalogues in one, by locale; those of a locale are put together when they are first needed. */
function merged(catalogues: readonly Catalogue[]): ReadonlyMap<string, () => Texts> {
  return new Map(
    LOCALES.map((locale) => [locale, once((): Texts => Object.assign({}, ...catalogues.map((one) => one[locale])))]),
  );
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** @param tag also in the notation of other programs, `de_AT`, which pages have as their language */
function canonical(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** Tags of an `Accept-Language` header, most preferred first (RFC 9110 §12.5.4). */
export function acceptedLanguages(header: string | null): string[] {
  return parseAccept((header ?? '').slice(0, 1000))
    .filter(({ type, q }) => type !== '*' && q > 0)
    .map(({ type }) => type);
}

/** Tags of the languages of an engine, including those added by the host, in alphabetical order. */
export function localesOf(hostTexts: HostTexts = {}): readonly string[] {
  const tags = new Set([...Object.keys(frameTexts), ...Object.keys(hostTexts).flatMap((tag) => canonical(tag) ?? [])]);
  return [...tags].toSorted();
}

/**
 * The languages of an engine, including those added by the host.
 *
 * @param hostTexts - texts added or replaced
 * @param fallback - locale used if no requested language is available
 * @param modules - texts of the modules
 * @returns a choice from the requested languages, best first: the exact tag, otherwise its language, otherwise the
 * fallback
 */
export function createLanguages(
  hostTexts: HostTexts = {},
  fallback = 'en',
  modules: readonly Catalogue[] = [],
): ChooseLanguage {
  const languages = new Map<string, { readonly own: Language; readonly within: LanguageIn }>();
  const own = merged([frameTexts, ...modules]);
  const english = own.get('en')!;
  for (const tag of new Set([...own.keys(), ...Object.keys(hostTexts)])) {
    const locale = canonical(tag);
    if (locale === null) throw new TypeError(`"${tag}" is not a language tag`);
    const base = own.get(locale) ?? own.get(new Intl.Locale(locale).language) ?? english;
    const texts = hostTexts[tag] === undefined ? base : once(() => ({ ...base(), ...hostTexts[tag] }));
    const within = languageOf(locale, texts, english);
    languages.set(locale, { own: within(locale), within });
  }
  const find = (tag: string) => {
    const locale = canonical(tag);
    if (locale === null) return undefined;
    return languages.get(locale) ?? languages.get(new Intl.Locale(locale).language);
  };
  const last = find(fallback);
  if (last === undefined) throw new TypeError(`There are no texts for the default locale "${fallback}"`);
  const matching = (wishes: readonly string[]) => {
    for (const wish of wishes) {
      const language = find(wish);
      if (language !== undefined) return language;
    }
    return last;
  };
  const chosen = new Map<string, Language>();
  const choose = (wishes: readonly string[]): Language => {
    const wish = wishes.join('\0');
    const known = chosen.get(wish);
    if (known !== undefined) return known;
    const { own, within } = matching(wishes);
    const formatLocale = formatLocaleOf(own.locale, wishes);
    const language = formatLocale === own.locale ? own : within(formatLocale);
    if (chosen.size < MOST_KEPT) chosen.set(wish, language);
    return language;
  };
  return Object.assign(choose, { locales: [...languages.keys()] });
}

/**
 * A name from data within a sentence: whatever its writing direction and directional marks, the words around it keep
 * their order (Unicode Standard Annex #9, explicit directional isolates).
 */
export function isolated(name: string): string {
  return `\u2068${name.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`;
}

/** The same where words of another language usually run against the sentence; elsewhere the plain text, which files have, too. */
export function isolatedIn({ dir }: Pick<Language, 'dir'>, text: string): string {
  return dir === 'rtl' ? isolated(text) : text;
}

/** Names from data as a list within a sentence, each {@link isolated}. */
export function namesInSentence(locale: string, names: readonly string[]): string {
  return new Intl.ListFormat(locale).format(names.map(isolated));
}
