/** Policies that a search finds: by name, with a version that it names, and by the words of the texts in force. */
import type { Language } from '../../../platform/i18n/language.ts';
import type { Rule, Rules } from '../../rules/index.ts';
import type { TermInForce, TermsService } from '../../terms/index.ts';
import { folded, isSearchable, type Match, wordsOf } from './words.ts';

/** A policy. */
export interface FoundText {
  readonly rule: Rule;
  /** The versions to show: those that the search names, else the one in force. */
  readonly versions: readonly { readonly id: string; readonly version: number }[];
  /** Words of the text around what was found in it; null if the name was found. */
  readonly excerpt: { readonly text: string; readonly locale: string } | null;
}

/** What is read. */
export interface TextSources {
  readonly rules: Rules;
  /** The texts in force, by rule. */
  readonly current: () => Promise<ReadonlyMap<string, TermInForce>>;
  readonly terms: Pick<TermsService, 'published'>;
}

/** Shorter words are in every text. */
const SHORTEST_IN_TEXTS = 4;
/** Characters before and after what was found. */
const AROUND = 60;
/** More versions than one search names. */
const MOST_NAMED = 3;

/** Policies whose names have the words; then those whose texts in force have them. */
export async function textsFound(
  { rules, current, terms }: TextSources,
  text: string,
  { locale, t }: Pick<Language, 'locale' | 't'>,
  match: Match,
): Promise<FoundText[]> {
  const texts = await current();
  const inForce = (rule: Rule) => {
    const term = texts.get(rule.name);
    return term === undefined ? [] : [{ id: term.id, version: term.version }];
  };
  const named = match(rules.all, text, ({ name, label }) => [name, label(locale)]);
  if (named.length > 0) return named.map((rule) => ({ rule, versions: inForce(rule), excerpt: null }));
  const numbers = [...new Set(text.match(/(?<!\d)[1-9]\d{0,4}(?!\d)/g))].slice(0, MOST_NAMED).map(Number);
  const versions = await Promise.all(
    numbers.flatMap((version) =>
      match(rules.all, text, ({ name, label }) => [
        `${name} ${label(locale)} ${t('terms.version', { version })} v${version}`,
      ]).map(async (rule) => ({ rule, term: await terms.published(rule.name, { version }) })),
    ),
  );
  const found = versions.flatMap(({ rule, term }): FoundText[] =>
    term === null || term.version === null
      ? []
      : [{ rule, versions: [{ id: term.id, version: term.version }], excerpt: null }],
  );
  if (found.length > 0) return found;
  return rules.all.flatMap((rule) => {
    const excerpt = excerptOf(texts.get(rule.name), text, locale);
    return excerpt === null ? [] : [{ rule, versions: inForce(rule), excerpt }];
  });
}

/** A text in one of its languages, as it is searched. */
interface Words {
  readonly locale: string;
  readonly shown: string;
  readonly folded: string;
}

/** By text, as long as it is in memory. */
const known = new WeakMap<TermInForce, readonly Words[]>();

function wordsIn(term: TermInForce): readonly Words[] {
  const words =
    known.get(term) ??
    [term, ...term.translations].map(({ locale, markdown }) => {
      // Marks of Markdown are not what somebody remembers of a text.
      const shown = markdown.replaceAll(/[*_#>`|\\]+/g, ' ').replaceAll(/\s+/g, ' ');
      return { locale, shown, folded: folded(shown) };
    });
  known.set(term, words);
  return words;
}

function excerptOf(term: TermInForce | undefined, text: string, locale: string): FoundText['excerpt'] {
  const words = wordsOf(text);
  if (term === undefined || !isSearchable(words) || words.every(({ length }) => length < SHORTEST_IN_TEXTS))
    return null;
  const found = wordsIn(term).filter((one) => words.every((word) => one.folded.includes(word)));
  const best = found.find((one) => one.locale === locale) ?? found[0];
  if (best === undefined) return null;
  const { shown } = best;
  const longest = words.reduce((one, other) => (other.length > one.length ? other : one));
  // Where accents are folded, places differ by a few characters, which an excerpt may.
  const at = Math.max(0, best.folded.indexOf(longest));
  const start = at <= AROUND ? 0 : shown.indexOf(' ', at - AROUND) + 1;
  const end = shown.length <= at + AROUND ? shown.length : shown.lastIndexOf(' ', at + longest.length + AROUND);
  const cut = shown.slice(start, Math.max(end, at + longest.length)).trim();
  return { text: `${start > 0 ? '… ' : ''}${cut}${end < shown.length ? ' …' : ''}`, locale: best.locale };
}
