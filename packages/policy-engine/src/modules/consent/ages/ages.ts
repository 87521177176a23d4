/**
 * How long decisions count. A rule says it (`lasts`); free consents have defaults of ours. Each decision names the months of its rule at
 * that time; if the rule changes, an acceptance counts for the shorter of both times and a refusal for the longer one. Decisions that
 * name none count by the rule of now: they are imported, or older than the defaults, which apply to them once an administrator has
 * confirmed it (`confirmation.ts`).
 */
import type { Database } from '../../../platform/database/port.ts';
import { type Ages, countedMonths, dayOf, isOver, limitOf, monthsOf } from '../../regimes/index.ts';
import type { Decision, Rule } from '../../rules/index.ts';
import { type GovernedRules, isConsent } from '../decisions/gpc.ts';

/** The ages of free consents. No text names any for all places: these are our choice. */
export const DEFAULT_AGES: Ages = { acceptance: 12, refusal: 6 };

const NO_AGES: Ages = { acceptance: null, refusal: null };

/** A decision that was made. */
export interface MadeDecision {
  readonly decision: Decision;
  /** Null if it is not known: then it has no end. */
  readonly decidedAt: Date | null;
  /** Calendar months of its rule at that time; null if it names none. */
  readonly months: number | null;
}

/** What the ages depend on. */
export interface DecisionAgesOptions {
  readonly scripts: GovernedRules;
  readonly now: () => Date;
  /** Whether the defaults apply to decisions that name no months. @param transaction reads in it */
  readonly areDefaultsConfirmed: (transaction?: Database) => Promise<boolean>;
}

/** See the head of the file. */
export class DecisionAges {
  readonly #options: DecisionAgesOptions;

  constructor(options: DecisionAgesOptions) {
    this.#options = options;
  }

  /** The default ages of a rule, as far as it names none itself. */
  defaultsOf(rule: Rule): Ages {
    if (!isConsent(rule, this.#options.scripts)) return NO_AGES;
    const { acceptance, refusal } = rule.lasts;
    return {
      acceptance: acceptance === null ? DEFAULT_AGES.acceptance : null,
      refusal: refusal === null ? DEFAULT_AGES.refusal : null,
    };
  }

  /** Calendar months that a decision counts that is made now; null: without end. */
  months(rule: Rule, decision: Decision): number | null {
    return monthsOf(rule.lasts, decision) ?? monthsOf(this.defaultsOf(rule), decision);
  }

  /** How long decisions on a rule count that are made now. */
  of(rule: Rule): Ages {
    return { acceptance: this.months(rule, 'accepted'), refusal: this.months(rule, 'rejected') };
  }

  /** The ages of today. */
  async now(transaction?: Database): Promise<AgesNow> {
    const areDefaultsConfirmed = await this.#options.areDefaultsConfirmed(transaction);
    return new AgesNow(this, { today: dayOf(this.#options.now()), areDefaultsConfirmed });
  }
}

/** How long decisions count, on one day. */
export class AgesNow {
  readonly #ages: DecisionAges;
  readonly #today: string;
  readonly #areDefaultsConfirmed: boolean;

  constructor(
    ages: DecisionAges,
    { today, areDefaultsConfirmed }: { readonly today: string; readonly areDefaultsConfirmed: boolean },
  ) {
    this.#ages = ages;
    this.#today = today;
    this.#areDefaultsConfirmed = areDefaultsConfirmed;
  }

  /** Whether a decision counts no more. */
  isOver(rule: Rule, made: MadeDecision): boolean {
    const { decision, decidedAt } = made;
    if (decidedAt === null) return false;
    return isOver(decision, decidedAt, { months: this.#months(rule, made), today: this.#today });
  }

  /** The day until which an acceptance is valid, or before which nobody is asked again; null: there is none. */
  limit(rule: Rule, made: MadeDecision): string | null {
    const months = this.#months(rule, made);
    return months === null || made.decidedAt === null ? null : limitOf(made.decision, made.decidedAt, months);
  }

  #months(rule: Rule, { decision, months: made }: MadeDecision): number | null {
    const isSaid = made !== null || this.#areDefaultsConfirmed;
    const now = isSaid ? this.#ages.months(rule, decision) : monthsOf(rule.lasts, decision);
    return countedMonths(decision, { made, now });
  }
}
