/** Drafts that were deleted, and how they come back: nobody but administrators has seen them. */
import { refusals } from '../../../errors/refusals.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Undoable } from '../../preferences/index.ts';
import { TermStore } from '../store.ts';
import type { Term } from '../term.ts';

/** A draft as it was, or the translation of it that alone was removed. */
export interface DeletedDraft {
  readonly term: Term;
  /** BCP 47 tag of the translation; null for the whole draft. */
  readonly locale: string | null;
}

/** Keeps what is deleted for a moment, in the transaction that deletes it. */
export type KeepDeleted = (transaction: Database, deleted: DeletedDraft) => Promise<void>;

/** What a deletion is called when it can be undone. */
export const DELETED_DRAFT = 'draft';

/** How a deletion is undone. @param back path of the page of a text, below the mount path */
export function undoableDraft(naming: Naming, back: (term: Term) => string): Undoable<DeletedDraft> {
  return {
    kind: DELETED_DRAFT,
    back: ({ term }) => back(term),
    async restore(transaction, { term, locale }) {
      const store = new TermStore(transaction, naming);
      if (locale === null) await store.insertDraft(term, new Date(term.updatedAt));
      else if ((await store.find(term.rule, term.id))?.state !== 'draft') {
        // Published or deleted since.
        throw refusals.conflict('undo_over', 'undo.over');
      }
      for (const translation of term.translations) {
        if (locale !== null && translation.locale !== locale) continue;
        await store.translations.insert(term.id, translation, new Date(translation.updatedAt));
      }
    },
  };
}
