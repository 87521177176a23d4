/** References that no foreign key declares: columns that are named and typed like a key, and hold its values. */
import { dialectNamed } from '../../../platform/database/dialects.ts';
import { identifier, tableIdentifier } from '../../../platform/database/schema/identifiers.ts';
import type { LiveColumn, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { Database, Row } from '../../../platform/database/port.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import { isNamedAfter, isNamedLikePerson, namesTable } from './names.ts';

/** A guess. */
export interface Guess {
  readonly table: LiveTable;
  readonly column: LiveColumn;
  readonly to: LiveTable;
  readonly toColumn: LiveColumn;
  /** Values that were compared, and those of them that are keys; null if they could not be. */
  readonly values: { readonly compared: number; readonly matched: number } | null;
  /** Whether the column holds several keys: an array, or JSON. */
  readonly isList: boolean;
  /** The column that names the table of the key, and the value of it that names this one; null for a column that leads to one table. */
  readonly type: { readonly column: LiveColumn; readonly value: string } | null;
}

/** Where guesses lead. */
export interface GuessOptions {
  readonly database: Database;
  readonly schema: LiveSchema;
  /** Tables of the host. */
  readonly tables: readonly LiveTable[];
  readonly people: { readonly table: LiveTable; readonly key: LiveColumn };
  /** Other tables whose rows belong to people. */
  readonly personal: readonly LiveTable[];
}

/** Rows whose values are compared, and milliseconds that this may take. */
const SAMPLE = 1000;
const PATIENCE = 3000;
/** Some references may lead to rows that are gone. */
const ENOUGH = 0.9;
const MOST_TYPES = 30;

/** Guesses, table by table. Reads a sample of the values. */
export async function guessesIn(options: GuessOptions): Promise<Guess[]> {
  const guesses: Guess[] = [];
  for (const table of options.tables) {
    for (const column of table.columns.values()) {
      if (isKeyed(table, column)) continue;
      const type = typeColumnOf(table, column);
      guesses.push(
        ...(type === undefined ? await plain(table, column, options) : await typed(table, column, type, options)),
      );
    }
  }
  return guesses;
}

/** A column of a foreign key, or the key of its own table, needs no guess. */
function isKeyed({ foreignKeys, primaryKey }: LiveTable, { name }: LiveColumn): boolean {
  return (
    foreignKeys.some(({ columns }) => columns.includes(name)) || (primaryKey.length === 1 && primaryKey[0] === name)
  );
}

async function plain(table: LiveTable, column: LiveColumn, options: GuessOptions): Promise<Guess[]> {
  const { people } = options;
  if (isListOfPeople(table, column, people.table)) {
    return [{ table, column, to: people.table, toColumn: people.key, values: null, isList: true, type: null }];
  }
  for (const target of targetsOf(table, options)) {
    if (target.table === table && target.table !== options.people.table) continue;
    const isNamed = isNamedAfter(column.name, target.table.table);
    const isRole = target.table === options.people.table && isNamedLikePerson(column.name);
    if ((!isNamed && !isRole) || !isTypedLike(column, target.key, options.schema)) continue;
    const values = await compare(options, { table, column, to: target.table, toColumn: target.key });
    const isLikely = values === null || values.compared === 0 ? isNamed : values.matched >= values.compared * ENOUGH;
    if (isLikely) return [{ table, column, to: target.table, toColumn: target.key, values, isList: false, type: null }];
  }
  return [];
}

async function typed(table: LiveTable, column: LiveColumn, type: LiveColumn, options: GuessOptions): Promise<Guess[]> {
  const { schema } = options;
  const name = identifier(schema.dialect, type.name);
  const sample = `select ${name} as one from ${tableIdentifier(schema.dialect, table)} where ${name} is not null limit ${SAMPLE}`;
  const rows = await read(options, `select distinct one from (${sample}) s limit ${MOST_TYPES}`, []);
  return (rows ?? []).flatMap(({ one }): Guess[] => {
    const value = String(one);
    const target = targetsOf(table, options).find((other) => namesTable(value, other.table.table));
    if (target === undefined) return [];
    return [
      {
        table,
        column,
        to: target.table,
        toColumn: target.key,
        values: null,
        isList: false,
        type: { column: type, value },
      },
    ];
  });
}

/** `participant_ids integer[]`, or as JSON: no rule finds its rows by one of them. */
function isListOfPeople(table: LiveTable, { name, type, kind }: LiveColumn, people: LiveTable): boolean {
  const isList = kind === 'json' || type.endsWith('[]');
  const isSeveral = /(?:_ids|_uuids|Ids|Uuids|IDs)$/.test(name);
  return isList && isSeveral && table !== people && (isNamedAfter(name, people.table) || isNamedLikePerson(name));
}

/** `commentable_type` of `commentable_id`. */
function typeColumnOf(table: LiveTable, { name }: LiveColumn): LiveColumn | undefined {
  const stem = /^(.+?)(?:_id|Id|_uuid)$/.exec(name)?.[1];
  if (stem === undefined) return undefined;
  const found = [`${stem}_type`, `${stem}Type`].flatMap((one) => table.columns.get(one) ?? [])[0];
  return found?.kind === 'text' ? found : undefined;
}

/** People, tables whose rows belong to them; and, from the table of people, any table, whose row is then about one person. */
function targetsOf(
  table: LiveTable,
  { people, personal, tables }: GuessOptions,
): Array<{ readonly table: LiveTable; readonly key: LiveColumn }> {
  const others = table === people.table ? tables : personal;
  return [
    people,
    ...others.flatMap((other) => {
      const [only, ...more] = other.primaryKey;
      const key = only === undefined || more.length > 0 ? undefined : other.columns.get(only);
      return key === undefined || other === people.table ? [] : [{ table: other, key }];
    }),
  ];
}

function isTypedLike({ kind, labels }: LiveColumn, key: LiveColumn, { dialect }: LiveSchema): boolean {
  if (labels !== undefined || kind === 'boolean') return false;
  return kind === key.kind || (!dialectNamed(dialect).supportsTypes && (kind === 'bytes' || key.kind === 'bytes'));
}

async function compare(
  options: GuessOptions,
  { table, column, to, toColumn }: Pick<Guess, 'table' | 'column' | 'to' | 'toColumn'>,
): Promise<Guess['values']> {
  const { dialect } = options.schema;
  const name = identifier(dialect, column.name);
  const key = `k.${identifier(dialect, toColumn.name)}`;
  const sample = `select ${name} as one from ${tableIdentifier(dialect, table)} where ${name} is not null limit ${SAMPLE}`;
  const sql = `select count(*) as compared, sum(case when exists (select 1 from ${tableIdentifier(dialect, to)} k where ${key} = s.one) then 1 else 0 end) as matched
    from (select distinct one from (${sample}) r) s`;
  const rows = await read(options, sql, []);
  if (rows === null) return null;
  const [row] = rows;
  return { compared: countOf(row?.['compared']), matched: Number(row?.['matched'] ?? 0) };
}

/** Null for values that cannot be compared, or not in time. */
async function read(
  { database, schema }: GuessOptions,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[] | null> {
  const { search, errors } = dialectNamed(schema.dialect);
  try {
    const bounded = await search.bounded(database);
    return await bounded(sql, parameters, PATIENCE);
  } catch (error) {
    if (errors.isOutage(error as never, 'cut')) throw error;
    return null;
  }
}
