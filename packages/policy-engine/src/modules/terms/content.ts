/** What an author wrote, in the form it is stored in, and what is wrong with it. */
import { canonicalTag } from './languages.ts';
import { type StructureFault, structureFault } from './markdown.ts';
import type { Term, TermContent, TermText } from './term.ts';
import { canonicalText, faultOf, hashOf, MAX_NOTE_LENGTH, type TextFault } from './text.ts';

/** A text in another language, as it is stored. */
export type DraftTranslation = Pick<TermText, 'locale' | 'markdown'>;

/** Content in the form it is stored in. */
export interface DraftContent {
  readonly markdown: string;
  readonly material: boolean;
  readonly note: string | null;
  /** In the order of their tags. */
  readonly translations: readonly DraftTranslation[];
}

/** Languages a version may be there in: all the official ones of the Union three times over. */
export const MAX_TRANSLATIONS = 72;

/** `language`: the tag is none, or that of the text itself; `too_many`: more languages than {@link MAX_TRANSLATIONS}. */
export type TranslationFault = 'language' | 'too_many';

/** Something an author has to change before a text can be taken. */
export interface ContentFault {
  readonly field: 'markdown' | 'note' | 'translations' | `translations.${string}`;
  readonly fault: TextFault | StructureFault | TranslationFault;
}

/** Brings content into the form it is stored in; a note of nothing but white space is none. */
export function draftContent({ markdown, material = true, note, translations = {} }: TermContent): DraftContent {
  // A tag that is none stays as it was written, for the sentence that refuses it.
  const texts = new Map(
    Object.entries(translations).map(([tag, text]): [string, string | null] => [canonicalTag(tag) ?? tag, text]),
  );
  return {
    markdown: canonicalText(markdown),
    material,
    note: canonicalText(note ?? '').trim() || null,
    translations: [...texts]
      .flatMap(([locale, text]) => (text === null ? [] : [{ locale, markdown: canonicalText(text) }]))
      .toSorted((a, b) => (a.locale < b.locale ? -1 : 1)),
  };
}

/** What a text says, as an author would have given it. */
export function contentOf({ markdown, material, note, translations }: Term): TermContent {
  return {
    markdown,
    material,
    note,
    translations: Object.fromEntries(translations.map((one) => [one.locale, one.markdown])),
  };
}

/**
 * What an editor opened: changes whenever the text, its note or its being material does; translations have revisions of
 * their own. SHA-256, 64 hexadecimal digits.
 */
export function revisionOf({ markdown, material, note }: Pick<DraftContent, 'markdown' | 'material' | 'note'>): string {
  return hashOf(JSON.stringify([markdown, material, note]));
}

/** Content with changes to it; what they don't name stays, translations one by one. */
export function withChanges(content: TermContent, changes: Partial<TermContent>): TermContent {
  const named = Object.entries(changes.translations ?? {}).map(([tag, text]) => [canonicalTag(tag) ?? tag, text]);
  return { ...content, ...changes, translations: { ...content.translations, ...Object.fromEntries(named) } };
}

/** What is wrong with content; empty if it can be taken. @param ownLocale the language the text itself is written in */
export function contentFaults({ markdown, note, translations }: DraftContent, ownLocale: string): ContentFault[] {
  const faults: ContentFault[] = [];
  const text = textFault(markdown);
  if (text !== null) faults.push({ field: 'markdown', fault: text });
  const noted = note === null ? null : faultOf(note, MAX_NOTE_LENGTH);
  if (noted !== null) faults.push({ field: 'note', fault: noted });
  if (translations.length > MAX_TRANSLATIONS) faults.push({ field: 'translations', fault: 'too_many' });
  for (const translation of translations.slice(0, MAX_TRANSLATIONS)) {
    const fault = translationFault(translation, ownLocale);
    if (fault !== null) faults.push({ field: `translations.${translation.locale.slice(0, 35)}`, fault });
  }
  return faults;
}

function translationFault({ locale, markdown }: DraftTranslation, ownLocale: string): ContentFault['fault'] | null {
  if (canonicalTag(locale) !== locale || locale === canonicalTag(ownLocale)) return 'language';
  return textFault(markdown);
}

function textFault(markdown: string): TextFault | StructureFault | null {
  return faultOf(markdown) ?? structureFault(markdown);
}
