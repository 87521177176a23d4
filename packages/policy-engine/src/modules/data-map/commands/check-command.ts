/** `policy-engine map check`, for release pipelines. */
import { type CommandDefinition, defineCommand, engineOption, tableOptions, withEngine } from '../../../cli/command.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { HeldBackColumn } from '../schema/held-back.ts';
import { DataMap } from '../data-map.ts';
import { referenceInWords } from '../references/check.ts';
import { type MapReport, mapReport } from '../references/report.ts';
import { addressOf } from '../rules/rule.ts';
import type { MapFinding } from '../schema/coverage.ts';

/** What a host's module must export as `engine`. */
interface MappedEngine {
  dataMapReport(): Promise<MapReport>;
  heldBackColumns(): Promise<HeldBackColumn[]>;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

interface Checked {
  readonly report: MapReport;
  readonly heldBack: readonly HeldBackColumn[];
}

/** Options of commands that inspect a database which may have no rules yet. */
export const peopleOption = {
  people: {
    type: 'string',
    value: 'TABLE',
    about: 'the table of people (default: as the rules say, else by its name)',
  },
} as const;

export const mapCheckCommand: CommandDefinition = defineCommand({
  name: 'map check',
  usage: '--engine FILE | --database URL [options]',
  summary: 'list columns with data of people that no data rule covers',
  details: `Checks each table of the host. Lists each column of a table that leads to a person by foreign keys, at any
depth, or that is named like personal data in English, Spanish, French, Turkish or German, and that is neither in a data rule
nor exempted with a reason. Without --engine there are no rules: every such column is listed.
Then lists each reference to people, or to their rows, with whether it is exported, erased, kept or nobody's: foreign keys, and
columns that are named and typed like one and hold values of the key, as a guess. Views and triggers are named as not seen.
With --engine it also lists the columns that exports hold back, and those that rules include with a reason; they do not change
the exit code.
Exits with 0 if everything is answered, 1 if something is not or a rule does not fit the tables, 2 if the check failed.`,
  options: {
    ...engineOption,
    ...tableOptions,
    ...peopleOption,
    json: {
      type: 'boolean',
      about:
        'as JSON: { findings: [{ kind, table, column, reason }], references, unseen, heldBack: [{ rule, table, column, kind, reason, included }] }',
    },
  },
  failureCode: 2,
  example: 'npx --offline policy-engine map check --engine engine.js',
  async run({ values, withDatabase, naming, print }) {
    const { report, heldBack } =
      values.engine === undefined
        ? await withDatabase(async (database) => {
            const map = emptyMap(values.people);
            return { report: await mapReport(map, database, naming(database.dialect)), heldBack: [] };
          }, true)
        : await withEngine<MappedEngine, Checked>(values.engine, 'dataMapReport', async (engine) => {
            return { report: await engine.dataMapReport(), heldBack: await engine.heldBackColumns() };
          });
    const { findings } = report;
    if (values.json === true) print(JSON.stringify({ ...report, heldBack }, null, 2));
    else for (const line of [...heldInLines(heldBack), ...inLines(findings), ...besides(report)]) print(line);
    if (findings.some(({ kind }) => kind === 'no_people')) return 2;
    return findings.length > 0 ? 1 : 0;
  },
});

/** A map without rules. @param people name of the table of users, if given */
export function emptyMap(people: string | undefined): DataMap {
  return new DataMap({
    declared: [],
    portabilityRules: [],
    exempt: [],
    people: people === undefined ? undefined : { ...addressOf(people), key: 'id' },
  });
}

function heldInLines(columns: readonly HeldBackColumn[]): string[] {
  return columns.map(({ rule, table, column, reason, included }) =>
    included === null
      ? `${table}.${column}: held back from the export of ${rule} (${reason})`
      : `${table}.${column}: in the export of ${rule} although it is ${reason} (${included})`,
  );
}

/** What happens with each reference, and what is not seen. */
function besides({ references, unseen }: MapReport): string[] {
  const names = unseen.map(({ kind, name, table }) =>
    table === null ? `${kind} ${name}` : `${kind} ${name} on ${table}`,
  );
  return [
    ...(references.length === 0 ? [] : ['References to people and to their rows:']),
    ...references.map((reference) => `  ${referenceInWords(reference)}`),
    ...(names.length === 0 ? [] : [`Not seen, since only tables are read: ${names.join(', ')}`]),
  ];
}

function inLines(findings: readonly MapFinding[]): string[] {
  const lines = findings.map(({ kind, table, column, reason }) =>
    kind !== 'unfit' && kind !== 'no_people' ? `${String(table)}.${String(column)}: ${reason}` : `${kind}: ${reason}`,
  );
  const undeclared = findings.filter(({ kind }) => kind === 'undeclared').length;
  if (undeclared > 0) {
    return [
      ...lines,
      `${undeclared} column${undeclared === 1 ? ' is' : 's are'} neither in a data rule nor exempted with a reason.`,
    ];
  }
  return findings.length > 0
    ? lines
    : ['Every column that leads to a person is in a data rule or exempted with a reason.'];
}
