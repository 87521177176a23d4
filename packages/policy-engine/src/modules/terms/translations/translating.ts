/** Adds, changes and removes translations of a version. */
import { refusals } from '../../../errors/refusals.ts';
import { contentOf, draftContent, withChanges } from '../drafts/content.ts';
import { canonicalTag } from './languages.ts';
import type { Term, TermText, TermTranslation } from '../term.ts';
import { canonicalText, hashOf } from '../markdown/text.ts';
import type { KeepDeleted } from '../drafts/deleted.ts';
import { published, required, requireRevision, type Writing } from '../drafts/writing.ts';

/** The translation to write. */
export interface NewTranslation {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly markdown: string;
  /**
   * Whether it may be added to a published version. It proves nothing about earlier decisions, which refer to the text that was
   * shown then, and it cannot be changed or removed afterwards.
   */
  readonly late?: boolean;
  /** SHA-256 of the translation that the author opened, empty for none. Default: not compared. */
  readonly revision?: string | undefined;
  /** Whether the editor saves automatically. Default: false. */
  readonly isAutosave?: boolean;
}

/** The translation of a text into a language. @throws {PolicyEngineError} 404 if there is none */
export function translationOf(term: Term, locale: string): TermTranslation {
  const tag = canonicalTag(locale);
  const found = term.translations.find((one) => one.locale === tag);
  if (found === undefined) throw refusals.notFound();
  return found;
}

/** The text of a version in a language; by default in its own. @throws {HttpError} 404 if it has none */
export function textIn(term: Term, language: string | undefined): TermText {
  return language === undefined || canonicalTag(language) === canonicalTag(term.locale)
    ? term
    : translationOf(term, language);
}

/** Writes and removes translations. */
export class Translating {
  readonly #writing: Writing;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** See `TermsService.translate`. */
  async translate(rule: string, id: string, translation: NewTranslation): Promise<Term> {
    const { locale, markdown, late = false, revision, isAutosave = false } = translation;
    return this.#writing.write(async (store) => {
      const term = required(await store.find(rule, id));
      const content = draftContent(withChanges(contentOf(term), { translations: { [locale]: markdown } }));
      if (term.state === 'draft') {
        const stored = term.translations.find((one) => one.locale === canonicalTag(locale))?.markdown;
        const isSame = stored === canonicalText(markdown);
        if (!isSame) requireRevision(revision, stored === undefined ? '' : hashOf(stored));
        await this.#writing.change(store, term, this.#writing.accepted(content, term.locale), { isAutosave });
        return required(await store.find(rule, id));
      }
      const tag = canonicalTag(locale);
      const written = content.translations.find((one) => one.locale === (tag ?? locale));
      const present = term.translations.find((one) => one.locale === tag);
      if (present !== undefined && present.markdown === written?.markdown) return term;
      if (present !== undefined || !late) throw published();
      this.#writing.accepted(content, term.locale);
      if (written === undefined) return term;
      await store.translations.insert(
        id,
        { ...written, hash: hashOf(written.markdown), late: true },
        this.#writing.now,
      );
      await this.#writing.note(store, 'translation_added_late', term, written);
      return required(await store.find(rule, id));
    });
  }

  /** See `TermsService.removeTranslation`. */
  async remove(rule: string, id: string, locale: string, keep?: KeepDeleted): Promise<TermTranslation> {
    return this.#writing.write(async (store) => {
      const term = required(await store.find(rule, id));
      const translation = translationOf(term, locale);
      if (term.state !== 'draft') throw published();
      await store.translations.remove(id, translation.locale);
      await this.#writing.note(store, 'translation_removed', term, translation);
      await keep?.(store.database, { term, locale: translation.locale });
      return translation;
    });
  }
}
