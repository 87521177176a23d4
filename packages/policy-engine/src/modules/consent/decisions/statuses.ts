import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { BrowserService } from '../../browsers/index.ts';
import { type UserTerm, UserTermStore } from '../../proof/index.ts';
import { type ConsentState, isAsked, type RuleConditionContext } from '../../rules/index.ts';
import type { DecisionAges } from '../ages/ages.ts';
import type { ScriptService } from '../scripts/service.ts';
import type { Asking } from '../visitors/visitor.ts';
import { heedsGpc } from './gpc.ts';
import type { RuleSources } from './in-force.ts';
import { browserState, type ConsentStatus, madeIn, stateHere, stateOf } from './status.ts';
import type { UnstoredRefusals } from './unstored-refusals.ts';
import { keptOfStored, vendorStates } from './vendors.ts';

/** What reading needs. */
export interface StatusesOptions extends RuleSources {
  readonly database: Database;
  readonly naming: Naming;
  readonly scripts: ScriptService;
  readonly browsers: BrowserService;
  readonly ages: DecisionAges;
  readonly logger: WebLogger;
}

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
    const { database, terms, rules, browsers, scripts } = this.#options;
    const decided = user ? await this.#store.of(transaction ?? database, user.id) : [];
    const byRule = new Map(decided.map((userTerm) => [userTerm.rule, userTerm]));
    // Mostly from memory: a parallel query would gain nothing.
    const current = await terms.current(transaction);
    const asked = known ?? (await this.asked({ user, request, attributes: null, event: null }));
    const here = await browsers.of(asking);
    const ages = await this.#options.ages.now(transaction);
    return rules.all.map((rule) => {
      const term = current.get(rule.name) ?? null;
      const userTerm = byRule.get(rule.name);
      const { browser, unproved, kept, made } = browserState(here, { rule, term, ages });
      // An account's own decision takes precedence over the browser's, which belongs to the browser alone.
      const stored = userTerm ? stateOf(userTerm, { rule, term, ages }) : 'passive';
      const own = this.#unstored.has(user?.id, rule.name) ? 'rejected' : stored;
      const said = user === null ? (browser ?? 'passive') : own;
      const isUndecided = said === 'passive' && browser === null;
      const byGpc = isUndecided && term !== null && heedsGpc(rule, request, scripts);
      const state = byGpc ? 'rejected' : said;
      const isOwn = user !== null && own !== 'passive';
      const ofAccount = (userTerm && madeIn(userTerm)) ?? null;
      const counting = isOwn ? ofAccount : browser === null ? null : made;
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
        isOptedOut:
          rule.sells && (state === 'rejected' || lastAnswer(userTerm, here.lastAnswerOn(rule.name)) === 'rejected'),
        userTermId: userTerm?.id ?? null,
        decidedAt: userTerm?.decidedAt ?? null,
        months: userTerm?.months ?? null,
        limit: byGpc || counting === null ? null : ages.limit(rule, counting),
        wasRejected: own === 'rejected' || (ofAccount ?? made)?.decision === 'rejected',
        isAsked: asked.has(rule.name),
      };
    });
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
