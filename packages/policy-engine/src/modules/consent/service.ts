import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { type BrowserService, placed } from '../browsers/index.ts';
import { counts, type LedgerService } from '../proof/index.ts';
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
import { keepSignalNotes, type SignalNote, signalNotes } from './decisions/signal-cookie.ts';
import { draftOf, toWrite } from './decisions/drafts.ts';
import { DecisionEffects, type MadeBefore } from './decisions/effects.ts';
import { heedsGpc, isConsent, sendsGpc } from './decisions/gpc.ts';
import { keepNotices } from './decisions/notice-cookie.ts';
import { ruleInForce } from './decisions/in-force.ts';
import { type ConsentStatus, statusOn } from './decisions/status.ts';
import { Statuses } from './decisions/statuses.ts';
import type { RecordedPolicies } from './sign-up/recorded-policies.ts';
import { UnstoredRefusals } from './decisions/unstored-refusals.ts';
import { vendorStates } from './decisions/vendors.ts';
import { VisitorDecisions } from './visitors/visitor-decisions.ts';
import { decisionsElsewhere, type OtherTools } from './tools/decisions.ts';
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
  readonly ages: DecisionAges;
  readonly places: Places;
  readonly otherTools: OtherTools;
  readonly admitAdoption: AdoptionsOptions['admitAdoption'];
  readonly logger: WebLogger;
  readonly now: () => Date;
}

/** Decisions to be made together, by rule name. */
export type Decisions = ReadonlyMap<string, Said>;
const NOBODY_ASKED: ReadonlySet<string> = new Set();
/** Entries that are read to see what the last decision ended. */
const MOST_READ = 10;

/** A status right after a decision. */
export type DecidedStatus = Omit<
  ConsentStatus,
  'isAsked' | 'elsewhere' | 'outcome' | 'posture' | 'awaitsNotice' | 'hasConflict' | 'returning' | 'isOptedOut'
>;

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
    const isKnown = await this.#isOfSomebody(visitor);
    const [withdrawn, others] = [refused.filter(isKnown), refused.filter((one) => !isKnown(one))];
    if (withdrawn.length > 0)
      await this.decide(refusing, new Map(withdrawn.map(({ rule }) => [rule.name, 'rejected'])));
    if (others.length > 0) await this.#noteAnonymously(visitor, others);
    const notes = refused.map(({ rule, term, hasConflict }): [string, SignalNote] => [
      rule.name,
      { version: term?.version ?? 0, hasConflict },
    ]);
    keepSignalNotes(visitor.cookies, new Map(notes), placed(this.#options.browsers.placeOf(visitor)));
  }

  /** The same of an account, and of a visitor who had accepted; nothing of others. @returns whether there was something to record */
  async noteGpcOfKnown(visitor: Visitor, refused: readonly ConsentStatus[]): Promise<boolean> {
    const known = refused.filter(await this.#isOfSomebody(visitor));
    if (known.length > 0) await this.noteGpc(visitor, known);
    return known.length > 0;
  }

  /** Whether the signal ends or refuses something of somebody. What only a cookie of the page says is nobody's decision. */
  async #isOfSomebody(visitor: Asking): Promise<(status: ConsentStatus) => boolean> {
    const browser = await this.#options.browsers.of(visitor);
    return ({ rule, hasConflict }) =>
      visitor.user !== null || (hasConflict && browser.decisionOn(rule.name)?.isProved === true);
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

  /**
   * Remembers in the browser of an account which acceptances the signal has ended, where a plain request has recorded it: that one's
   * cookies may not have been sent. Reads the ledger once in each browser.
   */
  async noteConflicts(visitor: Visitor, statuses: readonly ConsentStatus[]): Promise<void> {
    const { ledger, scripts, browsers } = this.#options;
    const { user, cookies, request } = visitor;
    if (user === null || !sendsGpc(request)) return;
    const known = signalNotes(cookies);
    const unknown = statuses.filter(
      ({ rule, state, outcome }) =>
        state === 'rejected' &&
        outcome.record === 'nothing' &&
        heedsGpc(rule, request, scripts) &&
        !known.has(rule.name),
    );
    const notes = unknown.map(async ({ rule, term }): Promise<[string, SignalNote]> => {
      const events = await ledger.eventsAbout(
        { userId: user.id, visitorId: null },
        { rule: rule.name, limit: MOST_READ },
      );
      const [last, before] = events.filter((event) => event.leaf.decision !== null && counts(event));
      const hasConflict = last?.leaf.how === 'gpc' && before?.leaf.decision === 'accepted';
      return [rule.name, { version: term?.version ?? 0, hasConflict }];
    });
    keepSignalNotes(cookies, new Map(await Promise.all(notes)), placed(browsers.placeOf(visitor)));
  }

  /** Remembers that the person was told in this browser what runs until they opt out. */
  keepNotices(visitor: Visitor, told: readonly (ConsentStatus & { readonly term: TermInForce })[]): void {
    const shown = new Map(told.map(({ rule, term }) => [rule.name, term.version]));
    keepNotices(visitor.cookies, shown, placed(this.#options.browsers.placeOf(visitor)));
  }

  /** Records what a visitor decided with another consent tool. No callback runs, since nothing is decided again. */
  async takeOver(visitor: Visitor, found: readonly ConsentStatus[]): Promise<void> {
    await this.#visitors.note(visitor, await decisionsElsewhere(this.#options.terms, found));
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
   * @throws {PolicyEngineError} 404 for an unknown rule or one without text, 401 for a rule that needs a user, 409 `text_changed`, 409
   * `confirmation_needed` for a sale that the person has opted out of
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
    const { database, ledger, terms, ages, places } = this.#options;
    const region = places.regionOf(visitor.request);
    let made = make(await this.statuses(visitor));
    let decided = await this.#consentDecisions(visitor, made);
    const remake = async (transaction: Database) => {
      const statuses = await this.statuses(visitor, transaction);
      made = make(statuses);
      return (decided = await this.#consentDecisions(visitor, made, {
        statuses,
        terms: await terms.current(transaction),
      }));
    };
    const write = async (): Promise<Written> =>
      user === null
        ? this.#visitors.note(visitor, decided, remake)
        : ledger.decisions.writeMade(database, user.id, async (transaction) =>
            toWrite(this.#options, await ages.now(region, transaction), user.id, await remake(transaction), visitor),
          );
    await this.#decide(visitor, () => decided, write);
    return made;
  }

  async #writeDecided(visitor: Visitor, decided: readonly ConsentDecision[]): Promise<Written> {
    const { database, ledger, ages, places } = this.#options;
    const { user } = visitor;
    if (user === null) return this.#visitors.note(visitor, decided);
    const agesNow = await ages.now(places.regionOf(visitor.request));
    const writing = toWrite(this.#options, agesNow, user.id, decided, visitor);
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
    const isAged = ({ rule, decision }: ConsentDecision) => this.ages.months(rule, decision, null) !== null;
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
    const months = this.ages.months(rule, decision, this.#options.places.regionOf(visitor.request));
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
    const { terms, ledger, ages, places } = this.#options;
    const current = await terms.current(transaction);
    const { request = null } = evidence;
    const cookies = new Cookies(request?.headers.get('cookie') ?? null);
    const secure = request !== null && new URL(request.url).protocol === 'https:';
    const visitor = { ...evidence, user: { id: userId, record: null }, cookies, request, secure };
    const all: ConsentDecision[] = [];
    for (const [name, said] of decisions) {
      const { rule, term } = await ruleInForce(this.#options, name, current);
      all.push(decisionOn({ rule, term }, said, evidence));
    }
    // A box in a form of the host is no second step: the opt-out stays.
    const returns = await this.#returnsAmong(all, request, () => this.#statuses.of(visitor, transaction, NOBODY_ASKED));
    const decided = all.filter((one) => !returns.includes(one));
    const agesNow = await ages.now(places.regionOf(request), transaction);
    const writing = toWrite(this.#options, agesNow, userId, decided, evidence);
    const { written: changed, events } = await ledger.decisions.writeWithin(transaction, userId, writing);
    const checkCommit = commitCheck(transaction, ledger, events);
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
    known: { readonly terms?: ReadonlyMap<string, TermInForce>; readonly statuses?: readonly ConsentStatus[] } = {},
  ): Promise<ConsentDecision[]> {
    const decided: ConsentDecision[] = [];
    for (const [name, said] of decisions) {
      const { rule, term } = await ruleInForce(this.#options, name, known.terms);
      if (!visitor.user && !rule.sessionless) throw refusals.signInRequired();
      decided.push(decisionOn({ rule, term }, said, visitor));
    }
    if (visitor.confirmed !== true) {
      const statuses = async () => known.statuses ?? this.statuses(visitor);
      const returns = await this.#returnsAmong(decided, visitor.request, statuses);
      if (returns.length > 0) throw refusals.conflict('confirmation_needed', 'error.confirmation_needed');
    }
    return decided;
  }

  /** Acceptances of a sale that the person has opted out of, or of what may be one where they are. */
  async #returnsAmong(
    decided: readonly ConsentDecision[],
    request: Request | null | undefined,
    statuses: () => Promise<readonly ConsentStatus[]>,
  ): Promise<readonly ConsentDecision[]> {
    const { places } = this.#options;
    const region = places.regionOf(request);
    const takesTwo = (rule: Rule) => this.isConsent(rule) && places.returning(rule, region) === 'two-steps';
    const sales = decided.filter(({ rule, decision }) => decision === 'accepted' && takesTwo(rule));
    if (sales.length === 0) return [];
    const all = await statuses();
    return sales.filter(({ rule }) => statusOn(rule.name, all).isOptedOut);
  }
}
