/** `policy-engine map check`, for release pipelines. */
import { type CommandDefinition, defineCommand, engineOption, tableOptions, withEngine } from '../../../cli/command.ts';
import type { Database } from '../../../platform/database/port.ts';
import { LiveSchema } from '../../../platform/database/schema/live-schema.ts';
import { type MapFinding, uncovered } from '../schema/coverage.ts';
import type { HeldBackColumn } from '../schema/held-back.ts';
import { DataMap } from '../data-map.ts';
import { addressOf } from '../rules/rule.ts';

/** What a host's module must export as `engine`. */
interface MappedEngine {
  checkDataMap(): Promise<MapFinding[]>;
  heldBackColumns(): Promise<HeldBackColumn[]>;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

interface Checked {
  readonly findings: readonly MapFinding[];
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
With --engine it also lists the columns that exports hold back, and those that rules include with a reason; they do not change
the exit code.
Exits with 0 if there are none, 1 if there are some or a rule does not fit the tables, 2 if the check failed.`,
  options: {
    ...engineOption,
    ...tableOptions,
    ...peopleOption,
    json: {
      type: 'boolean',
      about:
        'as JSON: { findings: [{ kind, table, column, reason }], heldBack: [{ rule, table, column, kind, reason, included }] }',
    },
  },
  failureCode: 2,
  example: 'npx --offline policy-engine map check --engine engine.js',
  async run({ values, withDatabase, naming, print }) {
    const { findings, heldBack } =
      values.engine === undefined
        ? await withDatabase(async (database) => {
            const map = emptyMap(values.people);
            const schema = await LiveSchema.read(database, map.schemas);
            return { findings: uncovered(map, schema, naming(database.dialect)), heldBack: [] };
          }, true)
        : await withEngine<MappedEngine, Checked>(values.engine, 'checkDataMap', async (engine) => {
            return { findings: await engine.checkDataMap(), heldBack: await engine.heldBackColumns() };
          });
    if (values.json === true) print(JSON.stringify({ findings, heldBack }, null, 2));
    else for (const line of [...heldInLines(heldBack), ...inLines(findings)]) print(line);
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

function inLines(findings: readonly MapFinding[]): string[] {
  const lines = findings.map(({ kind, table, column, reason }) =>
    kind === 'undeclared' ? `${String(table)}.${String(column)}: ${reason}` : `${kind}: ${reason}`,
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
