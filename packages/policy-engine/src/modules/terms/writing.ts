/** How texts are changed: each change in one transaction, with its entry in the log, and forgotten by memory. */
import type { AdminAction } from '../../module.ts';
import type { Audit } from '../audit/service.ts';
import { createId } from '../../platform/database/ids.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { PolicyEngineError } from '../../errors.ts';
import { refusals } from '../../refusals.ts';
import { contentFaults, contentOf, type DraftContent, draftContent } from './content.ts';
import { TermStore } from './store.ts';
import { isPublished, type Term } from './term.ts';
import type { TellPolicies } from './webhook-events.ts';

/** What writing needs. */
export interface WritingOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly now: () => Date;
  /** BCP 47 tag of the language texts are written in. */
  readonly defaultLocale: string;
  /** Notes what was done, in the transaction that does it. Default: nowhere. */
  readonly audit?: Pick<Audit, 'record'> | undefined;
  /** Tells of versions, in the transaction that changes them. Default: nobody. */
  readonly tell?: TellPolicies | undefined;
  /** Called after each write, also one that failed. */
  readonly onWritten: () => void;
}

/** Steps of which the changes to texts are made; all but `write` run inside of one. */
export class Writing {
  readonly #options: WritingOptions;

  constructor(options: WritingOptions) {
    this.#options = options;
  }

  get now(): Date {
    return this.#options.now();
  }

  /** Runs a change in a transaction of its own. */
  async write<T>(callback: (store: TermStore) => Promise<T>): Promise<T> {
    const { database, naming, onWritten } = this.#options;
    try {
      // Serializable: the number of a version is read before it is written.
      return await database.transaction((transaction) => callback(new TermStore(transaction, naming)));
    } finally {
      // Also where it failed: a commit whose answer got lost may have come through.
      onWritten();
    }
  }

  async insert(
    store: TermStore,
    rule: string,
    content: DraftContent,
    locale: string = this.#options.defaultLocale,
  ): Promise<Term> {
    const id = createId();
    await store.insertDraft({ ...content, id, rule, locale }, this.now);
    await this.note(store, 'term_created', { rule, id });
    for (const translation of content.translations) {
      await store.translations.insert(id, { ...translation, hash: null, late: false }, this.now);
      await this.note(store, 'translation_written', { rule, id }, translation.locale);
    }
    return required(await store.find(rule, id));
  }

  async change(store: TermStore, term: Term, content: DraftContent): Promise<void> {
    if (!sameWords(term, content)) {
      if (!(await store.updateDraft(term.id, content, this.now))) throw published();
      await this.note(store, 'term_changed', term);
    }
    for (const { locale } of term.translations) {
      if (content.translations.some((kept) => kept.locale === locale)) continue;
      await store.translations.remove(term.id, locale);
      await this.note(store, 'translation_removed', term, locale);
    }
    for (const translation of content.translations) await this.#translate(store, term, translation);
  }

  async #translate(store: TermStore, term: Term, translation: DraftContent['translations'][number]): Promise<void> {
    const present = term.translations.find(({ locale }) => locale === translation.locale);
    if (present?.markdown === translation.markdown) return;
    if (present === undefined) {
      await store.translations.insert(term.id, { ...translation, hash: null, late: false }, this.now);
    } else if (!(await store.translations.update(term.id, translation, this.now))) throw published();
    await this.note(store, 'translation_written', term, translation.locale);
  }

  async note(
    store: TermStore,
    action: AdminAction,
    { rule, id }: Pick<Term, 'rule' | 'id'>,
    locale?: string,
  ): Promise<void> {
    const subject = locale === undefined ? id : `${id}/translations/${locale}`;
    await this.#options.audit?.record(store.database, { action, rule, subject });
  }

  async tell(store: TermStore, step: 'published' | 'taken_back', term: Term): Promise<void> {
    if (isPublished(term)) await this.#options.tell?.(store.database, step, term);
  }

  /** @throws {PolicyEngineError} `term_refused` for content that can't be taken, see `contentFaults` */
  accepted(content: DraftContent, locale: string = this.#options.defaultLocale): DraftContent {
    const faults = contentFaults(content, locale);
    if (faults.length === 0) return content;
    const named = faults.map(({ field, fault }) => `${field}: ${fault}`).join(', ');
    throw new PolicyEngineError('term_refused', `The policy text can’t be taken (${named}).`);
  }
}

/** A published text neither changes nor goes. */
export function published(): PolicyEngineError {
  return refusals.conflict('term_published', 'error.term_published');
}

/** @throws {PolicyEngineError} 404 for nothing */
export function required(term: Term | undefined): Term {
  if (term === undefined) throw refusals.notFound();
  return term;
}

function sameWords(term: Term, content: DraftContent): boolean {
  return term.markdown === content.markdown && term.material === content.material && term.note === content.note;
}

/** Whether a text says something already, in every language. */
export function sameContent(term: Term, content: DraftContent): boolean {
  const present = draftContent(contentOf(term)).translations;
  return sameWords(term, content) && JSON.stringify(present) === JSON.stringify(content.translations);
}
