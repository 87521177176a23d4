import { answered } from '../../platform/answered.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import type { BrowserService } from '../browsers/index.ts';
import {
  type DecisionToWrite,
  type EventDraft,
  type LedgerService,
  type LedgerSubject,
  UserTermStore,
} from '../proof/index.ts';
import {
  type Decision,
  isAsked,
  type Rule,
  type RuleConditionContext,
  type Rules,
  vendorsText,
} from '../rules/index.ts';
import type { ScriptService } from './scripts/service.ts';
import type { TermInForce, TermsService } from '../terms/index.ts';
import { Cookies } from '../../platform/web/cookies.ts';
import { refusals } from '../../refusals.ts';
import type { WebLogger } from '../../platform/logger.ts';
import { Adoptions, type AdoptionsOptions } from './visitors/adoption.ts';
import { commitCheck } from './sign-up/commit-check.ts';
import {
  type ConsentDecision,
  circumstances,
  decisionOn,
  isRefusing,
  recordOf,
  type Said,
  type Written,
} from './decisions/decision.ts';
import { gpcOf, isConsent, sendsGpc } from './decisions/gpc.ts';
import { browserState, type ConsentStatus, stateHere, stateOf } from './decisions/status.ts';
import type { RecordedPolicies } from './sign-up/recorded-policies.ts';
import { UnstoredRefusals } from './decisions/unstored-refusals.ts';
import { keptOfStored, vendorStates } from './decisions/vendors.ts';
import { VisitorDecisions } from './visitors/visitor-decisions.ts';
import { type Asking, type Evidence, type Visitor } from './visitors/visitor.ts';

/** What the service needs. */
export interface ConsentServiceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly rules: Rules;
  readonly terms: TermsService;
  readonly scripts: ScriptService;
  readonly ledger: LedgerService;
  readonly browsers: BrowserService;
  readonly admitAdoption: AdoptionsOptions['admit'];
  readonly logger: WebLogger;
  readonly now: () => Date;
}

/** Decisions to be made together, by rule name. */
export type Decisions = ReadonlyMap<string, Said>;

/** Who accepted what, and the effects of decisions. */
export class ConsentService {
  readonly #options: ConsentServiceOptions;
  readonly #store: UserTermStore;
  readonly #unstored = new UnstoredRefusals();
  readonly #visitors: VisitorDecisions;
  /** How accounts take over what was decided in their browser. */
  readonly adoptions: Adoptions;
  /** Names of all rules, where none of them has a condition. */
  readonly #unconditional: ReadonlySet<string> | null;

  constructor(options: ConsentServiceOptions) {
    this.#options = options;
    const { all } = options.rules;
    this.#unconditional = all.some((rule) => rule.if !== undefined) ? null : new Set(all.map(({ name }) => name));
    this.#store = new UserTermStore(options.naming);
    this.#visitors = new VisitorDecisions({
      ...options,
      draft: (evidence, subject, decision) => this.#draft(evidence, subject, decision),
    });
    this.adoptions = new Adoptions({
      ...options,
      admit: options.admitAdoption,
      statuses: (asking) => this.statuses(asking),
      inForce: (name) => this.#inForce(name),
      gpcOn: (rule, decision, request) => (this.#heedsGpc(rule, request) ? gpcOf(decision) : null),
    });
  }

  /**
   * The consent status of a visitor on every rule, in the order of the rules: one indexed query for an account, none for a visitor
   * without one. Reads in a transaction of the host if one is given.
   */
  async statuses(asking: Asking, transaction?: Database): Promise<ConsentStatus[]> {
    const { user, request = null } = asking;
    const { database, terms, rules, browsers, scripts } = this.#options;
    const decided = user ? await this.#store.of(transaction ?? database, user.id) : [];
    const byRule = new Map(decided.map((userTerm) => [userTerm.rule, userTerm]));
    // Mostly from memory: a parallel query would gain nothing.
    const current = await terms.current(transaction);
    const asked = await this.asked({ user, request, attributes: null, event: null });
    const here = await browsers.of(asking);
    return rules.all.map((rule) => {
      const term = current.get(rule.name) ?? null;
      const userTerm = byRule.get(rule.name);
      const { browser, unproved, kept } = browserState(rule, here, term);
      // An account's own decision takes precedence over the browser's, which belongs to the browser alone.
      const stored = userTerm ? stateOf(userTerm, term) : 'passive';
      const own = this.#unstored.has(user?.id, rule.name) ? 'rejected' : stored;
      const said = user === null ? (browser ?? 'passive') : own;
      const isUndecided = said === 'passive' && browser === null;
      const byGpc = isUndecided && term !== null && this.#heedsGpc(rule, request);
      const state = byGpc ? 'rejected' : said;
      const isOwn = user !== null && own !== 'passive';
      return {
        rule,
        term,
        state,
        browser,
        vendors: vendorStates(
          scripts.vendorsOf(rule.name),
          stateHere({ state, browser }),
          isOwn ? keptOfStored(userTerm?.vendors ?? null) : kept,
        ),
        unproved: unproved && (user === null || own === 'passive'),
        byGpc,
        userTermId: userTerm?.id ?? null,
        decidedAt: userTerm?.decidedAt ?? null,
        isAsked: asked.has(rule.name),
      };
    });
  }

  /** Whether a rule is a free consent, so that a banner asks for it. */
  isConsent(rule: Rule): boolean {
    return isConsent(rule, this.#options.scripts);
  }

  /** Whether the browser's signal concerns a rule. */
  #heedsGpc(rule: Rule, request: Request | null | undefined): boolean {
    return rule.gpc && sendsGpc(request) && this.isConsent(rule);
  }

  /**
   * Records what Global Privacy Control rejects: for an account as its decision, for a visitor as an entry about
   * nobody.
   */
  async noteGpc(visitor: Visitor, refused: readonly ConsentStatus[]): Promise<void> {
    if (visitor.user) {
      // A lazy property is not an own property.
      const { secure, ip } = visitor;
      const refusing = { ...visitor, secure, ip, how: 'gpc' } as const;
      await this.decide(refusing, new Map(refused.map(({ rule }) => [rule.name, 'rejected'])));
      return;
    }
    const { ledger } = this.#options;
    const nobody = { userId: null, visitorId: null };
    const events = refused.flatMap(({ rule, term }) => {
      const refusal = term && ({ rule, term, text: term, decision: 'rejected', vendors: null } as const);
      // The signal asks not to be identified, so the visitor is not identified.
      if (refusal === null) return [];
      return [ledger.eventOf(this.#draft({ request: visitor.request, how: 'gpc' }, nobody, refusal))];
    });
    if (events.length > 0) await ledger.append(events);
  }

  /** The visitor named by the signed cookies; null for none, and for an account. */
  async visitorIdOf(asking: Asking): Promise<string | null> {
    return asking.user === null ? (await this.#options.browsers.of(asking)).visitorId : null;
  }

  /** Names of the rules that concern a visitor (`if`). */
  async asked(context: Omit<RuleConditionContext, 'rule'>): Promise<ReadonlySet<string>> {
    const { rules, logger } = this.#options;
    if (this.#unconditional !== null) return this.#unconditional;
    const names = rules.all.map(async (rule) => ((await isAsked(rule, context, logger)) ? [rule.name] : []));
    return new Set((await Promise.all(names)).flat());
  }

  /**
   * The consent status of a visitor on one rule.
   *
   * @param id name of a rule, or the id of a user term of the visitor
   * @throws {PolicyEngineError} 404 `not_found` for neither, and 404 `missing_term` while the rule has no text
   */
  async status(visitor: Asking, id: string): Promise<ConsentStatus & { readonly term: TermInForce }> {
    const all = await this.statuses(visitor);
    const found = all.find(({ rule }) => rule.name === id) ?? all.find(({ userTermId }) => userTermId === id);
    if (!found) throw refusals.notFound();
    return { ...found, term: found.term ?? (await this.#options.terms.currentOf(found.rule.name)) };
  }

  /**
   * Accepts or rejects rules in one transaction, then sets cookies and runs callbacks. Repeating a decision changes
   * nothing and has the same result. Either all decisions are stored or none.
   *
   * @returns what was written, by rule; rules that did not change are not in it
   * @throws {PolicyEngineError} 404 for an unknown rule or one without text, 401 for a rule that needs a user, 409 `text_changed`
   */
  async decide(visitor: Visitor, decisions: Decisions): Promise<Written> {
    return this.#decide(visitor, await this.#consentDecisions(visitor, decisions));
  }

  /**
   * Like `decide`, for decisions that depend on the current ones: these are read under the lock of the account or of the visitor, so
   * that no other decision intervenes.
   *
   * @returns what was decided
   */
  async decideFrom(visitor: Visitor, make: (statuses: readonly ConsentStatus[]) => Decisions): Promise<Decisions> {
    const { user } = visitor;
    const { database, ledger, terms } = this.#options;
    let made = make(await this.statuses(visitor));
    let decided = await this.#consentDecisions(visitor, made);
    const remake = async (transaction: Database) => {
      made = make(await this.statuses(visitor, transaction));
      return (decided = await this.#consentDecisions(visitor, made, await terms.current(transaction)));
    };
    const write = async (): Promise<Written> =>
      user === null
        ? this.#visitors.note(visitor, decided, remake)
        : ledger.decisions.writeMade(database, user.id, async (transaction) =>
            this.#toWrite(user.id, await remake(transaction), visitor),
          );
    const changed = await this.#stored(visitor, () => decided, write);
    await this.#follow(visitor, decided, changed);
    return made;
  }

  async #decide(visitor: Visitor, decided: readonly ConsentDecision[]): Promise<Written> {
    const { user } = visitor;
    const { database, ledger } = this.#options;
    const changed = await this.#stored(
      visitor,
      () => decided,
      async () =>
        user === null
          ? this.#visitors.note(visitor, decided)
          : ledger.decisions.write(database, user.id, this.#toWrite(user.id, decided, visitor)),
    );
    await this.#follow(visitor, decided, changed);
    return changed;
  }

  /** A rejection that cannot be stored still applies in this process and browser, and the caller gets an error. */
  async #stored(
    visitor: Visitor,
    decided: () => readonly ConsentDecision[],
    write: () => Promise<Written>,
  ): Promise<Written> {
    const { user } = visitor;
    try {
      const written = await write();
      if (user) for (const { rule } of decided()) this.#unstored.delete(user.id, rule.name);
      return written;
    } catch (error) {
      // The browser's signal continues to apply, and what it rejects must still be recorded.
      if (visitor.how === 'gpc') throw error;
      const browser = await this.#options.browsers.of(visitor);
      for (const { rule, term } of decided().filter(isRefusing)) {
        if (user) this.#unstored.add(user.id, rule.name);
        if (rule.sessionless) browser.keepUnrecordedRefusal(rule.name, term.version);
        this.#options.scripts.forget(rule.name, visitor);
      }
      throw error;
    }
  }

  #toWrite(userId: string, decided: readonly ConsentDecision[], evidence: Evidence): DecisionToWrite[] {
    return decided.map((one) => {
      const { rule, term, decision } = one;
      const draft = this.#draft(evidence, { userId, visitorId: null }, one);
      return { rule: rule.name, term, decision, draft };
    });
  }

  #draft(
    evidence: Evidence,
    subject: LedgerSubject,
    { rule, term, text, decision, vendors }: ConsentDecision,
  ): EventDraft {
    const { how = 'api', request } = evidence;
    return {
      kind: 'decision',
      rule: rule.name,
      version: term.version,
      textHash: text.hash,
      decision,
      how,
      at: this.#options.now(),
      gpc: this.#heedsGpc(rule, request) ? gpcOf(decision) : null,
      vendors: vendors && vendorsText(vendors),
      subject,
      circumstances: circumstances(evidence),
    };
  }

  /** The effects of stored decisions: cookies for all of them, callbacks for those that changed. */
  async #follow(visitor: Visitor, decided: readonly ConsentDecision[], changed: Written): Promise<void> {
    if (visitor.user !== null) await this.#keepInBrowser(visitor, visitor.user.id, decided);
    for (const one of decided) {
      const { rule, decision, vendors } = one;
      if (isRefusing(one)) this.#options.scripts.forget(rule.name, visitor, decision === 'rejected' ? null : vendors);
      if (changed.has(rule.name)) await this.#callBack(visitor, one);
    }
  }

  /** The cookies for an account's decisions: readable by the page's own scripts, and kept as long as the account is signed in. */
  async #keepInBrowser(visitor: Visitor, userId: string, decided: readonly ConsentDecision[]): Promise<void> {
    const { browsers, now } = this.#options;
    const kept = decided.filter(({ rule }) => rule.sessionless).map(recordOf);
    if (kept.length > 0) (await browsers.of(visitor)).keepAccount(await browsers.key(), userId, kept, now());
  }

  /**
   * Accepts or rejects one rule, as `decide` does. What was written is not read again.
   *
   * @param id name of a rule, or the id of a user term of the visitor
   * @returns the consent status by this decision, on its text; another text may be in force by now
   */
  async decideOne(visitor: Visitor, id: string, decision: Decision): Promise<Omit<ConsentStatus, 'isAsked'>> {
    const name = this.#options.rules.find(id)?.name ?? (await this.status(visitor, id)).rule.name;
    const [decided] = await this.#consentDecisions(visitor, new Map([[name, decision]]));
    const written = decided && (await this.#decide(visitor, [decided])).get(name);
    if (!written) return this.status(visitor, name);
    const { rule, term } = decided;
    const { id: userTermId, decidedAt } = written;
    const vendors = vendorStates(this.#options.scripts.vendorsOf(name), decision, null);
    const here = { browser: null, unproved: false, byGpc: false, vendors };
    return { rule, term, state: decision, userTermId, decidedAt, ...here };
  }

  /** Stores decisions in a transaction of the host, for a user who may not yet exist outside of it. */
  async record(
    transaction: Database,
    userId: string,
    decisions: Decisions,
    evidence: Evidence = { how: 'sign-up' },
  ): Promise<RecordedPolicies> {
    const { terms, ledger } = this.#options;
    const current = await terms.current(transaction);
    const decided: ConsentDecision[] = [];
    for (const [name, said] of decisions) {
      const { rule, term } = await this.#inForce(name, current);
      decided.push(decisionOn({ rule, term }, said, evidence));
    }
    const toWrite = this.#toWrite(userId, decided, evidence);
    const { written: changed, events } = await ledger.decisions.writeWithin(transaction, userId, toWrite);
    const checkCommit = commitCheck(transaction, ledger, events);
    const { request = null } = evidence;
    const cookies = new Cookies(request?.headers.get('cookie') ?? null);
    const secure = request !== null && new URL(request.url).protocol === 'https:';
    const visitor = { ...evidence, user: { id: userId, record: null }, cookies, request, secure };
    let following: Promise<void> | undefined;
    return {
      afterCommit: async () => {
        await checkCommit();
        await (following ??= this.#follow(visitor, decided, changed));
        return cookies.changes();
      },
    };
  }

  async #consentDecisions(
    visitor: Visitor,
    decisions: Decisions,
    known?: ReadonlyMap<string, TermInForce>,
  ): Promise<ConsentDecision[]> {
    const decided: ConsentDecision[] = [];
    for (const [name, said] of decisions) {
      const { rule, term } = await this.#inForce(name, known);
      if (!visitor.user && !rule.sessionless) throw refusals.signInRequired();
      decided.push(decisionOn({ rule, term }, said, visitor));
    }
    return decided;
  }

  /** A rule and its text. @throws {PolicyEngineError} 404 for an unknown rule or one without text, 409 for a notice */
  async #inForce(
    name: string,
    known?: ReadonlyMap<string, TermInForce>,
  ): Promise<Pick<ConsentDecision, 'rule' | 'term'>> {
    const rule = this.#options.rules.require(name);
    if (rule.notice) throw refusals.conflict('nothing_to_decide', 'error.nothing_to_decide');
    return { rule, term: known?.get(name) ?? (await this.#options.terms.currentOf(name)) };
  }

  /** A callback that throws or does not answer is reported; the decision is already stored and is not lost. */
  async #callBack({ user, request, cookies }: Visitor, { rule, decision, vendors }: ConsentDecision): Promise<void> {
    const callback = decision === 'accepted' ? rule.onAccept : rule.onReject;
    try {
      if (callback === undefined) return;
      const option = decision === 'accepted' ? 'onAccept' : 'onReject';
      await answered(option, () => callback({ rule: rule.name, user, request, cookies, vendors }));
    } catch (error) {
      this.#options.logger.error('a callback of a rule failed', { rule: rule.name, decision, error });
    }
  }
}
