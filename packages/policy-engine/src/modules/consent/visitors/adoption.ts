/**
 * Lets an account take over what was decided in its browser before sign-in, when its owner asks for it. There is no other way for a
 * browser's decision to become an account's: on a shared computer it may be somebody else's.
 */
import type { BrowserService, MadeThen } from '../../browsers/index.ts';
import type { EventDraft, LedgerService, LedgerSubject, StoredEvent } from '../../proof/index.ts';
import type { Decision, Rule } from '../../rules/index.ts';
import type { TermInForce } from '../../terms/index.ts';
import type { Database } from '../../../platform/database/port.ts';
import { refusals } from '../../../errors/refusals.ts';
import { circumstances } from '../decisions/decision.ts';
import type { AgesNow } from '../ages/ages.ts';
import type { DraftsOptions } from '../decisions/drafts.ts';
import { gpcOn } from '../decisions/gpc.ts';
import { ruleInForce, type RuleSources } from '../decisions/in-force.ts';
import type { Statuses } from '../decisions/statuses.ts';
import { statusOn, type VendorState } from '../decisions/status.ts';
import { keptOfStored, vendorStates } from '../decisions/vendors.ts';
import type { Asking, Evidence, Visitor } from './visitor.ts';

/** What is needed. */
export interface AdoptionsOptions extends DraftsOptions, RuleSources {
  readonly database: Database;
  readonly ledger: LedgerService;
  readonly browsers: BrowserService;
  /** Rejects an adoption that the user did not request: a read-only request, or one from another site. */
  readonly admitAdoption: (request: Request | null) => void;
}

/** A rule and its text. */
interface InForce {
  readonly rule: Rule;
  readonly term: TermInForce;
}

/** What is taken over. */
interface AdoptableDecision extends InForce {
  readonly decision: Decision;
  /** The browser's decisions on single vendors, see `kept-vendors.ts`; null for a decision about the purpose as a whole. */
  readonly kept: string | null;
}

/** Whose decision is taken over, and by which account. */
type Subject = LedgerSubject & { readonly userId: string; readonly visitorId: string };

/** What an account may take over. */
export interface Adoptable {
  readonly rule: string;
  readonly decision: Decision;
  /** ISO 8601, UTC. */
  readonly decidedAt: string;
}

/** See the head of the file. */
export class Adoptions {
  readonly #options: AdoptionsOptions;

  readonly #statuses: Statuses;

  constructor(options: AdoptionsOptions, statuses: Statuses) {
    this.#options = options;
    this.#statuses = statuses;
  }

  /** Decisions of the browser's visitor on texts in force that the signed-in account has not made; empty without an account. */
  async of(asking: Asking): Promise<Adoptable[]> {
    if (asking.user === null) return [];
    const browser = await this.#options.browsers.of(asking);
    const { ages, places } = this.#options;
    const agesNow = await ages.now(places.regionOf(asking.request));
    return (await this.#statuses.of(asking)).flatMap(({ rule, term, state, vendors, isOptedOut }) => {
      const found = rule.sessionless ? browser.adoptableOn(rule.name) : null;
      if (found === null || term === null || found.version !== term.version || isTooOld(rule, found, agesNow))
        return [];
      // A sale that the account has opted out of takes a second step.
      if (isOptedOut && found.decision === 'accepted') return [];
      const names = vendors.map(({ name }) => name);
      if (found.decision === state && isSame(vendors, vendorStates(names, state, found.vendors))) return [];
      return [{ rule: rule.name, decision: found.decision, decidedAt: found.at.toISOString() }];
    });
  }

  /**
   * Takes over for an account what the visitor of its browser decided on a rule. This closes the visitor, and the browser gets a
   * new one. No callback runs, since nothing is decided again.
   *
   * @throws {PolicyEngineError} 409 `nothing_to_adopt`: this visitor has no event on the text in force that no account has claimed,
   * or the account has already decided the same; 401 without an account, 404 for an unknown rule or one without text
   */
  async adopt(visitor: Visitor, name: string): Promise<void> {
    const { user } = visitor;
    if (user === null) throw refusals.signInRequired();
    const { browsers, ages, places, admitAdoption, now } = this.#options;
    admitAdoption(visitor.request);
    const region = places.regionOf(visitor.request);
    const { rule, term } = await ruleInForce(this.#options, name);
    const browser = await browsers.of(visitor);
    const found = rule.sessionless ? browser.adoptableOn(rule.name) : null;
    if (found === null || found.version !== term.version || isTooOld(rule, found, await ages.now(region)))
      throw refusals.nothingToAdopt();
    const { visitorId, decision, vendors, at } = found;
    if (decision === 'accepted' && places.returning(rule, region) === 'two-steps') {
      if (statusOn(name, await this.#statuses.of(visitor)).isOptedOut) throw refusals.nothingToAdopt();
    }
    await this.#write(visitor, { userId: user.id, visitorId }, { rule, term, decision, kept: vendors });
    const months = ages.months(rule, decision, region);
    // The visitor's decision counts from when it was made.
    const made = { at, months: found.months };
    const adopted = { rule: rule.name, decision, version: term.version, vendors, months, made };
    browser.becomeAdopted(await browsers.key(), user.id, adopted, now());
  }

  async #write(evidence: Evidence, subject: Subject, wanted: AdoptableDecision): Promise<void> {
    const { database, ledger } = this.#options;
    const { rule, term, decision, kept } = wanted;
    await database.transaction(
      async (transaction) => {
        // Locks the visitor: nothing is appended in its name between the check and the claim.
        const event = await ledger.visitors.claim(transaction, subject, rule.name);
        const isThisDecision =
          event?.leaf.decision === decision &&
          event.leaf.version === term.version &&
          keptOfStored(event.leaf.vendors) === kept;
        if (event === null || !isThisDecision) throw refusals.nothingToAdopt();
        const draft = this.#draft(evidence, subject, wanted, event);
        const { written } = await ledger.decisions.writeWithin(transaction, subject.userId, [
          { rule: rule.name, term, decision, draft },
        ]);
        if (written.size === 0) throw refusals.nothingToAdopt();
      },
      { isolation: 'read committed' },
    );
  }

  #draft(evidence: Evidence, subject: Subject, adopted: AdoptableDecision, event: StoredEvent): EventDraft {
    const { now, scripts } = this.#options;
    const { rule, decision } = adopted;
    const { version, textHash, vendors, months, posture, fact } = event.leaf;
    // Copied one by one: an address that is a lazy getter is not an own property.
    const { request, ip, locale } = evidence;
    return {
      kind: 'adoption',
      how: 'adopted',
      rule: rule.name,
      version,
      textHash,
      decision,
      vendors,
      adopted: event.hash,
      at: now(),
      decidedAt: new Date(event.leaf.at),
      months,
      posture,
      fact,
      gpc: gpcOn(adopted, evidence.request, scripts),
      subject,
      // What the person was shown, and where they were, is as it was when they decided.
      circumstances: circumstances(
        { request, ip, locale, shown: event.identity?.shown },
        event.identity?.region ?? null,
      ),
    };
  }
}

function isTooOld(
  rule: Rule,
  { decision, at, months }: MadeThen & { readonly decision: Decision },
  ages: AgesNow,
): boolean {
  return ages.isOver(rule, { decision, decidedAt: at, months });
}

function isSame(some: readonly VendorState[], others: readonly VendorState[]): boolean {
  return some.every(({ state }, index) => others[index]?.state === state);
}
