/** Compares a map with the tables of the database: which columns of personal data it does not cover. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { LiveColumn, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { DataMap } from '../data-map.ts';
import { untoldFaults } from '../references/keys.ts';
import { PersonalColumns } from '../draft/personal.ts';
import { type Owned, ownedBy, staffBeside, wayInWords } from './ownership.ts';
import { peopleTablesOf } from './people-tables.ts';
import { type Exempt, hasTable, nameOfTable, type TableRule } from '../rules/rule.ts';
import { schemaFaultsOf } from './schema-faults.ts';
import { tenantFaultsOf } from './tenants.ts';

/** A finding of `policy-engine map check`. */
export interface MapFinding {
  /**
   * `undeclared`: a column without a data rule or exemption; `unfit`: a rule or an exemption that does not fit the tables;
   * `no_people`: the table of users is unknown; `reference`: a foreign key to people that no rule or exemption answers; `guess`: the same
   * for a column that looks like one.
   */
  readonly kind: 'undeclared' | 'unfit' | 'no_people' | 'reference' | 'guess';
  /** Null if it concerns a rule or the whole map. */
  readonly table: string | null;
  readonly column: string | null;
  /** Why, in a sentence for a developer. */
  readonly reason: string;
}

/** Tables of the host: all except those of the engine. */
export function hostTables(schema: LiveSchema, naming: Naming): LiveTable[] {
  const own = new Set([...naming.tables.names].map((table) => naming.tablePrefix + table));
  const isOwn = ({ schema: place, table }: LiveTable) =>
    own.has(table) && (naming.schema === undefined ? place === schema.path[0] : place === naming.schema);
  return schema.tables.filter((table) => !isOwn(table));
}

/** The table of users: as the map declares, else by its name. */
export function peopleTable(map: DataMap, schema: LiveSchema, tables: readonly LiveTable[]): LiveTable | undefined {
  return map.people === undefined ? peopleTablesOf(tables, schema).people : schema.find(map.people);
}

/** What the map does not cover, table by table, and what does not fit. */
export function uncovered(map: DataMap, schema: LiveSchema, naming: Naming): MapFinding[] {
  const tables = hostTables(schema, naming);
  const people = peopleTable(map, schema, tables);
  const owned = people === undefined ? [] : ownedBy(people, { tables, schema });
  const staff = people === undefined ? [] : staffBeside(people, { tables, schema });
  return [
    ...(people === undefined ? [noPeople(map)] : []),
    ...unfit(map, schema),
    ...tables.flatMap((table) => uncoveredIn(table, { map, schema, owned, staff, tables })),
  ];
}

interface Held {
  readonly map: DataMap;
  readonly schema: LiveSchema;
  readonly owned: readonly Owned[];
  readonly staff: readonly LiveTable[];
  /** Tables of the host. */
  readonly tables: readonly LiveTable[];
}

function uncoveredIn(table: LiveTable, held: Held): MapFinding[] {
  const { map, schema, owned, staff, tables } = held;
  const isCovered = coverOf(table, map, schema);
  const found = owned.find((one) => one.table === table);
  const personal =
    found === undefined ? new PersonalColumns(table, staff.includes(table) ? 'people' : 'no', tables) : undefined;
  const name = schema.shownName(table);
  return [...table.columns.values()].flatMap((column): MapFinding[] => {
    if (isCovered(column)) return [];
    const word = personal?.word(column);
    if (found === undefined && word === undefined) return [];
    const reason =
      found === undefined
        ? `named like personal data: ${String(word)}`
        : `leads to a person: ${wayInWords(found, owned, schema)}`;
    return [{ kind: 'undeclared', table: name, column: column.name, reason }];
  });
}

/** Finds out which columns of a table are declared or exempted. */
function coverOf(table: LiveTable, map: DataMap, schema: LiveSchema): (column: LiveColumn) => boolean {
  const rules = map.rules.filter(hasTable).filter((rule) => schema.find(rule.table) === table);
  const exempt = map.exempt.filter((one) => isAllOf(one, table) || schema.find(one) === table);
  const whole =
    // The other columns of a deleted row are erased with it; `columns` limits what is exported.
    rules.some((rule) => rule.table.columns === undefined || deletesRows(rule)) ||
    exempt.some(({ columns }) => columns === undefined);
  if (whole) return () => true;
  const named = [...rules.flatMap(columnsNamedBy), ...exempt.flatMap(({ columns }) => columns ?? [])];
  const known = new Set(named.map((name) => schema.column(table, name)));
  return (column) => known.has(column);
}

/** Whether rows are deleted as a whole, so that `columns` only says what of them is exported. */
function deletesRows({ erasure }: TableRule): boolean {
  return erasure?.action === 'delete' || (erasure?.action === 'keep' && erasure.end.action === 'delete');
}

/** Columns that a rule covers: those that it exports, sets, dates a period by, and finds its rows by. */
function columnsNamedBy({ table, erasure, retention }: TableRule): string[] {
  const set = erasure?.action === 'set' ? Object.keys(erasure.columns) : [];
  const kept =
    erasure?.action === 'keep'
      ? [
          ...(erasure.until.rule === undefined ? [erasure.until.from] : []),
          ...Object.keys(erasure.meanwhile?.columns ?? {}),
          ...(erasure.end.action === 'set' ? Object.keys(erasure.end.columns) : []),
        ]
      : [];
  const { age, where = {} } = retention?.schedule ?? {};
  const aged = [...(age === undefined ? [] : [age.from]), ...Object.keys(where)];
  return [
    ...(table.columns ?? []),
    ...table.key,
    ...table.sides.map(({ person }) => person.column),
    ...set,
    ...kept,
    ...aged,
  ];
}

function unfit(map: DataMap, schema: LiveSchema): MapFinding[] {
  const rules = new Map(map.rules.filter(hasTable).map((rule) => [rule.name, rule]));
  const ofRules = map.rules.flatMap((rule) =>
    schemaFaultsOf(rule, schema, rules).map((fault) => `data rule "${rule.name}": ${fault}`),
  );
  const { faults, risks } = map.solution(schema);
  const tenants = tenantFaultsOf(map, schema);
  const tables = map.rules.filter(hasTable).flatMap((rule) => schema.find(rule.table) ?? []);
  const untold = untoldFaults(schema, tables);
  return [
    ...ofRules,
    ...tenants,
    ...untold,
    ...faults,
    ...risks,
    ...map.exempt.flatMap((one) => staleIn(one, schema)),
  ].map((reason) => ({
    kind: 'unfit',
    table: null,
    column: null,
    reason,
  }));
}

/** Whether an exemption is about all tables of a schema, among them this one. */
function isAllOf({ schema, table }: Exempt, live: LiveTable): boolean {
  return table === '*' && schema === live.schema;
}

/** An exemption for something missing would hide a later column of that name. */
function staleIn(exempt: Exempt, schema: LiveSchema): string[] {
  if (schema.tables.some((one) => isAllOf(exempt, one))) return [];
  const table = schema.find(exempt);
  if (table === undefined) return [`the exempted table ${nameOfTable(exempt)} does not exist`];
  return (exempt.columns ?? [])
    .filter((column) => schema.column(table, column) === undefined)
    .map((column) => `the exempted column ${nameOfTable(exempt)}.${column} does not exist`);
}

function noPeople(map: DataMap): MapFinding {
  const reason =
    map.people === undefined
      ? 'the table of people is not known, so foreign keys cannot be followed: set dataMap: { people: { table } }'
      : `the table of people ${nameOfTable(map.people)} does not exist`;
  return { kind: 'no_people', table: null, column: null, reason };
}
