/** The texts of the rules: written as drafts, published as versions that never change, in force until the next one. */
import { PolicyEngineError } from '../../errors/errors.ts';
import type { Approvals } from '../approvals/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { refuseInsideTransactionOf } from '../../platform/database/connection/scope.ts';
import { refusals } from '../../errors/refusals.ts';
import type { Rules } from '../rules/index.ts';
import { contentOf, draftContent, withChanges } from './drafts/content.ts';
import type { KeepDeleted } from './drafts/deleted.ts';
import { HtmlCache } from './markdown/html-cache.ts';
import { type DeployedChange, Deploying } from './publishing/deploying.ts';
import { Importing, type TermImportReport } from './publishing/importing.ts';
import { TermsMemory } from './in-force/memory.ts';
import { Publishing, type PublishOptions } from './publishing/publishing.ts';
import { publishedText, type PublishedWords, type TextDecidedOn } from './publishing/published-texts.ts';
import { readTimeline } from './in-force/read-timeline.ts';
import { TermStore, type VersionStamp } from './store.ts';
import type { PublishedTerm, Term, TermContent, TermInForce, TermTranslation } from './term.ts';
import { hashOf } from './markdown/text.ts';
import type { Timeline } from './in-force/timeline.ts';
import { type NewTranslation, Translating } from './translations/translating.ts';
import type { NotifyPolicies } from './announcements/webhook-events.ts';
import { type ChangeOptions, published, required, Writing } from './drafts/writing.ts';

export type { PublishedTerm, Term, TermContent, TermInForce, TermState, TermTranslation } from './term.ts';
export type { PublishOptions } from './publishing/publishing.ts';
export type { NewTranslation } from './translations/translating.ts';

/** Texts on a page of a list. */
export const TERMS_PER_PAGE = 20;
/** More than any rule has; the largest limit that every database accepts. */
const ALL = 2 ** 31 - 1;

/** What the service needs. */
export interface TermsServiceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly rules: Rules;
  readonly now: () => Date;
  /** BCP 47 tag of the language texts are written in. */
  readonly defaultLocale: string;
  /** Records what was done, in the same transaction. Default: not recorded. */
  readonly audit?: Pick<Audit, 'record' | 'recordStretch'> | undefined;
  /** Reports versions, in the transaction that changes them. Default: not reported. */
  readonly tell?: NotifyPolicies | undefined;
  /** Schedules the mails about a version, in the transaction that publishes it. Default: none. */
  readonly announce?: ((transaction: Database, term: Term) => Promise<void>) | undefined;
  /** A second administrator may be required for publishing. Default: none is. */
  readonly approvals?: Pick<Approvals, 'isApproved' | 'forget'> | undefined;
  /** Cancels these mails, in the transaction that takes the version back. Default: there are none. */
  readonly cancelAnnouncement?: ((transaction: Database, term: Term) => Promise<void>) | undefined;
}

/** A page of the texts of a rule. */
export interface TermsPage {
  readonly terms: readonly Term[];
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** The same in every language: clients search for it (spec: P-missing-term). */
export function missingTermMessage(rule: string): string {
  return `no term for ${rule} policy`;
}

function missingTerm(rule: string): PolicyEngineError {
  return new PolicyEngineError('missing_term', missingTermMessage(rule), { pageText: 'error.missing_term' });
}

/** The texts of every rule of an engine. */
export class TermsService {
  readonly #database: Database;
  readonly #naming: Naming;
  readonly #rules: Rules;
  readonly #now: () => Date;
  readonly #defaultLocale: string;
  readonly #store: TermStore;
  readonly #writing: Writing;
  readonly #publishing: Publishing;
  readonly #translating: Translating;
  readonly #importing: Importing;
  readonly #deploying: Deploying;
  readonly #html = new HtmlCache();
  readonly #memory = new TermsMemory((known) => this.#look(this.#store, known));

  constructor(options: TermsServiceOptions) {
    const { database, naming, rules, now, defaultLocale, audit, tell, announce, cancelAnnouncement, approvals } =
      options;
    this.#database = database;
    this.#naming = naming;
    this.#rules = rules;
    this.#now = now;
    this.#defaultLocale = defaultLocale;
    this.#store = new TermStore(database, naming);
    const onWritten = (): void => this.#memory.forget();
    this.#writing = new Writing({
      database,
      naming,
      now,
      defaultLocale,
      audit,
      tell,
      announce,
      cancelAnnouncement,
      approvals,
      onWritten,
    });
    this.#publishing = new Publishing(this.#writing);
    this.#translating = new Translating(this.#writing);
    const parts = { writing: this.#writing, publishing: this.#publishing, rules, defaultLocale };
    this.#importing = new Importing(parts);
    this.#deploying = new Deploying(parts);
  }

  /**
   * The texts in force now, by rule name: the newest published version of each. Rules without one are missing. From memory, which
   * is never older than half a second or the last change of this process.
   *
   * @param transaction - a transaction to read in: always from the database, as the transaction sees it
   */
  async current(transaction?: Database): Promise<ReadonlyMap<string, TermInForce>> {
    return (await this.#timeline(transaction)).inForce(this.#now());
  }

  /**
   * The text of a rule that is in force now.
   *
   * @throws {PolicyEngineError} 404 `missing_term` while the rule has none, 404 `not_found` for an unknown rule
   */
  async currentOf(rule: string, transaction?: Database): Promise<TermInForce> {
    this.#requireRule(rule);
    const term = (await this.current(transaction)).get(rule);
    if (term === undefined) throw missingTerm(rule);
    return term;
  }

  /** BCP 47 tag of the language new texts are written in. */
  get defaultLocale(): string {
    return this.#defaultLocale;
  }

  /** The versions that come into force later, by rule name, the next one first. */
  async scheduled(): Promise<ReadonlyMap<string, readonly Term[]>> {
    return (await this.#timeline(undefined)).scheduled(this.#now());
  }

  /** Whether a time is too far in the past for publishing a text. */
  isOver(at: Date): boolean {
    return this.#publishing.isOver(at);
  }

  /** All drafts by rule name, the most recently written first. One query. */
  async drafts(): Promise<ReadonlyMap<string, readonly Term[]>> {
    return Map.groupBy(await this.#store.drafts(this.#rules.all.map(({ name }) => name)), ({ rule }) => rule);
  }

  /**
   * Texts of a rule: drafts first, then versions, the newest first. A page past the last is empty.
   *
   * @param page - counted from 1
   */
  async list(rule: string, page = 1): Promise<TermsPage> {
    this.#requireRule(rule);
    const total = await this.#store.count(rule);
    const terms = await this.#store.list(rule, TERMS_PER_PAGE, (page - 1) * TERMS_PER_PAGE);
    return { terms, page, pages: Math.max(1, Math.ceil(total / TERMS_PER_PAGE)), total };
  }

  /**
   * Number of accounts that a material new version asks again, because they decided on an earlier one; of a notice, those that it
   * can be announced to, because they decided on any rule.
   */
  async decidedAccounts(rule: string): Promise<number> {
    this.#requireRule(rule);
    if (this.#rules.require(rule).notice) return this.#store.asked.knownAccounts();
    return this.#store.asked.decidedAccounts(rule);
  }

  /** The newest versions that come into force within a period, without their texts; of all rules if none is named. */
  async versionsWithin(
    { from, until, limit }: { readonly from: Date; readonly until: Date; readonly limit: number },
    rule?: string,
  ): Promise<VersionStamp[]> {
    const rules = rule === undefined ? this.#rules.all.map(({ name }) => name) : [rule];
    return rules.length === 0 ? [] : this.#store.versionsWithin(rules, { from, until, limit });
  }

  /** All texts of some rules, rule by rule, each in the order of {@link list}. @throws {PolicyEngineError} `not_found` */
  async all(rules: readonly string[] = this.#rules.all.map(({ name }) => name)): Promise<Term[]> {
    for (const rule of rules) this.#requireRule(rule);
    return (await Promise.all(rules.map((rule) => this.#store.list(rule, ALL, 0)))).flat();
  }

  /** The rule of a text. @throws {PolicyEngineError} `not_found` for an unknown id */
  async ruleOf(id: string): Promise<string> {
    const rule = await this.#store.ruleOf(id);
    if (rule === undefined) throw refusals.notFound();
    return rule;
  }

  /** @throws {PolicyEngineError} 404 `not_found` for an unknown rule or id, or an id of another rule */
  async find(rule: string, id: string): Promise<Term> {
    this.#requireRule(rule);
    return required(await this.#store.find(rule, id));
  }

  /** A version by its number or ID; null for none, and for a draft. */
  async published(rule: string, by: { readonly version: number } | { readonly id: string }): Promise<Term | null> {
    const found = 'id' in by ? await this.#store.find(rule, by.id) : await this.#store.findVersion(rule, by.version);
    return found?.state === 'published' ? found : null;
  }

  /** The text somebody decided on; undefined if it is no longer stored unchanged. */
  async decidedOn(text: TextDecidedOn): Promise<PublishedWords | undefined> {
    return publishedText(this.#database, this.#naming, text);
  }

  /** The text that a text replaces: the previous version, or for a draft the one in force; null for the first. */
  async before({ rule, version }: Term): Promise<Term | null> {
    if (version === null) return (await this.current()).get(rule) ?? null;
    return (await this.#store.findVersion(rule, version - 1)) ?? null;
  }

  /** The versions that some versions replaced, by rule; none for a first version. */
  async previous(terms: Iterable<PublishedTerm>): Promise<ReadonlyMap<string, Term>> {
    const versions = [...terms].map(({ rule, version }) => ({ rule, version: version - 1 }));
    const found = await this.#store.findVersions(versions.filter(({ version }) => version > 0));
    return new Map(found.map((term) => [term.rule, term]));
  }

  /**
   * @param locale - language the text is written in, a canonical BCP 47 tag
   * @throws {PolicyEngineError} `term_refused` for an invalid text, see `contentFaults`
   */
  async createDraft(rule: string, content: TermContent, locale: string = this.#defaultLocale): Promise<Term> {
    this.#requireRule(rule);
    const checked = this.#writing.accepted(draftContent(content), locale);
    return this.#writing.write((store) => this.#writing.insert(store, rule, checked, locale));
  }

  /**
   * Changes a draft; unnamed fields stay.
   *
   * @throws {PolicyEngineError} 409 `term_published`; 409 `term_changed` if its revision is not the opened one
   */
  async updateDraft(
    rule: string,
    id: string,
    changes: Partial<TermContent>,
    options: ChangeOptions = {},
  ): Promise<Term> {
    this.#requireRule(rule);
    return this.#writing.write(async (store) => {
      const term = required(await store.find(rule, id));
      if (term.state !== 'draft') throw published();
      const content = draftContent(withChanges(contentOf(term), changes));
      await this.#writing.change(store, term, this.#writing.accepted(content, term.locale), options);
      return required(await store.find(rule, id));
    });
  }

  /**
   * Publishes a draft, now or at a future time: assigns a version number; afterwards its text cannot be changed, in any
   * language. Publishing it again changes nothing and has the same result.
   *
   * Numbers follow the order in which versions come into force. A version that is published before one that is already scheduled
   * takes that one's number, and the scheduled one moves up: it still comes into force at its time, and then replaces this one.
   *
   * If a second administrator is required, the first one only proposes it: the draft is returned, with the changes.
   *
   * @throws {PolicyEngineError} 409 `term_published` if it is published with other content or for another time, 409 `term_changed`
   * if the text is not the reviewed one
   * @throws {PolicyEngineError} `term_refused` for a time in the past
   */
  async publish(rule: string, id: string, options: PublishOptions = {}): Promise<Term> {
    this.#requireRule(rule);
    return this.#publishing.publish(rule, id, options);
  }

  /**
   * Imports published texts of another system, all or none.
   *
   * @throws {PolicyEngineError} `import_refused`, naming the first invalid row
   */
  async import(rows: readonly unknown[]): Promise<TermImportReport> {
    return this.#importing.run(rows);
  }

  /**
   * Publishes each text that its rule does not have yet, all or none; a version with the same content is unchanged.
   *
   * @throws {PolicyEngineError} 404 for an unknown rule; `invalid_input`; `term_refused`
   */
  async deploy(texts: readonly unknown[], isDryRun = false): Promise<DeployedChange[]> {
    return this.#deploying.run(texts, isDryRun);
  }

  /**
   * Turns a scheduled version back into a draft, and changes it. The mails about it are not sent.
   *
   * @throws {PolicyEngineError} 409 `term_published` once it is in force: then it is evidence; errors of {@link updateDraft}
   */
  async takeBack(
    rule: string,
    id: string,
    changes: Partial<TermContent> = {},
    options: ChangeOptions = {},
  ): Promise<Term> {
    this.#requireRule(rule);
    return this.#publishing.takeBack(rule, id, changes, options);
  }

  /** Writes and publishes a version in one transaction. */
  async createPublished(
    rule: string,
    content: TermContent,
    options: Pick<PublishOptions, 'at' | 'isAnnounced'> = {},
  ): Promise<Term> {
    this.#requireRule(rule);
    return this.#publishing.create(rule, content, options);
  }

  /**
   * Writes the text in another language: new or changed for a draft; for a published version only if it has none in
   * that language yet and `late` is set.
   *
   * @throws {PolicyEngineError} 409 `term_published`
   * @throws {PolicyEngineError} `term_refused` for an invalid text or language
   */
  async translate(rule: string, id: string, translation: NewTranslation): Promise<Term> {
    this.#requireRule(rule);
    return this.#translating.translate(rule, id, translation);
  }

  /**
   * Removes a translation from a draft.
   *
   * @param keep see {@link KeepDeleted}
   * @throws {PolicyEngineError} 404 for none, 409 `term_published`
   */
  async removeTranslation(rule: string, id: string, locale: string, keep?: KeepDeleted): Promise<TermTranslation> {
    this.#requireRule(rule);
    return this.#translating.remove(rule, id, locale, keep);
  }

  /**
   * @param keep see {@link KeepDeleted}
   * @throws {PolicyEngineError} 409 `term_published`: published texts are evidence
   */
  async deleteDraft(rule: string, id: string, keep?: KeepDeleted): Promise<Term> {
    this.#requireRule(rule);
    return this.#writing.write(async (store) => {
      const term = required(await store.find(rule, id));
      if (term.state !== 'draft') throw published();
      await store.translations.remove(id);
      if (!(await store.deleteDraft(id))) throw published();
      await this.#writing.forgetProposal(store, id);
      await this.#writing.note(store, 'term_deleted', term);
      await keep?.(store.database, { term, locale: null });
      return term;
    });
  }

  /** The text as HTML that is safe in any page: headings from `h2`, no raw HTML, nothing from other sites. */
  html(term: Pick<Term, 'markdown'>): string {
    return this.#html.of(term);
  }

  /** Hash of a text, or the one it will have if it is published unchanged. */
  hash(term: Pick<Term, 'markdown'>): string {
    return hashOf(term.markdown);
  }

  async #timeline(transaction: Database | undefined): Promise<Timeline> {
    if (transaction !== undefined) {
      const seen = await this.#look(new TermStore(transaction, this.#naming), this.#memory.known);
      this.#memory.compare(seen);
      return seen;
    }
    // The same whether or not memory would suffice; waiting for a query from inside a transaction could be a deadlock.
    refuseInsideTransactionOf(this.#database);
    return this.#memory.read();
  }

  async #look(store: TermStore, known: Timeline | undefined): Promise<Timeline> {
    const names = this.#rules.all.map(({ name }) => name);
    return readTimeline(store, names, { at: this.#now(), known });
  }

  #requireRule(name: string): void {
    this.#rules.require(name);
  }
}
