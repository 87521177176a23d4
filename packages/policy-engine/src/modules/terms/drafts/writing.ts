/** Changes texts: each change in one transaction, with its audit log entry, after which memory is invalidated. */
import type { AdminAction } from '../../../kernel/module.ts';
import type { Approvals } from '../../approvals/index.ts';
import type { Audit } from '../../audit/index.ts';
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { refusals } from '../../../errors/refusals.ts';
import { contentFaults, contentOf, type DraftContent, draftContent, revisionOf } from './content.ts';
import { TermStore } from '../store.ts';
import { isPublished, type Term } from '../term.ts';
import type { NotifyPolicies } from '../announcements/webhook-events.ts';

/** What writing needs. */
export interface WritingOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly now: () => Date;
  /** BCP 47 tag of the language texts are written in. */
  readonly defaultLocale: string;
  /** Records what was done, in the same transaction. Default: not recorded. */
  readonly audit?: Pick<Audit, 'record' | 'recordStretch'> | undefined;
  /** Reports versions, in the transaction that changes them. Default: not reported. */
  readonly tell?: NotifyPolicies | undefined;
  /** Schedules the mails about a version, in the transaction that publishes it. Default: none. */
  readonly announce?: ((transaction: Database, term: Term) => Promise<void>) | undefined;
  /** Cancels these mails, in the transaction that takes the version back. Default: there are none. */
  readonly cancelAnnouncement?: ((transaction: Database, term: Term) => Promise<void>) | undefined;
  /** Whether a text may be published now, or was only proposed to a second administrator. Default: it may. */
  readonly approvals?: Pick<Approvals, 'isApproved' | 'forget'> | undefined;
  /** Called after each write, even a failed one. */
  readonly onWritten: () => void;
}

/** How a draft is changed. */
export interface ChangeOptions {
  /** The opened revision, see `revisionOf`; a draft with another revision is not changed. Default: not compared. */
  readonly revision?: string | undefined;
  /** Whether the editor saves automatically: such changes are recorded once per work session. Default: false. */
  readonly isAutosave?: boolean;
}

/** Changes that an editor saves automatically within this time are one entry in the audit log. */
const STRETCH_MS = 10 * 60_000;

/** The building blocks of changes to texts; all but `write` run inside one. */
export class Writing {
  readonly #options: WritingOptions;

  constructor(options: WritingOptions) {
    this.#options = options;
  }

  get now(): Date {
    return this.#options.now();
  }

  /** Runs a change in its own transaction. */
  async write<T>(callback: (store: TermStore) => Promise<T>): Promise<T> {
    const { database, naming, onWritten } = this.#options;
    try {
      // Serializable: the number of a version is read before it is written.
      return await database.transaction((transaction) => callback(new TermStore(transaction, naming)));
    } finally {
      // Also after a failure: a commit whose response was lost may have succeeded.
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
      await this.note(store, 'translation_written', { rule, id }, translation);
    }
    return required(await store.find(rule, id));
  }

  /** @throws {PolicyEngineError} 409 `term_published`; 409 `term_changed` if its revision is not the opened one */
  async change(store: TermStore, term: Term, content: DraftContent, options: ChangeOptions = {}): Promise<void> {
    if (!sameWords(term, content)) {
      requireRevision(options.revision, revisionOf(term));
      if (!(await store.updateDraft(term.id, content, this.now))) throw published();
      await this.note(store, 'term_changed', term, { isAutosave: options.isAutosave ?? false });
    }
    for (const { locale } of term.translations) {
      if (content.translations.some((kept) => kept.locale === locale)) continue;
      await store.translations.remove(term.id, locale);
      await this.note(store, 'translation_removed', term, { locale });
    }
    for (const translation of content.translations) await this.#translate(store, term, translation, options);
  }

  async #translate(
    store: TermStore,
    term: Term,
    translation: DraftContent['translations'][number],
    { isAutosave = false }: ChangeOptions,
  ): Promise<void> {
    const present = term.translations.find(({ locale }) => locale === translation.locale);
    if (present?.markdown === translation.markdown) return;
    if (present === undefined) {
      await store.translations.insert(term.id, { ...translation, hash: null, late: false }, this.now);
    } else if (!(await store.translations.update(term.id, translation, this.now))) throw published();
    await this.note(store, 'translation_written', term, { locale: translation.locale, isAutosave });
  }

  /**
   * Whether a draft may be published now.
   *
   * @returns false if it was only proposed to a second administrator
   * @throws {PolicyEngineError} 409 `second_person_needed`
   */
  async isApproved(store: TermStore, term: Term, at: Date | undefined, isAnnounced: boolean): Promise<boolean> {
    const { approvals } = this.#options;
    if (approvals === undefined) return true;
    const { rule, id } = term;
    const content = { text: contentOf(term), at: at?.toISOString() ?? null, isAnnounced };
    const path = `/categories/${rule}/terms/${id}`;
    return approvals.isApproved(store.database, { act: 'publish', subject: id, path, rule, content });
  }

  /** Ends the proposal to publish a draft that is deleted. */
  async forgetProposal(store: TermStore, id: string): Promise<void> {
    await this.#options.approvals?.forget(store.database, 'publish', id);
  }

  async note(
    store: TermStore,
    action: AdminAction,
    { rule, id }: Pick<Term, 'rule' | 'id'>,
    { locale, isAutosave = false }: { readonly locale?: string; readonly isAutosave?: boolean } = {},
  ): Promise<void> {
    const done = { action, rule, subject: locale === undefined ? id : `${id}/translations/${locale}` };
    if (isAutosave) await this.#options.audit?.recordStretch(store.database, done, STRETCH_MS);
    else await this.#options.audit?.record(store.database, done);
  }

  async tell(store: TermStore, step: 'published' | 'taken_back', term: Term): Promise<void> {
    if (isPublished(term)) await this.#options.tell?.(store.database, step, term);
  }

  async announce(store: TermStore, term: Term): Promise<void> {
    await this.#options.announce?.(store.database, term);
  }

  async cancelAnnouncement(store: TermStore, term: Term): Promise<void> {
    await this.#options.cancelAnnouncement?.(store.database, term);
  }

  /** @throws {PolicyEngineError} `term_refused` for invalid content, see `contentFaults` */
  accepted(content: DraftContent, locale: string = this.#options.defaultLocale): DraftContent {
    const faults = contentFaults(content, locale);
    if (faults.length === 0) return content;
    const named = faults.map(({ field, fault }) => `${field}: ${fault}`).join(', ');
    throw new PolicyEngineError('term_refused', `The policy text is invalid (${named}).`);
  }
}

/** @throws {PolicyEngineError} 409 `term_changed` if the opened revision is not the current one */
export function requireRevision(opened: string | undefined, present: string): void {
  if (opened !== undefined && opened !== present) throw refusals.conflict('term_changed', 'error.term_changed_save');
}

/** A published text cannot be changed or deleted. */
export function published(): PolicyEngineError {
  return refusals.conflict('term_published', 'error.term_published');
}

/** @throws {PolicyEngineError} 404 if there is none */
export function required(term: Term | undefined): Term {
  if (term === undefined) throw refusals.notFound();
  return term;
}

function sameWords(term: Term, content: DraftContent): boolean {
  return term.markdown === content.markdown && term.material === content.material && term.note === content.note;
}

/** Whether a text already has this content, in every language. */
export function sameContent(term: Term, content: DraftContent): boolean {
  const present = draftContent(contentOf(term)).translations;
  return sameWords(term, content) && JSON.stringify(present) === JSON.stringify(content.translations);
}
