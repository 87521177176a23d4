/** What the map says about each reference to people, or to their rows. */
import type { LiveColumn, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { DataMap } from '../data-map.ts';
import { type DataRule, type Exempt, hasTable, type TableRule } from '../rules/rule.ts';
import { ownedBy } from '../schema/ownership.ts';
import { type Guess, guessesIn } from './guesses.ts';
import { detachable, type Reference, referencesIn } from './keys.ts';

/** A reference to people, or to rows that belong to them, and what happens with it. */
export interface DataReference {
  readonly table: string;
  readonly columns: readonly string[];
  /** The table that it refers to. */
  readonly to: string;
  /**
   * `key`: a foreign key. `guess`: a column that is named and typed like one, with values that are keys. `type`: the same, where another
   * column names the table.
   */
  readonly found: 'key' | 'guess' | 'type';
  /** Of a guess: why. */
  readonly because: string | null;
  /** Whether rows are exported by it, or with the row of its person. */
  readonly exported: boolean;
  /** How it is erased: as a rule says, or `detach` if it becomes null; null if it is not. */
  readonly erasure: 'delete' | 'set' | 'keep' | 'run' | 'detach' | null;
  /** Why it is nobody's: the reason of an exemption; null if there is none. */
  readonly nobodys: string | null;
  /** The rules that say so. */
  readonly rules: readonly string[];
  /** Whether any of these says what happens with it. */
  readonly isAnswered: boolean;
}

/** What the references are read from. */
export interface ReferenceOptions {
  readonly database: Database;
  readonly map: DataMap;
  readonly schema: LiveSchema;
  /** Tables of the host. */
  readonly tables: readonly LiveTable[];
  readonly people: LiveTable;
}

/** The references to people and to their rows: foreign keys, then guesses. */
export async function dataReferences(options: ReferenceOptions): Promise<DataReference[]> {
  const { database, map, schema, tables, people } = options;
  const ruled = map.rules.filter(hasTable).flatMap((rule) => schema.find(rule.table) ?? []);
  const owned = ownedBy(people, { tables, schema }).map(({ table }) => table);
  const personal = [...new Set([...owned, ...ruled])];
  const keys = referencesIn(schema).filter(({ from, to }) => tables.includes(from) && personal.includes(to));
  const key = keyOfPeople(map, people, schema);
  const guesses =
    key === undefined ? [] : await guessesIn({ database, schema, tables, people: { table: people, key }, personal });
  return [
    ...keys.map((reference) => ofKey(reference, options)),
    ...guesses.filter((guess) => !keys.some((one) => isSame(one, guess))).map((guess) => ofGuess(guess, options)),
  ];
}

function isSame({ from, key }: Reference, { table, column }: Guess): boolean {
  return from === table && key.columns.includes(column.name);
}

function keyOfPeople({ people }: DataMap, live: LiveTable, schema: LiveSchema): LiveColumn | undefined {
  const name = people?.key ?? live.primaryKey[0];
  return name === undefined ? undefined : schema.column(live, name);
}

function ofKey(reference: Reference, options: ReferenceOptions): DataReference {
  const { map, schema, people } = options;
  const { from, key, to } = reference;
  const detaching = map.rules.filter(hasTable).filter((rule) => {
    if (rule.erasure?.action !== 'delete' || schema.find(rule.table) !== to) return false;
    if (rule.erasure.others === 'delete') return key.onDelete === 'cascade';
    return rule.erasure.others === 'detach' && detachable(reference) !== null;
  });
  return answered(from, key.columns, to === people, detaching, options, { to, found: 'key', because: null });
}

function ofGuess({ table, column, to, values, isList, type }: Guess, options: ReferenceOptions): DataReference {
  const { people, schema } = options;
  const key = schema.shownName(to);
  const because =
    type !== null
      ? `${type.column.name} is ${JSON.stringify(type.value)}`
      : isList
        ? `a list, named like keys of ${key}`
        : values === null || values.compared === 0
          ? `named and typed like a key of ${key}`
          : `named and typed like a key of ${key}, and ${values.matched} of ${values.compared} values are keys of it`;
  const found = { to, found: type === null ? ('guess' as const) : ('type' as const), because };
  // What only the rows of people refer to is about them, and found by their table.
  const isCompanion =
    table === people && !options.map.rules.some((rule) => hasTable(rule) && schema.find(rule.table) === to);
  const isDirect = to === people || type !== null || isCompanion;
  return answered(table, [column.name], isDirect, companionsOf(table, column, to, options), options, found, type);
}

/** Rules whose rows are found by a column of the table of people. */
function companionsOf(
  table: LiveTable,
  column: LiveColumn,
  to: LiveTable,
  { map, schema }: ReferenceOptions,
): TableRule[] {
  return map.rules.filter(hasTable).filter((rule) => {
    return (
      schema.find(rule.table) === to &&
      rule.table.sides.some(({ person }) => {
        if (person.kind !== 'reference' || person.references !== column.name) return false;
        const parent = map.rule(person.rule);
        return parent?.table !== undefined && schema.find(parent.table) === table;
      })
    );
  });
}

function answered(
  table: LiveTable,
  columns: readonly string[],
  isDirect: boolean,
  others: readonly TableRule[],
  { map, schema }: ReferenceOptions,
  found: { readonly to: LiveTable } & Pick<DataReference, 'found' | 'because'>,
  type: Guess['type'] = null,
): DataReference {
  const here = map.rules.filter(hasTable).filter((rule) => schema.find(rule.table) === table);
  const leads = (rule: TableRule) =>
    rule.table.sides.some(({ person }) => columns.some((name) => schema.column(table, person.column)?.name === name)) &&
    (type === null || (rule.table.where[type.column.name] ?? type.value) === type.value);
  const direct = here.filter(leads);
  // A reference to a row of a person goes with its own row, whose rule says whose it is.
  const rules = direct.length > 0 || isDirect ? direct : here;
  const exempt = map.exempt.find((one) => isExempt(one, table, columns, schema));
  const erased = rules.find(({ erasure }) => erasure !== undefined)?.erasure?.action ?? null;
  const all = [...rules, ...others];
  return {
    table: schema.shownName(table),
    columns,
    ...found,
    to: schema.shownName(found.to),
    exported: rules.some(({ portability }) => portability !== undefined),
    erasure: erased ?? (others.length > 0 ? 'detach' : null),
    nobodys: exempt?.reason ?? null,
    rules: [...new Set(all.map(({ name }: DataRule) => name))],
    isAnswered: all.length > 0 || exempt !== undefined,
  };
}

function isExempt(exempt: Exempt, table: LiveTable, columns: readonly string[], schema: LiveSchema): boolean {
  const isHere = (exempt.table === '*' && exempt.schema === table.schema) || schema.find(exempt) === table;
  if (!isHere) return false;
  const named = exempt.columns?.map((name) => schema.column(table, name)?.name);
  return named === undefined || columns.every((name) => named.includes(name));
}

/** `orders.user_id → users: exported, deleted (orders)` */
export function referenceInWords(reference: DataReference): string {
  const { table, columns, to, because, exported, erasure, nobodys, rules, isAnswered, found } = reference;
  const ways = [
    ...(exported ? ['exported'] : []),
    ...(erasure === null ? [] : [WORDS[erasure]]),
    ...(nobodys === null ? [] : [`nobody's: ${nobodys}`]),
    ...(isAnswered && !exported && erasure === null && nobodys === null ? ['neither exported nor erased'] : []),
    ...(isAnswered ? [] : ['not answered']),
  ];
  const guess = found === 'key' ? '' : ` (a guess: ${because ?? ''})`;
  const by = rules.length === 0 ? '' : ` (${rules.join(', ')})`;
  return `${table}.${columns.join(', ')} → ${to}${guess}: ${ways.join(', ')}${by}`;
}

const WORDS: Readonly<Record<NonNullable<DataReference['erasure']>, string>> = {
  delete: 'deleted',
  set: 'changed',
  keep: 'kept',
  run: 'erased by a function',
  detach: 'set to null or deleted with the row it refers to',
};
