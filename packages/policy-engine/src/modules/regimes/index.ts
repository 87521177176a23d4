/** What other modules know of this module: facts of law as dated data, and what holds in a place on a day. */
export { citation, type Duty, type Fact, type Purpose, PURPOSES } from './fact.ts';
export { REGIONS, regimeOf } from './regimes.ts';
export { type Standing, standingOn, todaysStanding } from './standing.ts';
export { type Ages, countedMonths, dayOf, isOver, lastDayOf, limitOf, monthsOf } from './age.ts';
export { type AppliedPosture, type ByLaw, postureFault, postureIn } from './posture.ts';
export type { Outcome, Situation } from './outcome/situation.ts';
export { outcomeOf } from './outcome/outcome.ts';
