/**
 * The posture of something in a region, for a host that leaves it to the law. By default it is the stricter reading of `standing.ts`; what
 * loosens under conditions, or by a text that was not read in its own words, holds where the host names the fact: it has read the text
 * and meets the conditions. Without a region, or in one without facts, everything is `opt-in`.
 */
import { type Fact, type Posture, POSTURES, type Purpose } from './fact.ts';
import { type Regime, regimeOf, REGIMES, REGIONS } from './regimes.ts';
import { todaysStanding } from './standing.ts';

/** How far the host leaves a posture to the law. */
export interface ByLaw {
  /** The regions in which it does; null: in all. Elsewhere it is `opt-in`. */
  readonly regions: readonly string[] | null;
  /** IDs of the facts whose conditions the host meets, as `U4`. */
  readonly facts: readonly string[];
}

/** The posture that applies, and why. */
export interface AppliedPosture {
  readonly posture: Posture;
  /** The fact behind it with its date, `GB U4 2026-02-05`; null: a default of ours. */
  readonly fact: string | null;
}

const DEFAULT: AppliedPosture = { posture: 'opt-in', fact: null };

const cited = ({ regions }: Regime, { id, from }: Fact) =>
  [regions[0]?.toUpperCase(), id, ...(from === null ? [] : [from])].join(' ');

/**
 * See the head of the file. Of several facts that the host names, the strictest counts.
 *
 * @param region as the host names it; null for none
 * @param day UTC, `2026-11-28`
 */
export function postureIn(
  region: string | null,
  day: string,
  purpose: Purpose,
  { regions, facts }: ByLaw,
): AppliedPosture {
  const regime = region === null ? undefined : regimeOf(region);
  const isIncluded = regions === null || regions.some((one) => one.toLowerCase() === region?.toLowerCase());
  if (regime === undefined || !isIncluded) return DEFAULT;
  const { posture, facts: reasons, allowed } = todaysStanding(regime, day).postures[purpose];
  const named = allowed.filter(({ fact }) => facts.includes(fact.id));
  const chosen = POSTURES.flatMap((one) => named.find((other) => other.posture === one) ?? [])[0];
  if (chosen !== undefined) return { posture: chosen.posture, fact: cited(regime, chosen.fact) };
  const [reason] = reasons;
  return { posture, fact: reason === undefined ? null : cited(regime, reason) };
}

/**
 * Why a posture cannot be left to the law like this; null if it can.
 *
 * @returns a sentence that says what to write
 */
export function postureFault(purpose: Purpose, { regions, facts }: ByLaw): string | null {
  const region = regions?.find((one) => regimeOf(one) === undefined);
  if (region !== undefined) return `${JSON.stringify(region)} is not known; the regions are ${REGIONS.join(', ')}`;
  const places = REGIMES.filter((regime) => regions === null || regime.regions.some((one) => isAmong(one, regions)));
  const usable = new Set(
    places.flatMap((place) =>
      place.facts.flatMap(({ id, holds }) => ((holds?.postures?.[purpose] ?? 'opt-in') === 'opt-in' ? [] : [id])),
    ),
  );
  const unknown = facts.find((id) => !usable.has(id));
  if (unknown === undefined) return null;
  const choice = usable.size === 0 ? 'there is none' : `write one of ${[...usable].join(', ')}`;
  return `${JSON.stringify(unknown)} is no fact by which ${purpose} run without consent there; ${choice}`;
}

const isAmong = (region: string, regions: readonly string[]) => regions.some((one) => one.toLowerCase() === region);
