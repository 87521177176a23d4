/** Compares the judgement of columns with what a person read in real schemas (`names/*.txt`). */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { heldBackBy } from '../../dist/platform/columns/held-back.js';

/** What a column is, by reading. `either`: two readers would differ, or another table of the schema has a column of that name. */
const READINGS = ['secret', 'staff', 'others', 'either', 'open'] as const;

export type Reading = (typeof READINGS)[number];

/** The names of one application's columns. */
export interface ReadNames {
  /** Packages with versions. */
  readonly packages: string;
  /** `table.column` where the name alone says nothing. */
  readonly names: Readonly<Record<Reading, readonly string[]>>;
}

/** What was judged otherwise than read. */
export interface Measured {
  readonly packages: string;
  /** Number of all columns, and of those to hold back. */
  readonly columns: number;
  readonly toHoldBack: number;
  readonly missed: readonly string[];
  readonly falseAlarms: readonly string[];
}

/** Reads the lists. */
export function readNames(): ReadNames[] {
  const folder = path.join(import.meta.dirname, 'names');
  return globSync('*.txt', { cwd: folder })
    .toSorted()
    .map((file) => {
      const [packages = '', ...lines] = readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n');
      const names: Record<Reading, string[]> = { secret: [], staff: [], others: [], either: [], open: [] };
      let reading: Reading = 'open';
      for (const line of lines) {
        if (line.startsWith(' ')) names[reading].push(...line.trim().split(' '));
        else reading = READINGS.find((one) => one === line) ?? reading;
      }
      return { packages, names };
    });
}

export function measured({ packages, names }: ReadNames): Measured {
  const wanted = (['secret', 'staff', 'others'] as const).flatMap((kind) =>
    names[kind].map((name) => ({ kind, name })),
  );
  return {
    packages,
    columns: wanted.length + names.open.length + names.either.length,
    toHoldBack: wanted.length,
    missed: wanted.filter(({ kind, name }) => judged(name) !== kind).map(({ name }) => name),
    falseAlarms: names.open.filter((name) => judged(name) !== undefined),
  };
}

function judged(name: string): string | undefined {
  const [column = '', table] = name.split('.').toReversed();
  return heldBackBy(column, { table, columns: [] })?.kind;
}
