/** The tables of `docs/accessibility.md`, made from the findings. */
import type { AxeOutcome } from '../../../../testing/axe.ts';
import { BY_KEYBOARD, CHECK_WORDS } from './check-words.ts';
import { CRITERIA, type CheckName, type Criterion } from './criteria.ts';
import type { Found } from './found.ts';
import { LOOKED_AT } from './looked-at.ts';
import { SURFACES, type SurfaceName } from './surfaces.ts';

export const RESULTS = [
  'Supports',
  'Partially supports',
  'Does not support',
  'Not applicable',
  'Not evaluated',
] as const;
export type Result = (typeof RESULTS)[number];

/** The result of one criterion on one surface. */
export interface Cell {
  readonly result: Result;
  /** How the result was determined. */
  readonly by: string;
  readonly faults: readonly string[];
}

const NAMES: Readonly<Record<SurfaceName, string>> = {
  banner: 'Banner',
  centre: 'Privacy centre',
  panel: 'Panel',
  export: 'Exported site',
};

const cleared = (text: string) => text.replaceAll('|', '\\|').replaceAll(/[<>*_[\]]/g, String.raw`\$&`);
const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** A check decides the contrasts that axe leaves open. */
const isOpen = ({ rule, incomplete }: AxeOutcome) => incomplete.length > 0 && rule !== 'color-contrast';

/** Rules of axe that belong to a criterion and found something to apply to. */
function axeOn({ number, axeDecides = [] }: Criterion, { axe }: Found) {
  const outcomes = [...axe.values()].filter(
    ({ rule, criteria }) => criteria.includes(number) || axeDecides.includes(rule),
  );
  const held = outcomes.filter((one) => one.passes > 0 && one.violations.length === 0 && !isOpen(one));
  return {
    decided: held
      .filter(({ rule }) => axeDecides.includes(rule))
      .map(({ rule }) => rule)
      .toSorted(),
    hasPart: held.some(({ rule }) => !axeDecides.includes(rule)),
    open: outcomes
      .filter(isOpen)
      .map(({ rule }) => rule)
      .toSorted(),
    faults: outcomes.filter(({ violations }) => violations.length > 0).map(({ rule }) => `axe: ${rule}`),
  };
}

/** The result of a criterion on a surface. */
export function cellOf(criterion: Criterion, surface: SurfaceName, found: Found): Cell {
  const findings = criterion.checks.map((name) => {
    const finding = found.checks.get(name);
    if (finding === undefined) throw new Error(`nothing was found out about "${name}" of the ${surface}`);
    return { name, ...finding };
  });
  const look = LOOKED_AT[criterion.number]?.[surface];
  const axe = axeOn(criterion, found);
  const there = findings.filter(({ isThere }) => isThere);
  const checks = there.map(({ name }) => name);
  const isByKeyboard = (name: CheckName) => BY_KEYBOARD.has(name);
  const absent = findings.filter(({ isThere }) => !isThere).map(({ name }) => name);
  const faults = [...findings.flatMap((one) => one.faults), ...axe.faults];
  const isAbsent = axe.decided.length === 0 && (look === undefined ? findings.length > 0 : look.isAbsent === true);
  const hasEyes = !criterion.needsEyes || look !== undefined;
  const part = (title: string, text: string) => (text === '' ? [] : [`${title} ${text}`]);
  const by = (shown: readonly CheckName[]) =>
    [
      ...part('axe', list(axe.decided)),
      ...(axe.hasPart && shown !== absent ? ['axe in part'] : []),
      ...part('axe leaves open', list(axe.open)),
      ...part('check', list(shown.filter((name) => !isByKeyboard(name)))),
      ...part('keyboard', list(shown.filter(isByKeyboard))),
      ...(look ? [`looked at ${look.date}: ${cleared(look.saw)}`] : []),
    ].join('; ');
  if (faults.length > 0) return { result: 'Partially supports', by: by(checks), faults };
  if (there.length === 0 && isAbsent) return { result: 'Not applicable', by: by(absent), faults };
  const isDecided = there.length > 0 || axe.decided.length > 0 || look !== undefined;
  if (!hasEyes && there.length === 0 && findings.length > 0)
    return { result: 'Not applicable', by: by(absent), faults };
  if (!hasEyes || !isDecided) return { result: 'Not evaluated', by: by(checks), faults };
  return { result: 'Supports', by: by(checks), faults };
}

type AllFound = Readonly<Record<SurfaceName, Found>>;

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(row).join('\n');

const ofAll = (all: AllFound) =>
  CRITERIA.map((criterion) => ({
    criterion,
    cells: SURFACES.map((surface) => ({ surface, ...cellOf(criterion, surface, all[surface]) })),
  }));

function counted(all: AllFound): string {
  const cells = ofAll(all).flatMap((one) => one.cells);
  const rows = SURFACES.map((surface) => [
    NAMES[surface],
    ...RESULTS.map((result) =>
      String(cells.filter((cell) => cell.surface === surface && cell.result === result).length),
    ),
  ]);
  return table(['Surface', ...RESULTS], rows);
}

/** Surfaces with the same result, determined in the same way, share a row. */
function results(all: AllFound): string {
  const rows = ofAll(all).flatMap(({ criterion, cells }) => {
    const { number, name, level, isNew } = criterion;
    const groups = [...Map.groupBy(cells, ({ result, by }) => `${result}\n${by}`).values()];
    return groups.map((same, nth) => [
      nth === 0 ? `${number} ${name}` : '',
      nth === 0 ? level : '',
      nth === 0 ? (isNew ? 'none' : `9.${number}`) : '',
      same.length === SURFACES.length ? 'all' : same.map(({ surface }) => NAMES[surface].toLowerCase()).join(', '),
      same[0]!.result === 'Partially supports' ? `**${same[0]!.result}**` : same[0]!.result,
      same[0]!.by || '–',
    ]);
  });
  return table(['Criterion', 'Level', 'EN 301 549', 'Surface', 'Result', 'Found by'], rows);
}

function known(all: AllFound): string {
  const lines = ofAll(all).flatMap(({ criterion, cells }) =>
    cells.flatMap(({ surface, faults }) =>
      faults.map(
        (fault) => `- ${criterion.number} ${criterion.name}, ${NAMES[surface].toLowerCase()}: ${cleared(fault)}`,
      ),
    ),
  );
  return lines.length === 0 ? 'None.' : lines.join('\n');
}

function checkTable(): string {
  const rows = Object.entries(CHECK_WORDS).map(([name, words]) => [
    `\`${name}\``,
    BY_KEYBOARD.has(name as CheckName) ? 'keyboard' : 'automatic',
    words,
  ]);
  return table(['Check', 'Kind', 'What it asks'], rows);
}

/** The outcome of each rule on each surface. */
function axeTable(all: AllFound): string {
  const rules = new Map(
    SURFACES.flatMap((surface) => [...all[surface].axe.values()]).map((one) => [one.rule, one.criteria]),
  );
  const outcomeOn = (surface: SurfaceName, rule: string): string => {
    const outcome = all[surface].axe.get(rule);
    if (outcome === undefined) return '–';
    if (outcome.violations.length > 0) return '**fails**';
    return outcome.incomplete.length > 0 ? 'passes, leaves some open' : 'passes';
  };
  const rows = [...rules]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([rule, criteria]) =>
      [`\`${rule}\``, criteria.join(', ')].concat(SURFACES.map((surface) => outcomeOn(surface, rule))),
    );
  return table(['Rule', 'Criteria', ...SURFACES.map((surface) => NAMES[surface])], rows);
}

/** The generated part of the document. */
export function reportOf(all: AllFound): string {
  return [
    counted(all),
    '## What is not met',
    known(all),
    '## Each criterion',
    results(all),
    '## The checks',
    checkTable(),
    '## The rules of axe',
    axeTable(all),
  ].join('\n\n');
}
