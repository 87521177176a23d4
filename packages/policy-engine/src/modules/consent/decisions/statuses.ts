import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { BrowserService } from '../../browsers/index.ts';
import { counts, type LedgerService, type UserTerm, UserTermStore } from '../../proof/index.ts';
import { type AppliedPosture, type Outcome, outcomeOf } from '../../regimes/index.ts';
import { type ConsentState, isAsked, type Rule, type RuleConditionContext } from '../../rules/index.ts';
import type { DecisionAges } from '../ages/ages.ts';
import type { Places } from '../regions/places.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { OtherTools } from '../tools/tools.ts';
import type { Asking } from '../visitors/visitor.ts';
import { isConsent, sendsGpc } from './gpc.ts';
import { type Held, heldByAccount, heldByBrowser, isValid } from './held.ts';
import type { RuleSources } from './in-force.ts';
import { noticesGiven } from './notice-cookie.ts';
import { signalNotes } from './signal-cookie.ts';
import { type Applying, applying, situationOf, stateFrom } from './situation.ts';
import { type ConsentStatus, stateHere } from './status.ts';
import type { UnstoredRefusals } from './unstored-refusals.ts';
import { keptOfStored, vendorStates } from './vendors.ts';

/** What reading needs. */
export interface StatusesOptions extends RuleSources {
  readonly database: Database;
  readonly naming: Naming;
  readonly scripts: ScriptService;
  readonly browsers: BrowserService;
  readonly ages: DecisionAges;
  readonly places: Places;
  readonly otherTools: OtherTools;
  readonly ledger: LedgerService;
  readonly logger: WebLogger;
}

/** A refusal that could not be stored. */
const UNSTORED: Held = { decision: 'rejected', version: 'current', age: 'valid', made: null };

const NONE: ReadonlySet<string> = new Set();

const countsIn = ({ held }: Applying) => held !== null && isValid(held);
const isAcceptedBy = ({ held, isOwn }: Applying) => isOwn && held?.decision === 'accepted';

/** Reads what people have decided: in their account, in their browser, and by its signal. */
export class Statuses {
  readonly #options: StatusesOptions;
  readonly #unstored: UnstoredRefusals;
  readonly #store: UserTermStore;
  /** Names of all rules, where none of them has a condition. */
  readonly #unconditional: ReadonlySet<string> | null;

  constructor(options: StatusesOptions, unstored: UnstoredRefusals) {
    this.#options = options;
    this.#unstored = unstored;
    this.#store = new UserTermStore(options.naming);
    const { all } = options.rules;
    this.#unconditional = all.some((rule) => rule.if !== undefined) ? null : new Set(all.map(({ name }) => name));
  }

  /**
   * The consent status of a visitor on every rule, in the order of the rules: one indexed query for an account, none for a visitor
   * without one. Reads in a transaction of the host if one is given.
   *
   * @param known names of the rules that concern them. Default: by the conditions of the rules
   */
  async of(asking: Asking, transaction?: Database, known?: ReadonlySet<string>): Promise<ConsentStatus[]> {
    const { user, request = null } = asking;
    const { database, terms, rules, browsers, scripts, places, otherTools } = this.#options;
    const decided = user ? await this.#store.of(transaction ?? database, user.id) : [];
    const byRule = new Map(decided.map((userTerm) => [userTerm.rule, userTerm]));
    // Mostly from memory: a parallel query would gain nothing.
    const current = await terms.current(transaction);
    const asked = known ?? (await this.asked({ user, request, attributes: null, event: null }));
    const here = await browsers.of(asking);
    const isSent = sendsGpc(request);
    const region = places.regionOf(request);
    const ages = await this.#options.ages.now(region, transaction);
    const notes = signalNotes(asking.cookies);
    const notices = noticesGiven(asking.cookies);
    const held = rules.all.map((rule) => {
      const term = current.get(rule.name) ?? null;
      const userTerm = byRule.get(rule.name);
      const inBrowser = heldByBrowser(here, { rule, term, ages });
      const stored = heldByAccount(userTerm, { rule, term, ages });
      const own = this.#unstored.has(user?.id, rule.name) ? UNSTORED : stored;
      const isHeeded = term !== null && rule.gpc && isConsent(rule, scripts);
      return { rule, term, userTerm, inBrowser, isHeeded, applies: applying(own, inBrowser, user !== null) };
    });
    // Of an account, a signal is known as a refusal, except where an acceptance came after it.
    const mattersTo = ({ rule, isHeeded, applies }: (typeof held)[number]) =>
      isHeeded && isAcceptedBy(applies) && (isSent || (region !== null && rule.byLaw !== null && !countsIn(applies)));
    const accepted = held.filter(mattersTo);
    const sentBefore = await this.#sentBefore(user?.id, accepted, transaction);
    return held.map(({ rule, term, userTerm, inBrowser, isHeeded, applies }): ConsentStatus => {
      const { isOwn } = applies;
      const note = notes.get(rule.name);
      const isKnown = isOwn ? sentBefore.has(rule.name) : note !== undefined;
      const known = { isHeeded, isSent, isKnown };
      const returning = isConsent(rule, scripts) ? places.returning(rule, region) : 'one-step';
      const notice = (notices.get(rule.name) ?? 0) >= (term?.askedSince ?? 1) ? 'given' : 'due';
      const outcomeIn = ({ posture }: AppliedPosture) =>
        outcomeOf(situationOf(applies, known, { posture, notice, returning }));
      // Without a text, nobody could be told what runs.
      const posture = places.postureOf(rule, term === null ? null : region);
      const outcome = outcomeIn(posture);
      const ofVendor = (vendor: string) => {
        const own = region === null || term === null ? [] : scripts.withPosture(rule.name, vendor);
        return own.length === 0 ? outcome : outcomeIn(places.postureOfVendor(rule, own, region));
      };
      const names = scripts.vendorsOf(rule.name);
      const isDue = ({ ask, runs }: Outcome) => ask === 'notice' && !runs;
      const said = stateFrom(outcome);
      const isRejected = applies.held?.decision === 'rejected';
      const byGpc = said === 'rejected' && (outcome.record === 'refusal' || !isRejected);
      const browser = inBrowser !== null && isValid(inBrowser) ? inBrowser.decision : null;
      // In an account, a decision of the browser is not the account's.
      const state = user === null || isOwn || byGpc ? said : 'passive';
      const made = applies.held !== null && isValid(applies.held) ? applies.held.made : null;
      const kept = browser === null ? null : (inBrowser?.kept ?? null);
      return {
        rule,
        term,
        state,
        browser,
        vendors: vendorStates(
          names,
          stateHere({ state, browser }),
          isOwn ? keptOfStored(userTerm?.vendors ?? null) : kept,
          (vendor) => ofVendor(vendor).runs,
        ),
        awaitsNotice: state === 'passive' && (isDue(outcome) || names.some((vendor) => isDue(ofVendor(vendor)))),
        unproved: !isOwn && !byGpc && browser !== null && inBrowser?.isProved === false,
        byGpc,
        returning,
        isOptedOut:
          returning === 'two-steps' &&
          (state === 'rejected' || lastAnswer(userTerm, here.lastAnswerOn(rule.name)) === 'rejected'),
        posture,
        outcome,
        hasConflict: outcome.conflict || (isRejected && note?.hasConflict === true),
        userTermId: userTerm?.id ?? null,
        decidedAt: userTerm?.decidedAt ?? null,
        months: userTerm?.months ?? null,
        limit: byGpc || made === null ? null : ages.limit(rule, made),
        elsewhere:
          user === null && term !== null && state === 'passive' && here.lastAnswerOn(rule.name) === null
            ? otherTools.on({
                rule,
                term,
                cookies: asking.cookies,
                region,
                mayAccept: !(isHeeded && (isSent || note !== undefined)),
              })
            : null,
        isAsked: asked.has(rule.name),
      };
    });
  }

  /**
   * Names of the rules on which the signal was recorded for an account: its acceptance came after it. Asked for only where a signal meets
   * the acceptance of an account, or where something could run after one has ended.
   */
  async #sentBefore(
    userId: string | undefined,
    accepted: readonly { readonly rule: Rule }[],
    transaction: Database | undefined,
  ): Promise<ReadonlySet<string>> {
    if (userId === undefined || accepted.length === 0) return NONE;
    const { ledger } = this.#options;
    const found = await Promise.all(
      accepted.map(async ({ rule: { name } }) => {
        const events = await ledger.eventsAbout({ userId, visitorId: null }, { rule: name }, transaction);
        return events.some((event) => event.leaf.gpc !== null && counts(event)) ? [name] : [];
      }),
    );
    return new Set(found.flat());
  }

  /** Names of the rules that concern a visitor (`if`). */
  async asked(context: Omit<RuleConditionContext, 'rule'>): Promise<ReadonlySet<string>> {
    const { rules, logger } = this.#options;
    if (this.#unconditional !== null) return this.#unconditional;
    const names = rules.all.map(async (rule) => ((await isAsked(rule, context, logger)) ? [rule.name] : []));
    return new Set((await Promise.all(names)).flat());
  }
}

/** What an account has answered last, whether or not it still counts; without such an answer, what its browser keeps. */
function lastAnswer(userTerm: UserTerm | undefined, here: ConsentState | null): ConsentState | null {
  return userTerm === undefined || userTerm.state === 'passive' ? here : (userTerm.state as ConsentState);
}
