/** Which language of a text suits a reader best (RFC 4647 §3.4, lookup). */
import type { Term, TermInForce, TermText } from '../term.ts';

/** Most characters of a tag (RFC 5646 §4.4.1). */
const MAX_TAG_LENGTH = 35;

/** The canonical form of a language tag; null for an invalid one. */
export function canonicalTag(tag: string): string | null {
  if (tag.length > MAX_TAG_LENGTH) return null;
  try {
    const [canonical = null] = Intl.getCanonicalLocales(tag);
    return canonical !== null && canonical.length <= MAX_TAG_LENGTH ? canonical : null;
  } catch {
    return null;
  }
}

/** `fr-CA-x-acadie` → that, `fr-CA`, `fr`. */
function rangesOf(tag: string): string[] {
  const parts = tag.split('-');
  const ranges: string[] = [];
  while (parts.length > 0) {
    ranges.push(parts.join('-'));
    parts.pop();
    // A subtag of one letter only introduces what follows it.
    while (parts.length > 1 && parts.at(-1)?.length === 1) parts.pop();
  }
  return ranges;
}

/** Language and script: a reader of `pt` can read `pt-BR`; a reader of `zh-Hant` may not be able to read `zh-Hans`. */
function writingOf(tag: string): string {
  const { language, script = '' } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
}

/**
 * The best tag for the preferred ones, best first: the tag itself, else a wider one, else another region of the same language and
 * script; null if there is none.
 */
export function bestTag(available: readonly string[], wishes: readonly string[]): string | null {
  for (const wish of wishes) {
    const wished = canonicalTag(wish);
    if (wished === null) continue;
    const exact = rangesOf(wished).find((range) => available.includes(range));
    const found = exact ?? available.find((tag) => writingOf(tag) === writingOf(wished));
    if (found !== undefined) return found;
  }
  return null;
}

/** A text that people can decide on. */
export type ReadableText = TermText & { readonly hash: string };

/** The content of a version, its own language first. */
export function textsOf(term: TermInForce): readonly [ReadableText, ...ReadableText[]] {
  return [term, ...term.translations];
}

/** The text of a version for a reader. @param wishes BCP 47 tags, best first; if empty, the version's own language */
export function textFor(term: TermInForce, wishes: readonly string[]): ReadableText {
  if (term.translations.length === 0 || wishes.length === 0) return term;
  const texts = textsOf(term);
  const tag = bestTag(
    texts.map(({ locale }) => locale),
    wishes,
  );
  return texts.find(({ locale }) => locale === tag) ?? term;
}

/** Languages that the previous text has and this one lacks. */
export function missingLanguages(term: Term, before: Term | null): string[] {
  const present = new Set([term.locale, ...term.translations.map(({ locale }) => locale)]);
  const expected = before === null ? [] : [before.locale, ...before.translations.map(({ locale }) => locale)];
  return expected.filter((tag) => !present.has(tag));
}

/** Name of a language in another, as in "français". A text that is no tag, as an import may contain, stays as it is. */
export function languageName(tag: string, within: string = tag): string {
  try {
    return new Intl.DisplayNames(within, { type: 'language' }).of(tag) ?? tag;
  } catch (error) {
    if (error instanceof RangeError) return tag;
    throw error;
  }
}
