/** Puts the values of the environment and of the flags over those of the file. */
import type { KeyOutcome } from '../takeover/outcome.ts';
import { valueAt } from './effective.ts';
import type { Assignment } from './sources.ts';

type Given = Readonly<Record<string, unknown>>;

/** Options with the values of all sources. */
export interface Applied {
  readonly options: Given;
  /** What became of each value, by its label. */
  readonly outcomes: ReadonlyMap<string, KeyOutcome>;
  /** What became of the keys of the file that are not used. */
  readonly overridden: readonly KeyOutcome[];
  /** The value that is used, by its option. */
  readonly places: ReadonlyMap<string, Assignment>;
}

/** @param values in ascending precedence */
export function applyAssignments(given: Given, values: readonly Assignment[]): Applied {
  const options: Record<string, unknown> = { ...given };
  const outcomes = new Map<string, KeyOutcome>();
  const places = new Map<string, Assignment>();
  for (const assignment of values) {
    const { label, value } = assignment;
    const { option, path, masked } = assignment.setting;
    const before = places.get(option);
    if (before) outcomes.set(before.label, { key: before.label, outcome: 'ignored', reason: `${label} overrides it` });
    places.set(option, assignment);
    outcomes.set(label, { key: label, outcome: 'taken-as', option, ...(!masked && { value }) });
    set(options, path, value);
  }
  const overridden = [...places.values()]
    .filter(({ setting }) => valueAt(given, setting.path) !== undefined)
    .map(({ label, setting }): KeyOutcome => {
      const what = label.startsWith('-') ? 'flag' : 'environment variable';
      return { key: setting.option, outcome: 'ignored', reason: `the ${what} ${label} overrides it` };
    });
  return { options, outcomes, overridden, places };
}

function set(options: Record<string, unknown>, [first = '', second]: readonly string[], value: unknown): void {
  if (second === undefined) {
    options[first] = value;
    return;
  }
  const parent = options[first] ?? {};
  // What is no object is refused anyway.
  if (isObject(parent)) options[first] = { ...parent, [second]: value };
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
