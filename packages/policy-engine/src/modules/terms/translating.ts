/** How a version comes to be there in other languages. */
import { refusals } from '../../refusals.ts';
import { contentOf, draftContent, withChanges } from './content.ts';
import { canonicalTag } from './languages.ts';
import type { Term, TermTranslation } from './term.ts';
import { hashOf } from './text.ts';
import { published, required, type Writing } from './writing.ts';

/** What is written. */
export interface NewTranslation {
  /** BCP 47 tag. */
  readonly locale: string;
  readonly markdown: string;
  /**
   * Whether it may be added to a version that is published already. It proves nothing about decisions made before, which
   * refer to the text that was shown then, and can't be changed or removed afterwards.
   */
  readonly late?: boolean;
}

/** The translation of a text into a language. @throws {PolicyEngineError} 404 while there is none */
export function translationOf(term: Term, locale: string): TermTranslation {
  const tag = canonicalTag(locale);
  const found = term.translations.find((one) => one.locale === tag);
  if (found === undefined) throw refusals.notFound();
  return found;
}

/** Writes and removes translations. */
export class Translating {
  readonly #writing: Writing;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** See `TermsService.translate`. */
  async translate(rule: string, id: string, { locale, markdown, late = false }: NewTranslation): Promise<Term> {
    return this.#writing.write(async (store) => {
      const term = required(await store.find(rule, id));
      const content = draftContent(withChanges(contentOf(term), { translations: { [locale]: markdown } }));
      if (term.state === 'draft') {
        await this.#writing.change(store, term, this.#writing.accepted(content, term.locale));
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
      await this.#writing.note(store, 'translation_added_late', term, written.locale);
      return required(await store.find(rule, id));
    });
  }

  /** See `TermsService.removeTranslation`. */
  async remove(rule: string, id: string, locale: string): Promise<TermTranslation> {
    return this.#writing.write(async (store) => {
      const term = required(await store.find(rule, id));
      const translation = translationOf(term, locale);
      if (term.state !== 'draft') throw published();
      await store.translations.remove(id, translation.locale);
      await this.#writing.note(store, 'translation_removed', term, translation.locale);
      return translation;
    });
  }
}
