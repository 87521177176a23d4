import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import type { LedgerSubject, NewEvent } from '../proof/event.ts';
import type { LedgerService } from '../proof/service.ts';
import { forgetVisitorId, keepVisitorId, visitorIdOf } from '../proof/visitor-cookie.ts';
import type { Rule, Rules } from '../rules/rules.ts';
import type { ScriptService } from './scripts/service.ts';
import { type ReadableText, textFor, textsOf } from '../terms/languages.ts';
import type { TermsService } from '../terms/service.ts';
import type { TermInForce } from '../terms/term.ts';
import { Cookies } from '../../platform/web/cookies.ts';
import { refusals } from '../../refusals.ts';
import type { WebLogger } from '../../platform/logger.ts';
import { type Adoptable, adoptable } from './adoption.ts';
import { isAsked, type RuleConditionContext } from './condition.ts';
import { type ConsentDecision, circumstances, type Written } from './consent-decision.ts';
import { gpcOf, isConsent, sendsGpc } from './gpc.ts';
import { writeRuleCookies } from './rule-cookies.ts';
import { type ConsentStatus, cookieState, type Decision, stateOf } from './consent-status.ts';
import { type DecisionWithEvent, type UserTerm, UserTermStore } from './store.ts';
import { UnstoredRefusals } from './unstored-refusals.ts';
import { type Asking, type Evidence, languagesOf, type Visitor } from './visitor.ts';

/** What the service needs. */
export interface ConsentServiceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly rules: Rules;
  readonly terms: TermsService;
  readonly scripts: ScriptService;
  readonly ledger: LedgerService;
  readonly logger: WebLogger;
  readonly now: () => Date;
}

/** Decisions that were recorded in a transaction of the host's. */
export interface RecordedPolicies {
  /**
   * Runs `onAccept` and `onReject` of the rules that changed, once. For after the transaction is committed: before, nothing
   * is decided yet.
   *
   * @returns `Set-Cookie` values for the answer: of sessionless rules, and of scripts that go with a refusal
   */
  afterCommit(): Promise<string[]>;
}

/** Decisions to be made together, by rule name. */
export type Decisions = ReadonlyMap<string, Decision>;

/** Who accepted what, and what follows from deciding. */
export class ConsentService {
  readonly #options: ConsentServiceOptions;
  readonly #store: UserTermStore;
  readonly #unstored = new UnstoredRefusals();
  /** Names of all rules, where none of them has a condition. */
  readonly #unconditional: ReadonlySet<string> | null;

  constructor(options: ConsentServiceOptions) {
    this.#options = options;
    const { all } = options.rules;
    this.#unconditional = all.some((rule) => rule.if !== undefined) ? null : new Set(all.map(({ name }) => name));
    this.#store = new UserTermStore(options.naming);
  }

  /** The consent status of a visitor on every rule, in the order of the rules: two indexed queries, one for a signed-out one. */
  async statuses(asking: Asking): Promise<ConsentStatus[]> {
    return this.#statusesOf(asking, await this.#known(asking));
  }

  /** Like `statuses`, for a page of the host's: what the visitor decided before they signed in is adopted on the way. */
  async statusesForPage(visitor: Visitor): Promise<ConsentStatus[]> {
    const known = await this.#known(visitor);
    const isAdopted = await this.#adopt(visitor, known);
    return isAdopted ? this.statuses(visitor) : this.#statusesOf(visitor, known);
  }

  async #known({ user }: Asking): Promise<Known> {
    const { database, terms } = this.#options;
    const decided = user ? await this.#store.of(database, user.id) : [];
    // From memory, mostly: nothing is won by asking for both at once.
    const current = await terms.current();
    return { current, byRule: new Map(decided.map((userTerm) => [userTerm.rule, userTerm])) };
  }

  async #statusesOf({ user, cookies, request = null }: Asking, { current, byRule }: Known): Promise<ConsentStatus[]> {
    const { rules } = this.#options;
    const asked = await this.asked({ user, request, attributes: null, event: null });
    return rules.all.map((rule) => {
      const term = current.get(rule.name) ?? null;
      const userTerm = byRule.get(rule.name);
      const known = userTerm ? stateOf(userTerm, term) : cookieState(rule, cookies, term);
      const decided = this.#unstored.has(user?.id, rule.name) ? 'rejected' : known;
      const byGpc = decided === 'passive' && term !== null && this.#heedsGpc(rule, request);
      return {
        rule,
        term,
        state: byGpc ? 'rejected' : decided,
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

  /** Whether the browser's signal is about a rule. */
  #heedsGpc(rule: Rule, request: Request | null | undefined): boolean {
    return rule.gpc && sendsGpc(request) && this.isConsent(rule);
  }

  /**
   * Puts on record what Global Privacy Control refuses: for an account as its decision, for a visitor as an entry about
   * nobody.
   */
  async noteGpc(visitor: Visitor, refused: readonly ConsentStatus[]): Promise<void> {
    if (visitor.user) {
      await this.decide({ ...visitor, how: 'gpc' }, new Map(refused.map(({ rule }) => [rule.name, 'rejected'])));
      return;
    }
    const nobody = { userId: null, visitorId: null };
    const events = refused.flatMap(({ rule, term }) => {
      const refusal = term && ({ rule, term, text: term, decision: 'rejected' } as const);
      // Who they are is not asked, as they have asked for.
      return refusal ? [this.#eventOf({ request: visitor.request, how: 'gpc' }, nobody, refusal)] : [];
    });
    if (events.length > 0) await this.#options.ledger.append(events);
  }

  /** Names of the rules that concern somebody (`if`). */
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
   * Accepts or rejects rules in one transaction, then sets cookies and runs callbacks. Deciding the same again is no
   * change and answers alike. Either all decisions are stored or none.
   *
   * @returns what was written, by rule; a rule that stood so already is not in it
   * @throws {PolicyEngineError} 404 for an unknown rule or one without text, 401 for a rule that needs a user, 409 `text_changed`
   */
  async decide(visitor: Visitor, decisions: Decisions): Promise<Written> {
    const decided = await this.#consentDecisions(visitor, decisions);
    // Only who decided here before signing in has this cookie, and it goes with this answer.
    if (visitor.user && visitorIdOf(visitor.cookies) !== null) {
      await this.#adopt(visitor, await this.#known(visitor), new Set(decisions.keys()));
    }
    const changed = await this.#stored(visitor, decided);
    await this.#follow(visitor, decided, changed);
    return changed;
  }

  /** A refusal that can't be stored counts all the same: what was withdrawn stops here and in this browser, and the caller is told. */
  async #stored(visitor: Visitor, decided: readonly ConsentDecision[]): Promise<Written> {
    const { user, cookies, secure } = visitor;
    try {
      const written = user
        ? await this.#store.write(this.#options.database, this.#withEvents(user.id, decided, visitor))
        : await this.#note(visitor, decided);
      if (user) for (const { rule } of decided) this.#unstored.delete(user.id, rule.name);
      return written;
    } catch (error) {
      for (const { rule, term, decision } of decided.filter((one) => one.decision === 'rejected')) {
        if (user) this.#unstored.add(user.id, rule.name);
        if (rule.sessionless) writeRuleCookies(cookies, rule.name, { decision, version: term.version }, secure);
        this.#options.scripts.forget(rule.name, visitor);
      }
      throw error;
    }
  }

  /** Notes what someone without an account changed: their cookies say what stood before. */
  async #note(visitor: Visitor, decided: readonly ConsentDecision[]): Promise<Written> {
    const { cookies, secure, newVisitorId } = visitor;
    const changed = decided.filter(({ rule, term, decision }) => cookieState(rule, cookies, term) !== decision);
    if (changed.length === 0) return new Map();
    const isKnown = visitorIdOf(cookies) !== null || newVisitorId !== undefined;
    const subject = { userId: null, visitorId: keepVisitorId(cookies, secure, newVisitorId) };
    const events = changed.map((one) => this.#eventOf(visitor, subject, one));
    const { ledger } = this.#options;
    if (!isKnown) await ledger.append(events);
    const appended = isKnown ? await ledger.appendOnce(subject.visitorId, events) : events;
    return new Map(appended.flatMap(({ leaf }): [string, null][] => (leaf.rule === null ? [] : [[leaf.rule, null]])));
  }

  #withEvents(userId: string, decided: readonly ConsentDecision[], evidence: Evidence): DecisionWithEvent[] {
    return decided.map((one) => {
      const { rule, term, decision, shown = evidence.shown } = one;
      const event = this.#eventOf({ ...evidence, shown }, { userId, visitorId: null }, one);
      return { userId, rule: rule.name, termId: term.id, decision, at: this.#options.now(), event };
    });
  }

  #eventOf(evidence: Evidence, subject: LedgerSubject, { rule, term, text, decision }: ConsentDecision): NewEvent {
    const { ledger, now } = this.#options;
    const { how = 'api', request } = evidence;
    const { version } = term;
    const facts = {
      kind: 'decision',
      rule: rule.name,
      version,
      textHash: text.hash,
      decision,
      how,
      at: now(),
    } as const;
    const gpc = this.#heedsGpc(rule, request) ? gpcOf(decision) : null;
    return ledger.eventOf({ ...facts, gpc, subject, circumstances: circumstances(evidence) });
  }

  /** What follows from decisions that are stored: cookies for all of them, callbacks for what changed. */
  async #follow(visitor: Visitor, decided: readonly ConsentDecision[], changed: Written): Promise<void> {
    for (const one of decided) {
      const { rule, term, decision } = one;
      if (rule.sessionless) {
        writeRuleCookies(visitor.cookies, rule.name, { decision, version: term.version }, visitor.secure);
      }
      if (decision === 'rejected') this.#options.scripts.forget(rule.name, visitor);
      if (changed.has(rule.name)) await this.#callBack(visitor, one);
    }
  }

  /**
   * Accepts or rejects one rule, as `decide` does. What was written is not read again.
   *
   * @param id name of a rule, or the id of a user term of the visitor
   * @returns the consent status as it is now
   */
  async decideOne(visitor: Visitor, id: string, decision: Decision): Promise<Omit<ConsentStatus, 'isAsked'>> {
    const name = this.#options.rules.find(id)?.name ?? (await this.status(visitor, id)).rule.name;
    const written = (await this.decide(visitor, new Map([[name, decision]]))).get(name);
    // The cookies of an anonymous visitor change with this very answer.
    if (!written) return { ...(await this.status(visitor, name)), state: decision };
    const { rule, term } = await this.#inForce(name);
    return { rule, term, state: decision, userTermId: written.id, decidedAt: written.decidedAt, byGpc: false };
  }

  /** Stores decisions in a transaction of the host's, for a user who may not exist outside of it yet. */
  async record(
    transaction: Database,
    userId: string,
    decisions: Decisions,
    evidence: Evidence = { how: 'sign-up' },
  ): Promise<RecordedPolicies> {
    const current = await this.#options.terms.current(transaction);
    const decided: ConsentDecision[] = [];
    for (const [name, decision] of decisions) {
      const { rule, term } = await this.#inForce(name, current);
      decided.push({ rule, term, text: textFor(term, languagesOf(evidence)), decision });
    }
    const changed = await this.#store.writeWithin(transaction, this.#withEvents(userId, decided, evidence));
    const { request = null } = evidence;
    const cookies = new Cookies(request?.headers.get('cookie') ?? null);
    const secure = request !== null && new URL(request.url).protocol === 'https:';
    const visitor = { ...evidence, user: { id: userId, record: null }, cookies, request, secure };
    let following: Promise<void> | undefined;
    return {
      afterCommit: async () => {
        await (following ??= this.#follow(visitor, decided, changed));
        return cookies.changes();
      },
    };
  }

  /**
   * Links what a visitor decided before they had an account to that account, in the ledger; call it at sign-in and sign-up.
   * The visitor's cookie goes: on a shared computer the next one to decide is somebody else.
   *
   * @param database a transaction of the host's, if the account is not committed yet
   * @returns whether there was anything to link
   */
  async linkVisitor(
    visitor: Pick<Visitor, 'cookies' | 'secure'> & Evidence,
    userId: string,
    database: Database = this.#options.database,
  ): Promise<boolean> {
    const visitorId = visitorIdOf(visitor.cookies);
    if (visitorId === null) return false;
    const { how = 'api' } = visitor;
    const linked = await this.#options.ledger.link(database, { userId, visitorId }, how, circumstances(visitor));
    forgetVisitorId(visitor.cookies, visitor.secure);
    return linked;
  }

  /**
   * Adopts what was decided before signing in. No callback runs, for the decision is no new one; and no page fails for it.
   *
   * @param except rules that are decided anew right now
   * @returns whether the account changed
   */
  async #adopt(visitor: Visitor, { current, byRule }: Known, except?: ReadonlySet<string>): Promise<boolean> {
    const { user, cookies } = visitor;
    if (user === null) return false;
    const found = adoptable(this.#options.rules.all, cookies, current, byRule);
    const taken = found.filter(({ rule }) => !except?.has(rule.name));
    // A decision is the moment to link the visitor, with or without anything to adopt.
    if (found.length === 0 && except === undefined) return false;
    try {
      const adopted = { ...visitor, how: 'banner' } as const;
      const changed =
        taken.length === 0
          ? new Map()
          : await this.#store.write(
              this.#options.database,
              this.#withEvents(user.id, await this.#shown(visitor, taken), adopted),
            );
      await this.linkVisitor(visitor, user.id);
      return changed.size > 0;
    } catch (error) {
      this.#options.logger.error('adopting the decisions of a visitor failed', { error });
      return false;
    }
  }

  /** With the text that the visitor read when they chose so, and what else they were shown: their own entries tell. */
  async #shown(visitor: Visitor, found: readonly Adoptable[]): Promise<ConsentDecision[]> {
    const visitorId = visitorIdOf(visitor.cookies);
    const events = visitorId === null ? [] : await this.#options.ledger.eventsAbout({ userId: null, visitorId });
    return found.map(({ rule, term, decision }) => {
      const event = events.find(({ leaf }) => leaf.rule === rule.name && leaf.decision === decision);
      const read = textsOf(term).find(({ hash }) => hash === event?.leaf.textHash);
      const text = read ?? textFor(term, languagesOf(visitor));
      return { rule, term, decision, text, shown: event?.identity?.shown };
    });
  }

  async #consentDecisions(visitor: Visitor, decisions: Decisions): Promise<ConsentDecision[]> {
    const decided: ConsentDecision[] = [];
    for (const [name, decision] of decisions) {
      const { rule, term } = await this.#inForce(name);
      if (!visitor.user && !rule.sessionless) throw refusals.signInRequired();
      decided.push({ rule, decision, term, text: textRead(visitor, term, decision) });
    }
    return decided;
  }

  /** A rule and its text. @throws {PolicyEngineError} 404 for an unknown rule or one without text */
  async #inForce(
    name: string,
    known?: ReadonlyMap<string, TermInForce>,
  ): Promise<Pick<ConsentDecision, 'rule' | 'term'>> {
    const rule = this.#options.rules.require(name);
    return { rule, term: known?.get(name) ?? (await this.#options.terms.currentOf(name)) };
  }

  /** A callback that throws is reported and never loses the decision, which is stored by now. */
  async #callBack({ user, request, cookies }: Visitor, { rule, decision }: ConsentDecision): Promise<void> {
    const callback = decision === 'accepted' ? rule.onAccept : rule.onReject;
    try {
      await callback?.({ rule: rule.name, user, request, cookies });
    } catch (error) {
      this.#options.logger.error('a callback of a rule failed', { rule: rule.name, decision, error });
    }
  }
}

interface Known {
  readonly current: ReadonlyMap<string, TermInForce>;
  readonly byRule: ReadonlyMap<string, UserTerm>;
}

/**
 * What a visitor read before deciding. Nobody accepts a text they have not seen; refusing takes no reading.
 *
 * @throws {PolicyEngineError} 409 `text_changed`
 */
function textRead(visitor: Visitor, term: TermInForce, decision: Decision): ReadableText {
  const shown = textFor(term, languagesOf(visitor));
  if (visitor.read === undefined) return shown;
  const found = textsOf(term).find(({ hash }) => hash === visitor.read);
  if (found === undefined && decision === 'accepted') throw refusals.conflict('text_changed', 'error.text_changed');
  return found ?? shown;
}
