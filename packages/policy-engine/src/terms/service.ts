/** The texts of the rules: written as drafts, published as versions that never change, in force until the next one. */
import type { AdminAction, Audit } from '../audit/service.ts';
import { createId } from '../database/ids.ts';
import type { NamingOptions } from '../database/names.ts';
import type { Database } from '../database/port.ts';
import { refuseInsideTransactionOf } from '../database/scope.ts';
import { timeText } from '../database/times.ts';
import { PolicyEngineError } from '../errors.ts';
import type { Rules } from '../rules.ts';
import { HttpError, httpErrors } from '../web/http-error.ts';
import { contentFaults, type DraftContent, draftContent } from './content.ts';
import { HtmlCache } from './html-cache.ts';
import { TermsMemory } from './memory.ts';
import { readTimeline } from './read-timeline.ts';
import { TermStore } from './store.ts';
import { isPublished, type Term, type TermContent, type TermInForce } from './term.ts';
import { hashOf } from './text.ts';
import type { Timeline } from './timeline.ts';

export type { PublishedTerm, Term, TermContent, TermInForce, TermState } from './term.ts';

/** Texts on a page of a list. */
export const TERMS_PER_PAGE = 20;

/** What the service needs. */
export interface TermsServiceOptions {
  readonly database: Database;
  readonly naming: NamingOptions;
  readonly rules: Rules;
  readonly now?: () => Date;
  /** BCP 47 tag of the language texts are written in. */
  readonly defaultLocale: string;
  /** Notes what was done, in the transaction that does it. Default: nowhere. */
  readonly audit?: Pick<Audit, 'record'> | undefined;
}

/** A page of the texts of a rule. */
export interface TermsPage {
  readonly terms: readonly Term[];
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** What decides whether a draft may be published. */
export interface PublishOptions {
  /** Changes to the draft that go with it. */
  readonly changes?: Partial<TermContent>;
  /** Hash of the text that was looked at: a draft that says something else by now is not published. */
  readonly seen?: string;
  /** When it comes into force. Default: now. */
  readonly at?: Date;
}

/** The sentence of the spec, alike in every language: clients look for it. */
export function missingTermMessage(rule: string): string {
  return `no term for ${rule} policy`;
}

/** The texts of every rule of an engine. */
export class TermsService {
  readonly #database: Database;
  readonly #naming: NamingOptions;
  readonly #rules: Rules;
  readonly #now: () => Date;
  readonly #defaultLocale: string;
  readonly #audit: TermsServiceOptions['audit'];
  readonly #store: TermStore;
  readonly #html = new HtmlCache();
  readonly #memory = new TermsMemory((known) => this.#look(this.#store, known));

  constructor({ database, naming, rules, now = () => new Date(), defaultLocale, audit }: TermsServiceOptions) {
    this.#database = database;
    this.#naming = naming;
    this.#rules = rules;
    this.#now = now;
    this.#defaultLocale = defaultLocale;
    this.#audit = audit;
    this.#store = new TermStore(database, naming);
  }

  /**
   * The texts in force now, by rule name: the newest published version of each. Rules without one are missing. From
   * memory, which is never older than half a second nor than the last change of this process.
   *
   * @param transaction - a transaction to read in: always from the database, as that transaction sees it
   */
  async current(transaction?: Database): Promise<ReadonlyMap<string, TermInForce>> {
    return (await this.#timeline(transaction)).inForce(this.#now());
  }

  /**
   * The text of a rule that is in force now.
   *
   * @throws {HttpError} 404 `missing_term` while the rule has none, 404 `not_found` for an unknown rule
   */
  async currentOf(rule: string, transaction?: Database): Promise<TermInForce> {
    this.#requireRule(rule);
    const term = (await this.current(transaction)).get(rule);
    if (term === undefined) throw new HttpError(404, 'missing_term', { message: missingTermMessage(rule) });
    return term;
  }

  /** The versions that come into force later, by rule name, the next one first. */
  async scheduled(): Promise<ReadonlyMap<string, readonly Term[]>> {
    return (await this.#timeline(undefined)).scheduled(this.#now());
  }

  /** Whether a time is too long over to publish a text at. */
  isOver(at: Date): boolean {
    return isOver(at, this.#now());
  }

  /** All drafts by rule name, the last written first. One query. */
  async drafts(): Promise<ReadonlyMap<string, readonly Term[]>> {
    return Map.groupBy(await this.#store.drafts(this.#rules.all.map(({ name }) => name)), ({ rule }) => rule);
  }

  /**
   * Texts of a rule: drafts first, then versions, the newest on top. A page past the last is empty.
   *
   * @param page - counted from 1
   */
  async list(rule: string, page = 1): Promise<TermsPage> {
    this.#requireRule(rule);
    const total = await this.#store.count(rule);
    const terms = await this.#store.list(rule, TERMS_PER_PAGE, (page - 1) * TERMS_PER_PAGE);
    return { terms, page, pages: Math.max(1, Math.ceil(total / TERMS_PER_PAGE)), total };
  }

  /** @throws {HttpError} 404 `not_found` for an unknown rule or id, or an id of another rule */
  async find(rule: string, id: string): Promise<Term> {
    this.#requireRule(rule);
    return required(await this.#store.find(rule, id));
  }

  /** What a text takes the place of: the version before, for a draft the one in force; null for the first. */
  async before({ rule, version }: Term): Promise<Term | null> {
    if (version === null) return (await this.current()).get(rule) ?? null;
    return (await this.#store.findVersion(rule, version - 1)) ?? null;
  }

  /** @throws {PolicyEngineError} `term_refused` for a text that can't be taken, see `contentFaults` */
  async createDraft(rule: string, content: TermContent): Promise<Term> {
    this.#requireRule(rule);
    const checked = accepted(draftContent(content));
    return this.#write((store) => this.#insert(store, rule, checked));
  }

  /**
   * Changes a draft; what isn't named stays.
   *
   * @throws {HttpError} 409 `term_published`
   */
  async updateDraft(rule: string, id: string, changes: Partial<TermContent>): Promise<Term> {
    this.#requireRule(rule);
    return this.#write(async (store) => {
      const term = required(await store.find(rule, id));
      if (term.state !== 'draft') throw published();
      await this.#change(store, term, accepted(draftContent({ ...term, ...changes })));
      return required(await store.find(rule, id));
    });
  }

  /**
   * Puts a draft in force, now or at a time to come: gives it a version number and fixes its text for good. Publishing
   * what is published already changes nothing and answers alike.
   *
   * Numbers follow the order in which versions come into force. A version that is published before one that is scheduled
   * already takes that one's number, and the scheduled one moves on: it still comes into force at its time, and then
   * replaces this one.
   *
   * @throws {HttpError} 409 `term_published` if it is published with other content or for another time, 409
   * `term_changed` if the text is not the one that was looked at
   * @throws {PolicyEngineError} `term_refused` for a time that is over
   */
  async publish(rule: string, id: string, { changes = {}, seen, at }: PublishOptions = {}): Promise<Term> {
    this.#requireRule(rule);
    return this.#write(async (store) => {
      const term = required(await store.find(rule, id));
      const content = draftContent({ ...term, ...changes });
      if (term.state !== 'draft') {
        const isSameTime = at === undefined || term.publishedAt === timeText(at);
        if (isSameTime && sameContent(term, content)) return term;
        throw published();
      }
      if (seen !== undefined && seen !== hashOf(content.markdown)) {
        throw httpErrors.conflict('term_changed', 'error.term_changed');
      }
      await this.#change(store, term, accepted(content));
      return this.#publish(store, term, content.markdown, at);
    });
  }

  /**
   * Makes a scheduled version a draft again. A draft stays one.
   *
   * @throws {HttpError} 409 `term_published` once it is in force: then it is evidence
   */
  async takeBack(rule: string, id: string): Promise<Term> {
    this.#requireRule(rule);
    return this.#write(async (store) => {
      const term = required(await store.find(rule, id));
      if (!isPublished(term)) return term;
      if (!(await store.takeBack(id, this.#now()))) throw published();
      await store.renumberAfter(rule, new Date(term.publishedAt), -1);
      await this.#note(store, 'term_taken_back', term);
      return required(await store.find(rule, id));
    });
  }

  /** Writes and publishes a version in one transaction. */
  async createPublished(rule: string, content: TermContent, { at }: Pick<PublishOptions, 'at'> = {}): Promise<Term> {
    this.#requireRule(rule);
    const checked = accepted(draftContent(content));
    return this.#write(async (store) => {
      const term = await this.#insert(store, rule, checked);
      return this.#publish(store, term, checked.markdown, at);
    });
  }

  /** @throws {HttpError} 409 `term_published`: published texts are evidence */
  async deleteDraft(rule: string, id: string): Promise<Term> {
    this.#requireRule(rule);
    return this.#write(async (store) => {
      const term = required(await store.find(rule, id));
      if (!(await store.deleteDraft(id))) throw published();
      await this.#note(store, 'term_deleted', term);
      return term;
    });
  }

  /** The text as HTML that is safe in any page: headings from `h2`, no raw HTML, nothing from other sites. */
  html(term: Pick<Term, 'markdown'>): string {
    return this.#html.of(term);
  }

  /** Hash a text has, or will have when it is published as it stands. */
  hash(term: Pick<Term, 'markdown'>): string {
    return hashOf(term.markdown);
  }

  async #insert(store: TermStore, rule: string, content: DraftContent): Promise<Term> {
    const id = createId();
    await store.insertDraft({ ...content, id, rule, locale: this.#defaultLocale }, this.#now());
    await this.#note(store, 'term_created', { rule, id });
    return required(await store.find(rule, id));
  }

  async #change(store: TermStore, term: Term, content: DraftContent): Promise<void> {
    if (sameContent(term, content)) return;
    if (!(await store.updateDraft(term.id, content, this.#now()))) throw published();
    await this.#note(store, 'term_changed', term);
  }

  async #publish(store: TermStore, { rule, id }: Term, markdown: string, at: Date | undefined): Promise<Term> {
    const now = this.#now();
    if (at !== undefined && isOver(at, now)) {
      throw new PolicyEngineError('term_refused', 'A text can’t come into force in the past.', { status: 422 });
    }
    const publishedAt = at !== undefined && at > now ? at : now;
    const version = (await store.versionAt(rule, publishedAt)) + 1;
    await store.renumberAfter(rule, publishedAt, 1);
    if (!(await store.publish(id, { version, hash: hashOf(markdown), publishedAt }, now))) throw published();
    await this.#note(store, publishedAt > now ? 'term_scheduled' : 'term_published', { rule, id });
    return required(await store.find(rule, id));
  }

  async #note(store: TermStore, action: AdminAction, { rule, id }: Pick<Term, 'rule' | 'id'>): Promise<void> {
    await this.#audit?.record(store.database, { action, rule, subject: id });
  }

  async #write<T>(callback: (store: TermStore) => Promise<T>): Promise<T> {
    try {
      // Serializable: the number of a version is read before it is written.
      return await this.#database.transaction((transaction) => callback(new TermStore(transaction, this.#naming)));
    } finally {
      // Also where it failed: a commit whose answer got lost may have come through.
      this.#memory.forget();
    }
  }

  async #timeline(transaction: Database | undefined): Promise<Timeline> {
    if (transaction !== undefined) {
      const seen = await this.#look(new TermStore(transaction, this.#naming), this.#memory.known);
      this.#memory.compare(seen);
      return seen;
    }
    // Alike whether memory would do or not; waiting for a look from inside of a transaction could be for ever.
    refuseInsideTransactionOf(this.#database);
    return this.#memory.read();
  }

  async #look(store: TermStore, known: Timeline | undefined): Promise<Timeline> {
    const names = this.#rules.all.map(({ name }) => name);
    return readTimeline(store, names, { at: this.#now(), known });
  }

  #requireRule(name: string): void {
    if (this.#rules.find(name) === undefined) throw httpErrors.notFound();
  }
}

/** Forms give a time to the minute, and the present one is no time of the past. */
function isOver(at: Date, now: Date): boolean {
  return at.getTime() < now.getTime() - 60_000;
}

function published(): HttpError {
  return httpErrors.conflict('term_published', 'error.term_published');
}

function required(term: Term | undefined): Term {
  if (term === undefined) throw httpErrors.notFound();
  return term;
}

function accepted(content: DraftContent): DraftContent {
  const faults = contentFaults(content);
  if (faults.length === 0) return content;
  const named = faults.map(({ field, fault }) => `${field}: ${fault}`).join(', ');
  throw new PolicyEngineError('term_refused', `The policy text can’t be taken (${named}).`, { status: 422 });
}

function sameContent(term: Term, content: DraftContent): boolean {
  return term.markdown === content.markdown && term.material === content.material && term.note === content.note;
}
