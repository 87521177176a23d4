/** Publishes drafts, now or later, and cancels versions that are not in force yet. */
import { timeText } from '../../../platform/database/statements/times.ts';
import type { AdminAction } from '../../../kernel/module.ts';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { refusals } from '../../../errors/refusals.ts';
import { contentOf, draftContent, withChanges } from '../drafts/content.ts';
import type { TermStore } from '../store.ts';
import { isPublished, type PublishedTerm, type Term, type TermContent } from '../term.ts';
import { hashOf } from '../markdown/text.ts';
import { type ChangeOptions, published, required, sameContent, type Writing } from '../drafts/writing.ts';

/** The conditions of publishing a draft. */
export interface PublishOptions {
  /** Changes to the draft that are made at the same time. */
  readonly changes?: Partial<TermContent>;
  /** Hash of the reviewed text: a draft that has changed since then is not published. */
  readonly seen?: string;
  /** The opened revision, see `revisionOf`: a draft with another revision is not published. */
  readonly revision?: string | undefined;
  /** When it comes into force. Default: now. */
  readonly at?: Date;
  /** Whether people who decided on an earlier version are mailed, if it asks them again. Default: false. */
  readonly isAnnounced?: boolean;
}

/** Puts texts in force. */
export class Publishing {
  readonly #writing: Writing;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** Whether a time is too far in the past for publishing a text. */
  isOver(at: Date): boolean {
    // Forms send the time to the minute, and the current minute is not the past.
    return at.getTime() < this.#writing.now.getTime() - 60_000;
  }

  /** See `TermsService.publish`. */
  async publish(
    rule: string,
    id: string,
    { changes = {}, seen, revision, at, isAnnounced = false }: PublishOptions,
  ): Promise<Term> {
    return this.#writing.write(async (store) => {
      const term = required(await store.find(rule, id));
      const content = draftContent(withChanges(contentOf(term), changes));
      if (term.state !== 'draft') {
        const isSameTime = at === undefined || term.publishedAt === timeText(at);
        if (isSameTime && sameContent(term, content)) return term;
        throw published();
      }
      if (seen !== undefined && seen !== hashOf(content.markdown)) {
        throw refusals.conflict('term_changed', 'error.term_changed');
      }
      await this.#writing.change(store, term, this.#writing.accepted(content, term.locale), { revision });
      const draft = required(await store.find(rule, id));
      if (!(await this.#writing.isApproved(store, draft, at, isAnnounced))) return draft;
      const inForce = await this.publishDraft(store, draft, at);
      if (isAnnounced) await this.#writing.announce(store, inForce);
      return inForce;
    });
  }

  /** See `TermsService.createPublished`. */
  async create(
    rule: string,
    given: TermContent,
    { at, isAnnounced = false }: Pick<PublishOptions, 'at' | 'isAnnounced'>,
  ): Promise<Term> {
    const content = this.#writing.accepted(draftContent(given));
    return this.#writing.write(async (store) => {
      const draft = await this.#writing.insert(store, rule, content);
      if (!(await this.#writing.isApproved(store, draft, at, isAnnounced))) return draft;
      const inForce = await this.publishDraft(store, draft, at);
      if (isAnnounced) await this.#writing.announce(store, inForce);
      return inForce;
    });
  }

  /** See `TermsService.takeBack`. */
  async takeBack(rule: string, id: string, changes: Partial<TermContent>, options: ChangeOptions): Promise<Term> {
    return this.#writing.write(async (store) => {
      const term = required(await store.find(rule, id));
      if (isPublished(term)) await this.#undo(store, term);
      const draft = required(await store.find(rule, id));
      const content = draftContent(withChanges(contentOf(draft), changes));
      await this.#writing.change(store, draft, this.#writing.accepted(content, draft.locale), options);
      return required(await store.find(rule, id));
    });
  }

  async #undo(store: TermStore, term: Term & Pick<PublishedTerm, 'publishedAt'>): Promise<void> {
    const { rule, id } = term;
    const justBefore = new Date(Date.parse(term.publishedAt) - 1);
    if (await store.isFixedAfter(rule, justBefore)) throw published();
    if (!(await store.takeBack(id, this.#writing.now))) throw published();
    await store.renumberAfter(rule, new Date(term.publishedAt), -1);
    for (const { locale } of term.translations) await store.translations.fix(id, locale, null);
    await this.#writing.note(store, 'term_taken_back', term);
    await this.#writing.cancelAnnouncement(store, term);
    await this.#writing.tell(store, 'taken_back', term);
  }

  /**
   * Publishes a draft, now or later, and reports it. @throws {PolicyEngineError} `term_refused` for a time in the past
   */
  async publishDraft(store: TermStore, term: Term, at: Date | undefined): Promise<Term> {
    const { now } = this.#writing;
    if (at !== undefined && this.isOver(at)) {
      throw new PolicyEngineError('term_refused', 'A text can’t come into force in the past.');
    }
    const publishedAt = at !== undefined && at > now ? at : now;
    const action = publishedAt > now ? 'term_scheduled' : 'term_published';
    const inForce = await this.putInForce(store, term, publishedAt, action);
    await this.#writing.tell(store, 'published', inForce);
    return inForce;
  }

  /** Assigns a draft the number that its time has among the versions of its rule, and fixes its texts. */
  async putInForce(store: TermStore, term: Term, publishedAt: Date, action: AdminAction): Promise<Term> {
    const { rule, id, markdown, translations } = term;
    const { now } = this.#writing;
    // Another process, which sealed or showed that version, has a clock ahead of this one: numbers in the ledger do not change.
    if (await store.isFixedAfter(rule, publishedAt)) throw published();
    const version = (await store.versionAt(rule, publishedAt)) + 1;
    await store.renumberAfter(rule, publishedAt, 1);
    if (!(await store.publish(id, { version, hash: hashOf(markdown), publishedAt }, now))) throw published();
    for (const one of translations) await store.translations.fix(id, one.locale, hashOf(one.markdown));
    await this.#writing.note(store, action, term);
    return required(await store.find(rule, id));
  }
}
