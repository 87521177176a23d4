/**
 * How long decisions count. A rule says it (`lasts`); free consents have defaults of ours. Each decision names the months of its rule at
 * that time; if the rule changes, an acceptance counts for the shorter of both times and a refusal for the longer one. Decisions that
 * name none count by the rule of now: they are imported, or older than the defaults, which apply to them once an administrator has
 * confirmed it (`confirmation.ts`). Where the host names the region of a request, the place makes an acceptance shorter and the wait after a
 * refusal longer: both when a decision is made and when it is read.
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
  /** The most months of an acceptance in a region, and the fewest after a refusal; null where it names none. */
  readonly placeAges: (region: string | null) => Ages;
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

  /** Calendar months that a decision counts that is made now; null: without end. @param region of the request, see `Places.regionOf` */
  months(rule: Rule, decision: Decision, region: string | null): number | null {
    const own = monthsOf(rule.lasts, decision) ?? monthsOf(this.defaultsOf(rule), decision);
    const place = isConsent(rule, this.#options.scripts) ? monthsOf(this.#options.placeAges(region), decision) : null;
    return countedMonths(decision, { made: place, now: own });
  }

  /** How long decisions on a rule count that are made now, where no place says otherwise. */
  of(rule: Rule): Ages {
    return { acceptance: this.months(rule, 'accepted', null), refusal: this.months(rule, 'rejected', null) };
  }

  /** The ages of today. @param region of the request, see `Places.regionOf` */
  async now(region: string | null, transaction?: Database): Promise<AgesNow> {
    const areDefaultsConfirmed = await this.#options.areDefaultsConfirmed(transaction);
    return new AgesNow(this, { today: dayOf(this.#options.now()), region, areDefaultsConfirmed });
  }
}

interface Today {
  /** UTC, `2026-11-28`. */
  readonly today: string;
  readonly region: string | null;
  readonly areDefaultsConfirmed: boolean;
}

/** How long decisions count, on one day in one place. */
export class AgesNow {
  readonly #ages: DecisionAges;
  readonly #today: Today;

  constructor(ages: DecisionAges, today: Today) {
    this.#ages = ages;
    this.#today = today;
  }

  /** Whether a decision counts no more. */
  isOver(rule: Rule, made: MadeDecision): boolean {
    const { decision, decidedAt } = made;
    if (decidedAt === null) return false;
    return isOver(decision, decidedAt, { months: this.#months(rule, made), today: this.#today.today });
  }

  /** The day until which an acceptance is valid, or before which nobody is asked again; null: there is none. */
  limit(rule: Rule, made: MadeDecision): string | null {
    const months = this.#months(rule, made);
    return months === null || made.decidedAt === null ? null : limitOf(made.decision, made.decidedAt, months);
  }

  #months(rule: Rule, { decision, months: made }: MadeDecision): number | null {
    const { region, areDefaultsConfirmed } = this.#today;
    const isSaid = made !== null || areDefaultsConfirmed;
    const now = isSaid ? this.#ages.months(rule, decision, region) : monthsOf(rule.lasts, decision);
    return countedMonths(decision, { made, now });
  }
}
