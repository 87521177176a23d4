/** All that is known about a map: what it does not cover, what happens with each reference to people, and what is not seen. */
import type { Database } from '../../../platform/database/port.ts';
import { LiveSchema, type Unseen } from '../../../platform/database/schema/live-schema.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { DataMap } from '../data-map.ts';
import { hostTables, type MapFinding, peopleTable, uncovered } from '../schema/coverage.ts';
import { hasTable } from '../rules/rule.ts';
import { type DataReference, dataReferences } from './check.ts';

/** What `policy-engine map check` reports. */
export interface MapReport {
  /** What must be declared or mended. */
  readonly findings: MapFinding[];
  /** Each reference to people, or to their rows, and what happens with it. */
  readonly references: readonly DataReference[];
  /** Views and triggers: the engine does not read what they do. */
  readonly unseen: readonly Unseen[];
}

/** Compares a map with the tables of a database. */
export async function mapReport(map: DataMap, database: Database, naming: Naming): Promise<MapReport> {
  const schema = await LiveSchema.read(database, map.schemas);
  const findings = uncovered(map, schema, naming);
  const tables = hostTables(schema, naming);
  const people = peopleTable(map, schema, tables);
  const references = people === undefined ? [] : await dataReferences({ database, map, schema, tables, people });
  const known = new Set(findings.map(({ table, column }) => `${table}.${column}`));
  const open = references.filter(
    ({ isAnswered, table, columns }) => !isAnswered && !columns.some((column) => known.has(`${table}.${column}`)),
  );
  const hidden = await hiddenOf(map, schema, database);
  return {
    findings: [...findings, ...hidden, ...open.map(findingOf)],
    references,
    unseen: await schema.unseen(database),
  };
}

/** Tables of rules of which the connection may not see every row: what it does not see is neither exported nor erased. */
async function hiddenOf(map: DataMap, schema: LiveSchema, database: Database): Promise<MapFinding[]> {
  const tables = new Set(map.rules.filter(hasTable).flatMap((rule) => schema.find(rule.table) ?? []));
  const hiding = await schema.hiding(database);
  return hiding
    .filter((table) => tables.has(table))
    .map((table) => ({
      kind: 'unfit',
      table: schema.shownName(table),
      column: null,
      reason:
        "row security may hide rows from the engine's database user, which are then neither exported nor erased: let it see them (alter role … bypassrls, or create policy … using (true))",
    }));
}

function findingOf({ table, columns, to, found, because }: DataReference): MapFinding {
  // No rule finds rows by one of several keys in a column.
  const advice = because?.startsWith('a list')
    ? 'export and erase what is in it by functions (collection, and the erasure run), and exempt it with a reason'
    : 'declare a data rule with this column as its person, name it as another side of a rule, or exempt it with a reason';
  const reason =
    found === 'key'
      ? `refers to ${to}, and no data rule or exemption says what happens with it: ${advice}`
      : `may refer to ${to} (a guess: ${because ?? ''}): ${advice}`;
  return { kind: found === 'key' ? 'reference' : 'guess', table, column: columns.join(', '), reason };
}
