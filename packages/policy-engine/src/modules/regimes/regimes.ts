/**
 * The places whose facts were collected, by region: ISO 3166-1 for countries (`fr`), ISO 3166-2 for states and provinces (`us-ca`), in
 * lower case, and `eu` for the union as a whole.
 */
import { brazil, india, quebec } from './facts/quebec-brazil-india.ts';
import { california } from './facts/california.ts';
import { europeanUnion } from './facts/european-union.ts';
import type { Fact, Posture } from './fact.ts';
import { france } from './facts/france.ts';
import { germany, italy, spain } from './facts/italy-germany-spain.ts';
import { switzerland } from './facts/switzerland.ts';
import { unitedKingdom } from './facts/united-kingdom.ts';
import * as states from './facts/united-states.ts';

/** The facts of one place. */
export interface Regime {
  readonly name: string;
  /** Regions that it is for, the first one being its own. */
  readonly regions: readonly string[];
  readonly facts: readonly Fact[];
  /**
   * The posture where the facts in force name none for a purpose: a cautious reading, since no text says so. Before any of them is in
   * force it is `opt-in`, as for an unknown region.
   */
  readonly otherwise: Posture;
}

const MEMBERS_WITHOUT_OWN_FACTS = 'at be bg hr cy cz dk ee fi gr hu ie lv lt lu mt nl pl pt ro sk si se'.split(' ');

const place = (
  name: string,
  regions: string | readonly string[],
  facts: readonly Fact[],
  otherwise: Posture = 'opt-in',
): Regime => ({ name, regions: typeof regions === 'string' ? [regions] : regions, facts, otherwise });

/** Statistics for own use are free there by the absence of a text; passed on, they are a sale. */
const state = (name: string, region: string, facts: readonly Fact[]): Regime => place(name, region, facts, 'opt-out');

export const REGIMES: readonly Regime[] = [
  place('European Union', ['eu', ...MEMBERS_WITHOUT_OWN_FACTS], europeanUnion),
  place('France', 'fr', [...europeanUnion, ...france]),
  place('Italy', 'it', [...europeanUnion, ...italy]),
  place('Germany', 'de', [...europeanUnion, ...germany]),
  place('Spain', 'es', [...europeanUnion, ...spain]),
  place('United Kingdom', 'gb', unitedKingdom),
  place('Switzerland', 'ch', switzerland, 'opt-out'),
  state('California', 'us-ca', california),
  state('Colorado', 'us-co', states.colorado),
  state('Connecticut', 'us-ct', states.connecticut),
  state('Texas', 'us-tx', states.texas),
  state('Nebraska', 'us-ne', states.nebraska),
  state('Montana', 'us-mt', states.montana),
  state('New Jersey', 'us-nj', states.newJersey),
  state('Oregon', 'us-or', states.oregon),
  state('Maryland', 'us-md', states.maryland),
  state('Delaware', 'us-de', states.delaware),
  state('New Hampshire', 'us-nh', states.newHampshire),
  state('Minnesota', 'us-mn', states.minnesota),
  state('Alabama', 'us-al', states.alabama),
  // Their laws were not opened, or are known from others alone: nothing is loosened by them.
  place('Oklahoma', 'us-ok', states.oklahoma),
  place(
    'Other states with a privacy law',
    ['us-va', 'us-ut', 'us-ia', 'us-tn', 'us-in', 'us-ky', 'us-ri'],
    states.otherStates,
  ),
  place('Quebec', 'ca-qc', quebec),
  place('Brazil', 'br', brazil),
  place('India', 'in', india),
];

const BY_REGION: ReadonlyMap<string, Regime> = new Map(
  REGIMES.flatMap((regime) => regime.regions.map((region): [string, Regime] => [region, regime])),
);

/** Every region that has facts, sorted. */
export const REGIONS: readonly string[] = [...BY_REGION.keys()].toSorted();

/** The facts for a region; undefined for a region without any. @param region in any case: `us-CA` */
export function regimeOf(region: string): Regime | undefined {
  return BY_REGION.get(region.toLowerCase());
}
