import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { type BrowserService, placed } from '../browsers/index.ts';
import type { LedgerService } from '../proof/index.ts';
import type { Decision, Rule, RuleConditionContext, Rules } from '../rules/index.ts';
import type { Places } from './regions/places.ts';
import type { ScriptService } from './scripts/service.ts';
import type { TermInForce, TermsService } from '../terms/index.ts';
import { Cookies } from '../../platform/web/request/cookies.ts';
import { refusals } from '../../errors/refusals.ts';
import type { WebLogger } from '../../platform/logger.ts';
import type { DecisionAges } from './ages/ages.ts';
import { limitOf } from '../regimes/index.ts';
import { Adoptions, type AdoptionsOptions } from './visitors/adoption.ts';
import { commitCheck } from './sign-up/commit-check.ts';
import { type ConsentDecision, decisionOn, isRefusing, type Said, type Written } from './decisions/decision.ts';
import { keepSignalNotes, type SignalNote } from './decisions/signal-cookie.ts';
import { draftOf, toWrite } from './decisions/drafts.ts';
import { DecisionEffects, type MadeBefore } from './decisions/effects.ts';
import { isConsent } from './decisions/gpc.ts';
import { ruleInForce } from './decisions/in-force.ts';
import type { ConsentStatus } from './decisions/status.ts';
import { Statuses } from './decisions/statuses.ts';
import type { RecordedPolicies } from './sign-up/recorded-policies.ts';
import { UnstoredRefusals } from './decisions/unstored-refusals.ts';
import { vendorStates } from './decisions/vendors.ts';
import { VisitorDecisions } from './visitors/visitor-decisions.ts';
import type { Asking, Evidence, Visitor } from './visitors/visitor.ts';

/** What the service needs. */
export interface ConsentServiceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly rules: Rules;
  readonly terms: TermsService;
  readonly scripts: ScriptService;
  readonly ledger: LedgerService;
  readonly browsers: BrowserService;
  readonly places: Places;
  readonly ages: DecisionAges;
  readonly admitAdoption: AdoptionsOptions['admitAdoption'];
  readonly logger: WebLogger;
  readonly now: () => Date;
}

/** Decisions to be made together, by rule name. */
export type Decisions = ReadonlyMap<string, Said>;

/** A status right after a decision. */
export type DecidedStatus = Omit<ConsentStatus, 'isAsked' | 'outcome' | 'posture' | 'hasConflict'>;

/** Who accepted what, and the effects of decisions. */
export class ConsentService {
  readonly #options: ConsentServiceOptions;
  readonly #unstored = new UnstoredRefusals();
  readonly #statuses: Statuses;
  readonly #visitors: VisitorDecisions;
  readonly #effects: DecisionEffects;
  /** How long decisions count. */
  readonly ages: DecisionAges;
  /** How accounts take over what was decided in their browser. */
  readonly adoptions: Adoptions;

  constructor(options: ConsentServiceOptions) {
    this.#options = options;
    this.ages = options.ages;
    this.#statuses = new Statuses(options, this.#unstored);
    this.#visitors = new VisitorDecisions(options);
    this.#effects = new DecisionEffects(options);
    this.adoptions = new Adoptions(options, this.#statuses);
  }

  /** See {@link Statuses.of}. */
  async statuses(asking: Asking, transaction?: Database): Promise<ConsentStatus[]> {
    return this.#statuses.of(asking, transaction);
  }

  /** Names of the rules that concern a visitor (`if`). */
  async asked(context: Omit<RuleConditionContext, 'rule'>): Promise<ReadonlySet<string>> {
    return this.#statuses.asked(context);
  }

  /** Whether a rule is a free consent, so that a banner asks for it. */
  isConsent(rule: Rule): boolean {
    return isConsent(rule, this.#options.scripts);
  }

  /**
   * Records what Global Privacy Control rejects: for an account as its decision; for a visitor as an anonymous entry, or as the withdrawal
   * of what they had accepted. The browser remembers it.
   */
  async noteGpc(visitor: Visitor, refused: readonly ConsentStatus[]): Promise<void> {
    // A lazy property is not an own property.
    const { secure, ip } = visitor;
    const refusing = { ...visitor, secure, ip, how: 'gpc' } as const;
    const browser = await this.#options.browsers.of(visitor);
    // What only a cookie of the page says is nobody's decision.
    const isWithdrawn = ({ rule, hasConflict }: ConsentStatus) =>
      visitor.user !== null || (hasConflict && browser.decisionOn(rule.name)?.isProved === true);
    const [withdrawn, others] = [refused.filter(isWithdrawn), refused.filter((one) => !isWithdrawn(one))];
    if (withdrawn.length > 0)
      await this.decide(refusing, new Map(withdrawn.map(({ rule }) => [rule.name, 'rejected'])));
    if (others.length > 0) await this.#noteAnonymously(visitor, others);
    const notes = refused.map(({ rule, term, hasConflict }): [string, SignalNote] => [
      rule.name,
      { version: term?.version ?? 0, hasConflict },
    ]);
    keepSignalNotes(visitor.cookies, new Map(notes), placed(this.#options.browsers.placeOf(visitor)));
  }

  /** The signal asks not to be identified, so whoever has not decided here is not identified. */
  async #noteAnonymously(visitor: Visitor, refused: readonly ConsentStatus[]): Promise<void> {
    const { ledger, browsers } = this.#options;
    const nobody = { userId: null, visitorId: null };
    const events = refused.flatMap(({ rule, term }) => {
      const refusal = term && ({ rule, term, text: term, decision: 'rejected', vendors: null } as const);
      if (refusal === null) return [];
      return [ledger.eventOf(draftOf(this.#options, { request: visitor.request, how: 'gpc' }, nobody, refusal))];
    });
    if (events.length > 0) await ledger.append(events);
    const browser = await browsers.of(visitor);
    for (const { rule, term, hasConflict } of refused) {
      // An acceptance that only a cookie of the page says ends as well.
      if (hasConflict && term !== null) browser.keepUnrecordedRefusal(rule.name, term.version);
      if (hasConflict) this.#options.scripts.forget(rule.name, visitor);
    }
  }

  /** The visitor named by the signed cookies; null for none, and for an account. */
  async visitorIdOf(asking: Asking): Promise<string | null> {
    return asking.user === null ? (await this.#options.browsers.of(asking)).visitorId : null;
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
    const decided = await this.#consentDecisions(visitor, decisions);
    return this.#decide(
      visitor,
      () => decided,
      () => this.#writeDecided(visitor, decided),
    );
  }

  /**
   * Like `decide`, for decisions that depend on the current ones: these are read under the lock of the account or of the visitor, so
   * that no other decision intervenes.
   *
   * @returns what was decided
   */
  async decideFrom(visitor: Visitor, make: (statuses: readonly ConsentStatus[]) => Decisions): Promise<Decisions> {
    const { user } = visitor;
    const { database, ledger, terms, ages } = this.#options;
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
            toWrite(this.#options, await ages.now(transaction), user.id, await remake(transaction), visitor),
          );
    await this.#decide(visitor, () => decided, write);
    return made;
  }

  async #writeDecided(visitor: Visitor, decided: readonly ConsentDecision[]): Promise<Written> {
    const { database, ledger, ages } = this.#options;
    const { user } = visitor;
    if (user === null) return this.#visitors.note(visitor, decided);
    const writing = toWrite(this.#options, await ages.now(), user.id, decided, visitor);
    return ledger.decisions.write(database, user.id, writing);
  }

  /**
   * Stores decisions and lets their effects follow. A rejection that cannot be stored still applies in this process and browser, and
   * the caller gets an error.
   *
   * @param decided read after `write` has ended
   */
  async #decide(
    visitor: Visitor,
    decided: () => readonly ConsentDecision[],
    write: () => Promise<Written>,
  ): Promise<Written> {
    const { user } = visitor;
    let written: Written;
    try {
      written = await write();
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
    if (user) for (const { rule } of decided()) this.#unstored.delete(user.id, rule.name);
    await this.#effects.follow(visitor, decided(), written, await this.#madeBefore(visitor, decided(), written));
    return written;
  }

  /** When an account made the decisions that it repeats, as far as their age matters to its browser. */
  async #madeBefore(visitor: Visitor, decided: readonly ConsentDecision[], written: Written): Promise<MadeBefore> {
    const isAged = ({ rule, decision }: ConsentDecision) => this.ages.months(rule, decision) !== null;
    const repeated = decided.filter((one) => one.rule.sessionless && isAged(one) && !written.has(one.rule.name));
    if (visitor.user === null || repeated.length === 0) return new Map();
    const names = new Set(repeated.map(({ rule }) => rule.name));
    return new Map(
      (await this.statuses(visitor)).flatMap(({ rule, decidedAt, months }) =>
        decidedAt === null || !names.has(rule.name) ? [] : [[rule.name, { at: new Date(decidedAt), months }] as const],
      ),
    );
  }

  /**
   * Accepts or rejects one rule, as `decide` does. What was written is not read again.
   *
   * @param id name of a rule, or the id of a user term of the visitor
   * @returns the consent status by this decision, on its text; another text may be in force by now
   */
  async decideOne(visitor: Visitor, id: string, decision: Decision): Promise<DecidedStatus> {
    const name = this.#options.rules.find(id)?.name ?? (await this.status(visitor, id)).rule.name;
    const decided = await this.#consentDecisions(visitor, new Map([[name, decision]]));
    const changed = await this.#decide(
      visitor,
      () => decided,
      () => this.#writeDecided(visitor, decided),
    );
    const [only] = decided;
    const written = changed.get(name);
    if (!only || !written) return this.status(visitor, name);
    const { rule, term } = only;
    const { id: userTermId, decidedAt } = written;
    const vendors = vendorStates(this.#options.scripts.vendorsOf(name), decision, null);
    const here = { browser: null, unproved: false, byGpc: false, vendors };
    const months = this.ages.months(rule, decision);
    const limit = months === null ? null : limitOf(decision, new Date(decidedAt), months);
    return { rule, term, state: decision, userTermId, decidedAt, months, limit, ...here };
  }

  /** Stores decisions in a transaction of the host, for a user who may not yet exist outside of it. */
  async record(
    transaction: Database,
    userId: string,
    decisions: Decisions,
    evidence: Evidence = { how: 'sign-up' },
  ): Promise<RecordedPolicies> {
    const { terms, ledger, ages } = this.#options;
    const current = await terms.current(transaction);
    const decided: ConsentDecision[] = [];
    for (const [name, said] of decisions) {
      const { rule, term } = await ruleInForce(this.#options, name, current);
      decided.push(decisionOn({ rule, term }, said, evidence));
    }
    const writing = toWrite(this.#options, await ages.now(transaction), userId, decided, evidence);
    const { written: changed, events } = await ledger.decisions.writeWithin(transaction, userId, writing);
    const checkCommit = commitCheck(transaction, ledger, events);
    const { request = null } = evidence;
    const cookies = new Cookies(request?.headers.get('cookie') ?? null);
    const secure = request !== null && new URL(request.url).protocol === 'https:';
    const visitor = { ...evidence, user: { id: userId, record: null }, cookies, request, secure };
    let following: Promise<void> | undefined;
    return {
      afterCommit: async () => {
        await checkCommit();
        await (following ??= this.#effects.follow(visitor, decided, changed));
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
      const { rule, term } = await ruleInForce(this.#options, name, known);
      if (!visitor.user && !rule.sessionless) throw refusals.signInRequired();
      decided.push(decisionOn({ rule, term }, said, visitor));
    }
    return decided;
  }
}
