/** Compares rules with the tables of the database: what they name that is missing, or that does not support them. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { fieldsOf } from '../../export/index.ts';
import type {
  LiveColumn,
  LiveForeignKey,
  LiveSchema,
  LiveTable,
} from '../../../platform/database/schema/live-schema.ts';
import { shown, unknownName } from '../../../platform/options/words.ts';
import { includeFaultsOf } from './held-back.ts';
import { canHoldIds } from '../rows/person-id.ts';
import { columnsApart, holdsErased } from '../rows/sides.ts';
import {
  type DataRule,
  type DataTable,
  hasTable,
  nameOfTable,
  type PersonColumn,
  type SetAction,
  type TableRule,
} from '../rules/rule.ts';

/** Rules with tables, by name. */
export type TableRules = ReadonlyMap<string, TableRule>;

/** What of a rule does not fit the database, one sentence each; empty for a rule without a table. */
export function schemaFaultsOf(rule: DataRule, schema: LiveSchema, rules: TableRules): string[] {
  if (!hasTable(rule)) return [];
  const live = schema.find(rule.table);
  const faults = tableFaultsOf(rule, schema, rules);
  return live === undefined
    ? faults
    : [
        ...faults,
        ...fileFaultsOf(rule, live, schema),
        ...includeFaultsOf(rule, live, schema),
        ...actionFaultsOf(rule, live, { schema, rules }),
      ];
}

/** What prevents reading the rows of a rule. */
export function tableFaultsOf({ table }: TableRule, schema: LiveSchema, rules: TableRules): string[] {
  const live = schema.find(table);
  if (live === undefined) {
    return [
      unknownName(
        'table',
        nameOfTable(table),
        schema.tables.map((one) => schema.shownName(one)),
      ),
    ];
  }
  return [
    ...missing(
      [...table.sides.map(({ person }) => person.column), ...(table.columns ?? []), ...Object.keys(table.where)],
      live,
      schema,
    ),
    ...missing(
      table.sides.flatMap(({ columns = [], shown }) => [...columns, ...shown]),
      live,
      schema,
    ),
    ...table.sides.flatMap(({ person }) => personFaults(person, live, { schema, rules })),
    ...keyFaults(table, live, schema),
  ];
}

/**
 * The unique key of a table: the rule's key; if none is declared and there is no column `id`, the primary key.
 */
export function keyOf({ key }: DataTable, live: LiveTable, schema: LiveSchema): LiveColumn[] {
  const named = key.flatMap((name) => schema.column(live, name) ?? []);
  if (named.length > 0) return named.length === key.length ? named : [];
  return key.length === 1 && key[0] === 'id' ? live.primaryKey.flatMap((name) => live.columns.get(name) ?? []) : [];
}

function keyFaults(table: DataTable, live: LiveTable, schema: LiveSchema): string[] {
  const key = keyOf(table, live, schema);
  if (key.length === 0) {
    return [
      `the rows of ${schema.shownName(live)} cannot be told apart: it has no column ${table.key.join(', ')} and no primary key`,
    ];
  }
  const names = key.map(({ name }) => name);
  const isUnique = isUniqueIn(live, names);
  const nullable = key.filter(({ isNullable }) => isNullable);
  return [
    ...(isUnique ? [] : [`${names.join(', ')} of ${schema.shownName(live)} is neither a primary key nor unique`]),
    ...nullable.map(({ name }) => `the key ${name} of ${schema.shownName(live)} may be null`),
  ];
}

/** Whether columns, together, are unique. */
export function isUniqueIn(live: LiveTable, names: readonly string[]): boolean {
  return [live.primaryKey, ...live.uniqueKeys].some(
    (unique) => unique.length === names.length && unique.every((name) => names.includes(name)),
  );
}

/** The foreign key that a column is part of, if the column that it refers to is not unique alone. */
export function wholeKey(
  schema: LiveSchema,
  from: LiveTable,
  to: { readonly column: string; readonly live: LiveTable; readonly referred: string },
): LiveForeignKey | undefined {
  if (isUniqueIn(to.live, [to.referred])) return undefined;
  return from.foreignKeys.find((key) => {
    const at = key.columns.indexOf(to.column);
    return key.columns.length > 1 && key.toColumns[at] === to.referred && schema.target(key) === to.live;
  });
}

function personFaults(
  person: PersonColumn,
  live: LiveTable,
  { schema, rules }: { readonly schema: LiveSchema; readonly rules: TableRules },
): string[] {
  const column = schema.column(live, person.column);
  if (column === undefined) return [];
  if (person.kind === 'id') {
    return canHoldIds(column) ? [] : [`${column.name} is ${column.type}, which cannot hold the id of a person`];
  }
  const parent = rules.get(person.rule);
  const other = parent && schema.find(parent.table);
  // A missing table is reported for its own rule.
  if (other === undefined) return [`its rows lead to the rule ${person.rule}, whose table does not exist`];
  const referred = schema.column(other, person.references);
  if (referred === undefined) return missing([person.references], other, schema);
  // A single column of a composite key may also occur in another person's row.
  const isPart =
    keyOf(parent!.table, other, schema).length > 1 &&
    !isUniqueIn(other, [referred.name]) &&
    wholeKey(schema, live, { column: column.name, live: other, referred: referred.name }) === undefined;
  return isPart
    ? [
        `${column.name} refers to ${referred.name} of ${schema.shownName(other)}, which does not tell its rows apart alone`,
      ]
    : [];
}

/** Columns of files, if the export reads the table itself. */
function fileFaultsOf({ portability }: TableRule, live: LiveTable, schema: LiveSchema): string[] {
  if (portability === undefined || portability.reading !== undefined) return [];
  return missing(portability.files.flatMap(fieldsOf), live, schema);
}

function* actionFaultsOf(
  { erasure, retention, table }: TableRule,
  live: LiveTable,
  { schema, rules }: { readonly schema: LiveSchema; readonly rules: TableRules },
): Iterable<string> {
  const setFaults = (set: SetAction | undefined) => (set === undefined ? [] : setFaultsOf(set, table, live, schema));
  if (erasure?.action === 'set') yield* setFaults(erasure);
  if (erasure !== undefined && erasure.action !== 'run' && table.sides.length > 1) {
    if (erasure.action !== 'delete' || erasure.others !== 'delete') yield* sideFaultsOf(table, live, schema);
  }
  if (erasure?.action === 'keep') {
    yield* setFaults(erasure.meanwhile);
    if (erasure.end.action === 'set') yield* setFaults(erasure.end);
    const { from, rule } = erasure.until;
    const parent = rule === undefined ? undefined : rules.get(rule);
    const dated = rule === undefined ? live : parent && schema.find(parent.table);
    // A rule that leads nowhere was reported before.
    if (dated !== undefined) yield* timeFaults(from, dated, schema);
  }
  const schedule = retention?.schedule;
  if (schedule === undefined) return;
  if (schedule.age !== undefined) yield* timeFaults(schedule.age.from, live, schema);
  yield* missing(Object.keys(schedule.where), live, schema);
  if (schedule.action.action === 'set') yield* setFaults(schedule.action);
}

function* setFaultsOf({ columns }: SetAction, table: DataTable, live: LiveTable, schema: LiveSchema): Iterable<string> {
  const key = keyOf(table, live, schema);
  yield* sameFaultsOf(columns, live, schema);
  for (const [name, value] of Object.entries(columns)) {
    const column = schema.column(live, name);
    if (column === undefined) yield* missing([name], live, schema);
    else if (key.includes(column)) yield `${name} tells the rows of ${schema.shownName(live)} apart and cannot be set`;
    else if (column.isGenerated) yield `${name} of ${schema.shownName(live)} is computed and cannot be set`;
    else if (value === null && !column.isNullable) yield `${name} of ${schema.shownName(live)} does not allow null`;
    else if (typeof value === 'string' && column.length !== undefined && lengthOf(value) > column.length) {
      yield `${name} of ${schema.shownName(live)} has room for ${column.length} characters, not ${lengthOf(value)}`;
    } else if (typeof value === 'string') yield* valueFaultsOf(value, column, live, schema);
  }
}

/** Constants for which a unique key has no room: the second row, or the second person, would be refused. */
function* sameFaultsOf(columns: SetAction['columns'], live: LiveTable, schema: LiveSchema): Iterable<string> {
  const isConstant = (name: string) =>
    Object.entries(columns).some(
      ([own, value]) => schema.column(live, own)?.name === name && value !== null && typeof value !== 'function',
    );
  for (const unique of live.uniqueKeys) {
    if (unique.length === 0 || !unique.every(isConstant)) continue;
    const nullable = unique.find((name) => live.columns.get(name)?.isNullable);
    const change = nullable === undefined ? 'by a function' : `${nullable} to null, or by a function`;
    yield `${unique.join(', ')} of ${schema.shownName(live)} is unique and cannot be the same in two rows: set ${change}`;
  }
}

/** Text that a column of another type cannot hold. */
function* valueFaultsOf(value: string, column: LiveColumn, live: LiveTable, schema: LiveSchema): Iterable<string> {
  const { supportsTypes } = dialectNamed(schema.dialect);
  const { name, labels, kind } = column;
  if (labels !== undefined && !labels.includes(value)) {
    yield `${name} of ${schema.shownName(live)} has the values ${labels.join(', ')}, not ${shown(value)}`;
  }
  const isNumber = value.trim() !== '' && Number.isFinite(Number(value));
  if (supportsTypes && (kind === 'integer' || kind === 'number') && !isNumber) {
    yield `${name} of ${schema.shownName(live)} is ${column.type}, which cannot hold ${shown(value)}`;
  }
}

/** What prevents emptying one side of a row whose other people keep it. */
function* sideFaultsOf(table: DataTable, live: LiveTable, schema: LiveSchema): Iterable<string> {
  const key = keyOf(table, live, schema);
  const apart = columnsApart(table, live, schema);
  const either = `or say that a row goes for all of its people: erasure: { action: 'delete', others: 'delete' }`;
  for (const [index, { person, erased }] of table.sides.entries()) {
    const name = `${schema.shownName(live)}.${person.column}`;
    for (const column of apart[index] ?? []) {
      const isPerson = column === schema.column(live, person.column);
      if (key.includes(column)) yield `${name} tells the rows apart and cannot be emptied for one person: ${either}`;
      else if (column.isGenerated)
        yield `${column.name} of ${schema.shownName(live)} is computed and cannot be emptied`;
      else if (isPerson && erased === null && !column.isNullable) {
        yield `${name} does not allow null when one of several people is erased: allow null, name a placeholder with \`erased\`, ${either}`;
      } else if (!isPerson && !column.isNullable && !holdsErased(column)) {
        yield `${column.name} of ${schema.shownName(live)} does not allow null when its person is erased, ${either}`;
      }
    }
  }
}

/** Characters as databases count them: code points. */
function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Kinds of columns in which hosts store dates and times, including ISO 8601 text and numbers since 1970. */
const TIMES: ReadonlySet<LiveColumn['kind']> = new Set(['date', 'time', 'text', 'integer']);

/** A period starts at a date or time. */
function timeFaults(name: string, live: LiveTable, schema: LiveSchema): string[] {
  const column = schema.column(live, name);
  if (column === undefined) return missing([name], live, schema);
  const { supportsTypes } = dialectNamed(schema.dialect);
  const isAnything = !supportsTypes && column.kind !== 'boolean' && column.kind !== 'json';
  return TIMES.has(column.kind) || isAnything
    ? []
    : [`${name} of ${schema.shownName(live)} is ${column.type}, not a date or time`];
}

function missing(names: readonly string[], live: LiveTable, schema: LiveSchema): string[] {
  const table = schema.shownName(live);
  return names
    .filter((name) => schema.column(live, name) === undefined)
    .map((name) => `${table}: ${unknownName('column', name, [...live.columns.keys()])}`);
}
