/** The tables of the guide, as Markdown. */
import {
  citation,
  type Fact,
  isInForce,
  type Posture,
  type Purpose,
  PURPOSES,
} from '../../dist/modules/regimes/fact.js';
import { CIRCUMSTANCES, type Situation } from '../../dist/modules/regimes/outcome/situation.js';
import { type Condition, type Row, TABLE } from '../../dist/modules/regimes/outcome/table.js';
import { REGIMES, type Regime } from '../../dist/modules/regimes/regimes.js';
import { type AgeHere, type Standing, standingOn } from '../../dist/modules/regimes/standing.js';

const cells = (...texts: readonly string[]) =>
  `| ${texts.map((text) => text.replaceAll('|', String.raw`\|`)).join(' | ')} |`;

const ids = (facts: readonly Fact[]) => facts.map(({ id }) => id).join(', ');

function postureText({ postures }: Standing, purpose: Purpose): string {
  const { posture, facts, allowed } = postures[purpose];
  const reason = facts.length === 0 ? 'our choice' : ids(facts);
  const others = new Map<Posture, string[]>();
  for (const one of allowed) others.set(one.posture, [...(others.get(one.posture) ?? []), one.fact.id]);
  return `${posture} (${reason})${[...others].map(([name, facts]) => `; ${name} under conditions (${facts.join(', ')})`).join('')}`;
}

const ageText = (age: AgeHere | null) => (age === null ? 'our choice' : `${age.months} months (${age.fact.id})`);

function placeRow(regime: Regime, day: string): string {
  const standing = standingOn(regime, day);
  const { signal } = standing;
  return cells(
    regime.name,
    regime.regions.map((region) => `\`${region}\``).join(' '),
    ...PURPOSES.map((purpose) => postureText(standing, purpose)),
    ageText(standing.acceptance),
    ageText(standing.refusal),
    signal === null ? 'not mentioned' : `${signal.force} (${signal.fact.id})`,
  );
}

const table = (head: readonly string[], rows: readonly string[]) =>
  [cells(...head), cells(...head.map(() => '---')), ...rows].join('\n');

/**
 * What holds in each place.
 *
 * @param day UTC, `2026-11-28`
 */
export function placesTable(day: string): string {
  return table(
    ['Place', 'Regions', 'Statistics', 'Appearance', 'Ads, sale', 'Acceptance', 'Wait after refusal', 'Signal'],
    REGIMES.map((regime) => placeRow(regime, day)),
  );
}

function factRow(fact: Fact): string {
  const { id, says, force, from, until, status, dateStatus = status, loosens = false, holds } = fact;
  const condition = holds?.conditions === undefined ? '' : ` Condition: ${holds.conditions}.`;
  const dated = `${from ?? 'no date found'}${until === undefined ? '' : ` to ${until}`}`;
  return cells(
    id,
    `${says}${condition}${loosens ? ' (Loosens.)' : ''}`,
    citation(fact),
    force,
    force === 'proposal' ? 'not in force' : dated,
    dateStatus === status ? status : `${status}; date ${dateStatus}`,
  );
}

/** Every fact once, in the order of the places. */
export const allFacts: ReadonlyMap<string, Fact> = new Map(
  REGIMES.flatMap((regime) => regime.facts.map((fact): [string, Fact] => [fact.id, fact])),
);

/** Every fact, as a row. */
export function factsTable(): string {
  return table(['Fact', 'What it says', 'Text', 'Force', 'From', 'Read'], [...allFacts.values()].map(factRow));
}

/** Facts that begin after a day, by their day. */
export function comingFacts(day: string): string[] {
  return [...allFacts.values()]
    .filter((fact) => fact.force !== 'proposal' && !isInForce(fact, day) && (fact.from ?? '') > day)
    .map(({ id, from }) => `${from} ${id}`)
    .toSorted();
}

const OUTCOME_COLUMNS = [
  'decision',
  'signal',
  'order',
  'version',
  'age',
  'posture',
  'notice',
  'holder',
  'returning',
] as const;

const orIn = (values: readonly string[], all: readonly string[]) =>
  values.length === all.length ? 'any' : values.join(' or ');

/** A condition without what all of its row have in common. */
function conditionText(condition: Condition): string {
  const parts = OUTCOME_COLUMNS.flatMap((member) => {
    const values: readonly Situation[typeof member][] | undefined = condition[member];
    if (values === undefined) return [];
    const name = {
      decision: '',
      signal: 'signal ',
      posture: '',
      notice: 'notice ',
      holder: '',
      returning: 'return in ',
    } as const;
    const lead = member in name ? name[member as keyof typeof name] : '';
    return [`${lead}${orIn(values, CIRCUMSTANCES[member])}`];
  });
  return parts.join(', ');
}

/** Conditions on a rule that ignores the signal say what those without a signal say. */
const isTold = (condition: Condition) => condition.signals?.includes('ignored') !== true;

function outcomeRow({ name, when, outcome, why, facts }: Row): string {
  const { runs, ask, accepting, conflict, honoured, record, acceptance } = outcome;
  const shown = [...(conflict ? ['conflict'] : []), ...(honoured ? ['honoured'] : [])].join(', ') || 'nothing';
  return cells(
    `\`${name}\``,
    when.filter(isTold).map(conditionText).join('; or '),
    runs ? 'runs' : 'stopped',
    ask,
    accepting === 'by-place' ? 'as the place asks' : 'one step',
    shown,
    record === 'refusal' ? 'a refusal, `honoured`' : 'nothing',
    acceptance === 'overridden' ? '`overridden`' : 'plain',
    `${why}${facts.length === 0 ? ' (Our choice.)' : ` (${facts.join(', ')})`}`,
  );
}

/** What follows from decision, signal, text, age, posture and place. */
export function outcomesTable(): string {
  return table(
    ['Row', 'When', 'Scripts', 'Banner', 'Accepting takes', 'Shown', 'Recorded by itself', 'An acceptance is', 'Why'],
    TABLE.map(outcomeRow),
  );
}
