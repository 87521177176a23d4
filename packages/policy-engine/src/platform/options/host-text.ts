/**
 * Texts of the host: one text, which is in the default locale; texts by locale; or a function of the locale. A text that is not in the
 * language of a page is shown all the same, and says which language it is in.
 */
import { atOnce } from '../answered.ts';

/** A text in the default locale, or a function that knows more languages. */
export type OneText = string | ((locale: string) => string);

/** Texts by BCP 47 tag, with one in the default locale: `{ en: 'Statistics', de: 'Statistik' }`. */
export type TextByLocale = Readonly<Record<string, string>>;

/** A text of the host, plain or by locale. */
export type LocalText = OneText | TextByLocale;

/** The language of a page, or with it the languages of its reader, best first. */
export type Reading = string | readonly string[];

/** A text of the host as code reads it. */
export type HostText = (reading: Reading) => string;

interface Source {
  readonly text: LocalText;
  /** Locale of a plain text, and of what a function answers when it does not know a language. */
  readonly ownLocale: string;
}

/** A text, and the locale it is in; undefined for one that is left out. */
interface Found {
  readonly text: string | undefined;
  readonly locale: string;
}

const sources = new WeakMap<object, Source>();

/** The default locale of the configuration that is being read. */
let defaultLocale = 'en';

/** Reads a configuration whose plain texts are in a locale. */
export function inDefaultLocale<Result>(locale: string, read: () => Result): Result {
  const before = defaultLocale;
  defaultLocale = locale;
  try {
    return read();
  } finally {
    defaultLocale = before;
  }
}

/** The locale that {@link inDefaultLocale} has set. */
export function localeOfTexts(): string {
  return defaultLocale;
}

/** Texts by locale as a function of the locale. */
export function byLocale(texts: TextByLocale): (locale: string) => string {
  const source = { text: texts, ownLocale: defaultLocale };
  const read = (locale: string) => found(source, [locale]).text ?? '';
  sources.set(read, source);
  return read;
}

/** A text of the host's as a function of the locale. @param otherwise what a function that fails is replaced with */
export function localised(text: LocalText, otherwise: string = ''): HostText {
  const source = (typeof text === 'function' ? sources.get(text) : undefined) ?? { text, ownLocale: defaultLocale };
  const read: HostText = (reading) => found(source, [reading].flat()).text ?? otherwise;
  sources.set(read, source);
  return read;
}

/**
 * The language of a text, where it is not that of the page.
 *
 * @returns a BCP 47 tag; undefined for a text in the language of the page, an empty one, or one of unknown origin
 */
export function otherLanguage(text: (locale: string) => string, reading: Reading): string | undefined {
  const source = sources.get(text);
  const [page = defaultLocale] = [reading].flat();
  if (source === undefined) return undefined;
  const { text: shown = '', locale } = found(source, [reading].flat());
  return shown.trim() === '' || isSame(locale, page) ? undefined : locale;
}

/** The languages of texts that are not in that of the page, by their names in JSON; nothing if all of them are. */
export function otherLanguages(
  texts: Readonly<Record<string, HostText>>,
  reading: Reading,
): { readonly lang?: Record<string, string> } {
  const found = Object.entries(texts).flatMap(([name, text]) => {
    const lang = otherLanguage(text, reading);
    return lang === undefined ? [] : [[name, lang] as const];
  });
  return found.length === 0 ? {} : { lang: Object.fromEntries(found) };
}

/** Locales in which a text was written, as far as its declaration says. */
export function localesIn(text: (locale: string) => string): readonly string[] {
  const source = sources.get(text)?.text;
  return typeof source === 'object' ? Object.keys(source) : [];
}

/**
 * The text in a language; undefined if there is none. A text is never worth an error: a function that throws, or returns anything but
 * a text, is reported on standard error, once, and counts as one that has none. It may be asked after a decision is stored.
 */
export function textIn(text: LocalText | undefined, locale: string): string | undefined {
  if (typeof text !== 'function') return text && found({ text, ownLocale: defaultLocale }, [locale]).text;
  const source = sources.get(text);
  return source === undefined ? called(text, locale) : found(source, [locale]).text;
}

function found({ text, ownLocale }: Source, wishes: readonly string[]): Found {
  if (typeof text === 'string') return { text, locale: ownLocale };
  if (typeof text === 'function') return answered(text, ownLocale, wishes);
  for (const wish of [...wishes, ownLocale]) {
    const tags = Object.keys(text);
    const tag = tags.find((one) => canonical(one) === canonical(wish)) ?? tags.find((one) => isSame(one, wish));
    if (tag !== undefined) return { text: text[tag], locale: canonical(tag) };
  }
  return { text: undefined, locale: ownLocale };
}

/** Functions usually answer in the default locale where they do not know a language: an equal answer counts as not translated. */
function answered(text: (locale: string) => string, ownLocale: string, wishes: readonly string[]): Found {
  const [page = ownLocale] = wishes;
  if (isSame(page, ownLocale)) return { text: called(text, page), locale: page };
  const own = called(text, ownLocale);
  for (const wish of wishes) {
    const answer = called(text, wish);
    if (isSame(wish, ownLocale) || answer !== own) return { text: answer, locale: wish };
  }
  return { text: own, locale: ownLocale };
}

/** The functions that have failed: each is reported once, since a page may ask for a text many times. */
const failed = new WeakSet<object>();

function called(text: (locale: string) => string, locale: string): string | undefined {
  try {
    const result: unknown = atOnce(text(locale));
    if (typeof result === 'string') return result;
    report(text, `returned a ${typeof result}`);
  } catch {
    report(text, 'threw an error');
  }
  return undefined;
}

function report(text: object, what: string): void {
  if (failed.has(text)) return;
  failed.add(text);
  process.stderr.write(`policy-engine: a text by locale of the configuration ${what} and is left out\n`);
}

/** Browsers may send anything as a language. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}

const canonical = (tag: string): string => localeOf(tag)?.toString() ?? tag;

/** Whether two locales are the same language, in the same script. */
export function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [localeOf(one)?.maximize(), localeOf(other)?.maximize()];
  return a !== undefined && a.language === b?.language && a.script === b.script;
}

/** Whether a name of an object can be that of a language: `de`, `pt-BR`. */
export function isLanguageTag(tag: string): boolean {
  return /^[a-z]{2,3}(?:-|$)/i.test(tag) && localeOf(tag) !== undefined;
}
