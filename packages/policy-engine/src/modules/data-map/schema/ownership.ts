/** Which tables belong to people: by keys of those whose rows they are, not of those who handled them. The draft and the check agree. */
import { singular, tokensOf, wordsIn } from '../../../platform/columns/tokens.ts';
import { otherIn, staffIn } from '../../../platform/columns/people.ts';
import type { LiveForeignKey, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { peopleTablesOf } from './people-tables.ts';
import { wordsOfColumn, wordsOfTable } from './prefixes.ts';

/** A foreign key, or what is taken for one. */
export type LeadingKey = Pick<LiveForeignKey, 'columns' | 'to' | 'toColumns' | 'onDelete'>;

/** A table that belongs to people, and the keys by which it does. */
export interface Owned {
  readonly table: LiveTable;
  /** The key that leads on; undefined for the table of people itself. */
  readonly by: LeadingKey | undefined;
  /** The table that it leads to, or whose row leads here; undefined for the table of people. */
  readonly next: LiveTable | undefined;
  /** `owned`: its own row refers to the person's; `companion`: the person's row refers to it, and no other does. */
  readonly way: 'people' | 'owned' | 'companion';
  /** All keys to the next table; several for a row about several people. Empty for the table of people. */
  readonly keys: readonly LeadingKey[];
  /** Whether a key is only guessed from the name and the type of a column. */
  readonly isGuess: boolean;
  /** Number of tables between it and the people; 0 for them. */
  readonly depth: number;
}

const WRITTEN = wordsIn(
  'comment message review feedback ticket reply answer note post notification submission response complaint',
);

/** Tables of staff beside the people. */
export function staffBeside(people: LiveTable, { tables, schema }: HostTables): readonly LiveTable[] {
  return peopleTablesOf(tables, schema).staff.filter((table) => table !== people);
}

/** The share of tables with foreign keys up to which a schema counts as one without. */
const UNDECLARED = 0.05;

interface HostTables {
  readonly schema: LiveSchema;
  /** Tables of the host. */
  readonly tables: readonly LiveTable[];
}

/**
 * Tables that belong to people, nearest first: those that refer to a person's row, to any depth, and those to which rows of people refer
 * by a unique key (an address of one person each). What many rows refer to, such as products, belongs to nobody. Tables of staff end the
 * way.
 */
export function ownedBy(people: LiveTable, host: HostTables): Owned[] {
  const { tables, schema } = host;
  const staff = staffBeside(people, host);
  const owned = new Map<LiveTable, Owned>();
  // Where hardly any key is declared, those of rows of people are guessed, too.
  const keyed = tables.filter(({ foreignKeys }) => foreignKeys.length > 0).length;
  const isUndeclared = keyed <= tables.length * UNDECLARED;
  owned.set(people, {
    table: people,
    by: undefined,
    next: undefined,
    way: 'people',
    keys: [],
    isGuess: false,
    depth: 0,
  });
  // A map can be iterated while it grows.
  for (const [table, { depth }] of owned) {
    for (const other of tables) {
      if (owned.has(other) || staff.includes(other)) continue;
      const declared = other.foreignKeys.filter(
        (key) => schema.target(key) === table && isOwners(key, other, table, tables),
      );
      const mayGuess = depth === 0 || (isUndeclared && depth === 1);
      const keys = declared.length > 0 || !mayGuess ? declared : guessed(other, { table, depth }, tables);
      const [by] = keys;
      if (by === undefined || isOfThing(other, table, tables)) continue;
      owned.set(other, {
        table: other,
        by,
        next: table,
        way: 'owned',
        keys,
        isGuess: declared.length === 0,
        depth: depth + 1,
      });
    }
    for (const key of table.foreignKeys) {
      const target = schema.target(key);
      if (target === undefined || owned.has(target) || staff.includes(target) || !tables.includes(target)) continue;
      if (!isUnique(table, key.columns) || key.columns.length > 1) continue;
      owned.set(target, {
        table: target,
        by: key,
        next: table,
        way: 'companion',
        keys: [key],
        isGuess: false,
        depth: depth + 1,
      });
    }
  }
  return [...owned.values()];
}

/** Whether a key to a table leads to whose row it is: not to who created or approved it, unless that is how texts name their authors. */
export function isOwners(
  { columns }: Pick<LeadingKey, 'columns'>,
  live: LiveTable,
  to: LiveTable,
  tables: readonly LiveTable[],
): boolean {
  const { table } = live;
  const name = columns.at(-1) ?? '';
  const isAuthor =
    /^(?:(?:created|posted|written|submitted)_?by|user_created|creator)/i.test(name) &&
    WRITTEN.has(wordsOfTable(live, tables).at(-1) ?? '');
  if (isAuthor) return true;
  // Where employees are the people, `employee_id` names whose row it is.
  const own = wordsOfTable(to, tables);
  const isStaffs = (one: string) => {
    const role = staffIn(one, table);
    return role !== undefined && !own.includes(role);
  };
  return columns.every((one) => !isStaffs(one) && !/invite[rd]|referr|introduced/.test(otherIn(one, table) ?? ''));
}

/** Rows that many people share although one is named in them, such as a workspace with its owner. */
function isOfThing(table: LiveTable, next: LiveTable, tables: readonly LiveTable[]): boolean {
  const words = wordsOfTable(table, tables);
  return SHARED.has(words.at(-1) ?? '') && !words.some((word) => wordsOfTable(next, tables).includes(word));
}

const SHARED = wordsIn(
  'workspace organization organisation team project tenant company channel store shop group role site',
);

/** Columns that are named like a key of a table, and have its type. */
function guessed(
  other: LiveTable,
  { table, depth }: Pick<Owned, 'table' | 'depth'>,
  tables: readonly LiveTable[],
): LeadingKey[] {
  const [key, ...more] = table.primaryKey.length > 0 ? table.primaryKey : ['id'];
  const own = key === undefined ? undefined : table.columns.get(key);
  if (key === undefined || more.length > 0 || own === undefined) return [];
  const name = wordsOfTable(table, tables).slice(-1).join(' ');
  const taken = new Set(other.foreignKeys.flatMap(({ columns }) => columns));
  const free = [...other.columns.values()].filter(({ name: one, kind }) => !taken.has(one) && kind === own.kind);
  // `emp_number` of employees is the same in other tables.
  const isSame = (column: string) => key !== 'id' && column === key && tokensOf(key).length > 1;
  const isKey = (column: string) => isSame(column) || isKeyOf(wordsOfColumn(column, tables), name);
  const named = free.filter(
    (column) => isKey(column.name) && isOwners({ columns: [column.name] }, other, table, tables),
  );
  // `customer`, where keys are texts and no column has the ending of a key.
  const bare =
    own.kind === 'text' && depth === 0 ? free.filter((column) => tokensOf(column.name).join(' ') === name) : [];
  return (named.length > 0 ? named : bare).map((column) => ({
    columns: [column.name],
    to: table,
    toColumns: [key],
    onDelete: 'refuse' as const,
  }));
}

/** `customer_id`, `fk_customer_id`, `id_customer`, `PersonIDStudent`. */
function isKeyOf(column: readonly string[], table: string): boolean {
  const words = column.map(singular).join(' ').replace(/^fk /, '');
  if ([`${table} id`, `${table} uuid`, `${table}id`, `id ${table}`].includes(words)) return true;
  return words.startsWith(`${table} id `) && ROLES.has(words.slice(table.length + 4));
}

/** Whose row it is, after the key. */
const ROLES = wordsIn(
  'student patient customer client member owner author parent child employee target sender recipient',
);

function isUnique({ primaryKey, uniqueKeys }: LiveTable, columns: readonly string[]): boolean {
  return [primaryKey, ...uniqueKeys].some((key) => key.length > 0 && key.every((column) => columns.includes(column)));
}

/** `order_lines.order_id → orders.user_id → users` */
export function wayInWords(found: Owned, all: readonly Owned[], schema: LiveSchema): string {
  const { table, by, next, way } = found;
  const name = schema.shownName(table);
  if (by === undefined || next === undefined) return name;
  const rest = wayInWords(all.find((other) => other.table === next) ?? found, all, schema);
  return way === 'companion'
    ? `${name} ← ${rest} (${by.columns.join(', ')})`
    : `${name}.${by.columns.join(', ')} → ${rest}`;
}
