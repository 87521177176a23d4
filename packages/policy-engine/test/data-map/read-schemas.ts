/** Drafts rules for schemas of real applications, and compares their columns with what a person read (`schemas/*.txt`). */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { draftOf } from '../../dist/modules/data-map/draft/draft.js';
import { learnedModel, type Model } from '../../dist/modules/data-map/draft/model.js';
import { peopleTablesOf } from '../../dist/modules/data-map/schema/people-tables.js';
import { type LiveColumn, LiveSchema, type LiveTable } from '../../dist/platform/database/schema/live-schema.js';

type Kind = LiveColumn['kind'];

const KINDS: Readonly<Record<string, Kind>> = {
  varchar: 'text',
  varchar1: 'text',
  text: 'text',
  int: 'integer',
  decimal: 'number',
  boolean: 'boolean',
  timestamp: 'time',
  date: 'date',
  json: 'json',
  bytes: 'bytes',
  enum: 'text',
};

/** What a column is, by reading: `either` where two readers would differ. */
export type Reading = 'personal' | 'staff' | 'either';

/** A schema, and what a person read in it. */
export interface ReadSchema {
  /** Package with version. */
  readonly name: string;
  readonly schema: LiveSchema;
  /** By `table.column`. */
  readonly readings: ReadonlyMap<string, Reading>;
  /** The table of people, by reading. */
  readonly people: string;
}

/** The table of people that the engine finds; where it finds none, somebody has to name it. */
export function peopleOf({ name, schema, people }: ReadSchema): {
  readonly table: LiveTable;
  readonly isFound: boolean;
} {
  const { people: found } = peopleTablesOf(schema.tables, schema);
  const table = found ?? schema.tables.find((one) => one.table === people);
  if (table === undefined) throw new Error(`${name}: no table of people`);
  return { table, isFound: found !== undefined };
}

/** Reads the schemas in a folder. */
export function readSchemas(): ReadSchema[] {
  const folder = path.join(import.meta.dirname, 'schemas');
  return globSync('*.txt', { cwd: folder })
    .toSorted()
    .map((file) => readSchema(readFileSync(path.join(folder, file), 'utf8')));
}

export function readSchema(text: string): ReadSchema {
  const [name = '', people = '', ...lines] = text.trimEnd().split('\n');
  const readings = new Map<string, Reading>();
  const tables = new Map<
    string,
    { columns: LiveColumn[]; keys: Map<string, { columns: string[]; toColumns: string[] }> }
  >();
  let table = '';
  for (const line of lines) {
    if (!line.startsWith(' ')) {
      tables.set((table = line), { columns: [], keys: new Map() });
      continue;
    }
    const [, column = '', type = '', to, toColumn = '', reading] =
      /^ {2}(\S+) (\S+)(?: > ([^.]+)\.(\S+))?(?: = (\S+))?$/.exec(line) ?? [];
    const { columns, keys } = tables.get(table)!;
    columns.push({
      name: column,
      type,
      kind: KINDS[type] ?? 'other',
      isNullable: true,
      hasDefault: false,
      isGenerated: false,
      length: type === 'varchar1' ? 1 : undefined,
      // What they are is not in the lists.
      labels: type === 'enum' ? ['one', 'other'] : undefined,
    });
    if (to !== undefined) {
      // Columns that refer to the same table are one key, such as those of a tenant and a row.
      const key = keys.get(to) ?? { columns: [], toColumns: [] };
      if (key.toColumns.includes(toColumn)) keys.set(`${to}.${column}`, { columns: [column], toColumns: [toColumn] });
      else keys.set(to, { columns: [...key.columns, column], toColumns: [...key.toColumns, toColumn] });
    }
    if (reading !== undefined) readings.set(`${table}.${column}`, reading as Reading);
  }
  const live = [...tables].map(([one, { columns, keys }]): LiveTable => {
    const names = new Set(columns.map((column) => column.name));
    // The lists do not say what the primary key is: a usual name, or what other tables refer to.
    const referred = [...tables.values()].flatMap(({ keys: others }) => {
      const to = others.get(one)?.toColumns;
      return to?.length === 1 ? to : [];
    });
    const key = ['id', 'uuid', `${one}_id`, `${one}ID`, ...referred].find((own) => names.has(own));
    return {
      schema: 'public',
      table: one,
      columns: new Map(columns.map((column) => [column.name, column])),
      primaryKey: key === undefined ? [] : [key],
      uniqueKeys: [],
      foreignKeys: [...keys].map(([to, { columns: from, toColumns }], index) => ({
        name: String(index),
        columns: from,
        toColumns,
        to: { schema: 'public', table: to.split('.')[0] ?? to },
        onDelete: 'refuse',
        onUpdate: 'refuse',
        isDeferrable: false,
        isFull: false,
      })),
    };
  });
  return {
    name,
    schema: new LiveSchema('postgres', live, ['public']),
    readings,
    people: /^people (\w+)/.exec(people)?.[1] ?? '',
  };
}

/** How well a draft finds personal columns. */
export interface DraftMeasure {
  readonly name: string;
  readonly columns: number;
  readonly personal: number;
  readonly people: string;
  readonly isFound: boolean;
  readonly missed: readonly string[];
  readonly falseAlarms: readonly string[];
  readonly recall: number;
  readonly precision: number;
}

/** @param model default: the one that is shipped */
export function measuredDraft(read: ReadSchema, model: Model = learnedModel()): DraftMeasure {
  const { name, schema, readings } = read;
  const { table: people, isFound } = peopleOf(read);
  const draft = draftOf({ schema, people, tables: schema.tables, model });
  const found = new Set<string>();
  for (const { table, columns } of [...draft.rules, ...draft.proposals]) {
    for (const column of columns) found.add(`${table}.${column}`);
  }
  const wanted = [...readings].filter(([, reading]) => reading !== 'either').map(([column]) => column);
  const missed = wanted.filter((column) => !found.has(column));
  const falseAlarms = [...found].filter((column) => !readings.has(column));
  const hits = wanted.length - missed.length;
  return {
    name,
    columns: schema.tables.reduce((sum, { columns }) => sum + columns.size, 0),
    personal: wanted.length,
    people: people.table,
    isFound,
    missed,
    falseAlarms,
    recall: hits / wanted.length,
    precision: hits / (hits + falseAlarms.length),
  };
}
