/** What an author wrote, in stored form, and what is wrong with it. */
import { canonicalTag } from '../translations/languages.ts';
import { type StructureFault, structureFault } from '../markdown/markdown.ts';
import type { Term, TermContent, TermText } from '../term.ts';
import { canonicalText, faultOf, hashOf, MAX_NOTE_LENGTH, type TextFault } from '../markdown/text.ts';

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

/** Most languages of a version: three times the number of official languages of the Union. */
export const MAX_TRANSLATIONS = 72;

/** `language`: the tag is invalid, or that of the text itself; `too_many`: more languages than {@link MAX_TRANSLATIONS}. */
export type TranslationFault = 'language' | 'too_many';

/** Something that an author must change before a text is accepted. */
export interface ContentFault {
  readonly field: 'markdown' | 'note' | 'translations' | `translations.${string}`;
  readonly fault: TextFault | StructureFault | TranslationFault;
}

/** Converts content into stored form; a note of white space only becomes null. */
export function draftContent({ markdown, material = true, note, translations = {} }: TermContent): DraftContent {
  // An invalid tag stays as written, for the error message.
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

/** The content of a text, as an author would have sent it. */
export function contentOf({ markdown, material, note, translations }: Term): TermContent {
  return {
    markdown,
    material,
    note,
    translations: Object.fromEntries(translations.map((one) => [one.locale, one.markdown])),
  };
}

/**
 * The revision that an editor opened: changes whenever the text, its note or its `material` flag changes; translations have
 * revisions of their own. SHA-256, 64 hexadecimal digits.
 */
export function revisionOf({ markdown, material, note }: Pick<DraftContent, 'markdown' | 'material' | 'note'>): string {
  return hashOf(JSON.stringify([markdown, material, note]));
}

/** Content with changes; unnamed fields stay, translations one by one. */
export function withChanges(content: TermContent, changes: Partial<TermContent>): TermContent {
  const named = Object.entries(changes.translations ?? {}).map(([tag, text]) => [canonicalTag(tag) ?? tag, text]);
  return { ...content, ...changes, translations: { ...content.translations, ...Object.fromEntries(named) } };
}

/** What is wrong with content; empty if it is valid. @param ownLocale the language the text itself is written in */
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
