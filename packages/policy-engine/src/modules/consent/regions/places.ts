/** The region of a request, and the postures there. */
import { atOnce } from '../../../platform/answered.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import {
  type Ages,
  type AppliedPosture,
  dayOf,
  postureIn,
  REGIONS,
  regimeOf,
  type Situation,
  type Standing,
  todaysStanding,
} from '../../regimes/index.ts';
import type { Rule } from '../../rules/index.ts';
import type { IsRender } from '../banner/hidden-from.ts';
import type { Script } from '../scripts/declaration.ts';

/** The option `region`: where the sender of a request is, as ISO 3166 in any case (`fr`, `us-ca`); null if that is not known. */
export type RegionOf = (request: Request) => string | null;

/** What it needs. */
export interface PlacesOptions {
  readonly region: RegionOf | undefined;
  readonly isRender: IsRender;
  readonly logger: WebLogger;
  readonly now: () => Date;
}

const DEFAULT: AppliedPosture = { posture: 'opt-in', fact: null };
/** Most unknown codes that are reported. */
const MOST_REPORTS = 100;
const NO_AGES: Ages = { acceptance: null, refusal: null };
const STRICTEST_FIRST = ['opt-in', 'opt-out', 'exempt'] as const;

/** Answers for one engine. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #reported = new Set<string>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /**
   * The region of a request in lower case. Null if the host does not know it, or names one without facts, which is reported once; outside
   * of a request; and for pages that are rendered for bots, where nobody could object.
   */
  regionOf(request: Request | null | undefined): string | null {
    const { region, isRender, logger } = this.#options;
    if (region === undefined || !request || isRender(request)) return null;
    try {
      const given: unknown = atOnce(region(request));
      if (given === null || given === undefined) return null;
      if (typeof given !== 'string')
        throw new TypeError('region must return a string or null; it returned something else, or a promise');
      if (regimeOf(given) !== undefined) return given.toLowerCase();
      this.#report(given);
    } catch (error) {
      logger.error('the option region failed: everything is opt-in', { error });
    }
    return null;
  }

  #report(region: string): void {
    if (this.#reported.has(region) || this.#reported.size >= MOST_REPORTS) return;
    this.#reported.add(region);
    const advice = `write null, or one of ${REGIONS.join(', ')}`;
    this.#options.logger.error('the option region named a place without facts: everything is opt-in there', {
      region,
      advice,
    });
  }

  /** The posture of a rule in a region, see {@link Places.regionOf}. */
  postureOf({ purpose, byLaw }: Pick<Rule, 'purpose' | 'byLaw'>, region: string | null): AppliedPosture {
    if (region === null || byLaw === null || purpose === null) return DEFAULT;
    return postureIn(region, dayOf(this.#options.now()), purpose, byLaw);
  }

  /** The posture of a vendor of a rule: the strictest of its scripts. */
  postureOfVendor(rule: Rule, scripts: readonly Script[], region: string | null): AppliedPosture {
    const found = scripts.map(({ purpose = rule.purpose, byLaw = rule.byLaw }) =>
      this.postureOf({ purpose, byLaw }, region),
    );
    return STRICTEST_FIRST.flatMap((one) => found.find(({ posture }) => posture === one) ?? [])[0] ?? DEFAULT;
  }

  /**
   * What an acceptance of a consent takes after an opt-out: two steps for a sale everywhere, and for what may be one where the place asks
   * for it (K7). A rule of another purpose is no sale.
   */
  returning({ purpose, sells }: Pick<Rule, 'purpose' | 'sells'>, region: string | null): Situation['returning'] {
    if (sells) return 'two-steps';
    if (purpose !== null && purpose !== 'ads') return 'one-step';
    return this.#standingIn(region)?.duties.has('return-in-two-steps') === true ? 'two-steps' : 'one-step';
  }

  /** The most months of an acceptance in a region, and the fewest after a refusal; null where it names none. */
  agesIn(region: string | null): Ages {
    const standing = this.#standingIn(region);
    if (standing === null) return NO_AGES;
    return { acceptance: standing.acceptance?.months ?? null, refusal: standing.refusal?.months ?? null };
  }

  #standingIn(region: string | null): Standing | null {
    const regime = region === null ? undefined : regimeOf(region);
    return regime === undefined ? null : todaysStanding(regime, dayOf(this.#options.now()));
  }
}
