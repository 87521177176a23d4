/**
 * What holds in a place on a day, by the stricter reading: of several postures the strictest one, of several ages the shortest
 * acceptance and the longest wait. A posture that a text allows under conditions, or that is looser by a text that was not read in its
 * own words, is no default: it is listed under `allowed`, for a host that meets the conditions and has read the text.
 */
import {
  type Duty,
  type Fact,
  isInForce,
  POSTURES,
  type Posture,
  type Purpose,
  PURPOSES,
  type SignalForce,
} from './fact.ts';
import type { Regime } from './regimes.ts';

/** How something of one purpose is treated. */
export interface PostureHere {
  readonly posture: Posture;
  /** The facts that say so; none: a cautious reading of ours. */
  readonly facts: readonly Fact[];
  /** Other postures, under conditions or by texts that were not read in their own words. */
  readonly allowed: ReadonlyArray<{ readonly posture: Posture; readonly fact: Fact }>;
}

/** An age in calendar months; null if no text names one, so that any is a choice. */
export interface AgeHere {
  readonly months: number;
  readonly fact: Fact;
}

/** See the head of the file. */
export interface Standing {
  /** Whether any fact is in force. */
  readonly isInForce: boolean;
  readonly postures: Readonly<Record<Purpose, PostureHere>>;
  readonly acceptance: AgeHere | null;
  readonly refusal: AgeHere | null;
  /** Null: no text in force mentions signals. The engine processes them all the same. */
  readonly signal: { readonly force: SignalForce; readonly fact: Fact } | null;
  readonly duties: ReadonlyMap<Duty, readonly Fact[]>;
  readonly facts: readonly Fact[];
}

/** @param day UTC, `2026-11-28` */
export function standingOn({ facts: all, otherwise }: Regime, day: string): Standing {
  const facts = all.filter((fact) => isInForce(fact, day));
  const fallback = facts.length === 0 ? 'opt-in' : otherwise;
  const [statistics, appearance, ads] = PURPOSES.map((purpose) => postureHere(facts, purpose, fallback));
  if (statistics === undefined || appearance === undefined || ads === undefined)
    throw new TypeError('a purpose is missing');
  const duties = new Map<Duty, readonly Fact[]>();
  for (const fact of facts) {
    for (const duty of fact.holds?.duties ?? []) duties.set(duty, [...(duties.get(duty) ?? []), fact]);
  }
  return {
    isInForce: facts.length > 0,
    postures: { statistics, appearance, ads },
    acceptance: ageHere(facts, 'acceptance', (one, other) => one < other),
    refusal: ageHere(facts, 'refusal', (one, other) => one > other),
    signal: signalHere(facts),
    duties,
    facts,
  };
}

/** Standings of the last day that was asked about. */
const standings: { day: string; readonly known: Map<Regime, Standing> } = { day: '', known: new Map() };

/** The same for the day of requests: it is worked out once a day for each place. @param day UTC, `2026-11-28` */
export function todaysStanding(regime: Regime, day: string): Standing {
  if (standings.day !== day) standings.known.clear();
  standings.day = day;
  const known = standings.known.get(regime) ?? standingOn(regime, day);
  standings.known.set(regime, known);
  return known;
}

const isDefault = ({ status, loosens = false, holds }: Fact): boolean =>
  holds?.conditions === undefined && !(loosens && status !== 'primary');

function postureHere(facts: readonly Fact[], purpose: Purpose, fallback: Posture): PostureHere {
  const named = facts.flatMap((fact) => {
    const posture = fact.holds?.postures?.[purpose];
    return posture === undefined ? [] : [{ posture, fact }];
  });
  const usual = named.filter(({ fact }) => isDefault(fact));
  const posture = POSTURES.find((one) => usual.some((other) => other.posture === one)) ?? fallback;
  return {
    posture,
    facts: usual.filter((one) => one.posture === posture).map(({ fact }) => fact),
    allowed: named.filter(({ fact }) => !isDefault(fact)),
  };
}

function ageHere(
  facts: readonly Fact[],
  what: 'acceptance' | 'refusal',
  isStricter: (one: number, other: number) => boolean,
): AgeHere | null {
  let strictest: AgeHere | null = null;
  for (const fact of facts) {
    const months = fact.holds?.[what];
    if (months === undefined) continue;
    if (strictest === null || isStricter(months, strictest.months)) strictest = { months, fact };
  }
  return strictest;
}

const SIGNAL_FORCES: readonly SignalForce[] = ['binds', 'objection', 'none'];

function signalHere(facts: readonly Fact[]): Standing['signal'] {
  for (const force of SIGNAL_FORCES) {
    const fact = facts.find(({ holds }) => holds?.signal === force);
    if (fact !== undefined) return { force, fact };
  }
  return null;
}
