/** Which tables lead to a person by foreign keys. */
import type { LiveForeignKey, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';

/** A foreign key, or what is taken for one. */
export type LeadingKey = Pick<LiveForeignKey, 'columns' | 'to' | 'toColumns' | 'onDelete'>;

/** How the rows of a table lead to people. */
export interface Reached {
  readonly table: LiveTable;
  /** The key that leads on; undefined for the table of users itself. */
  readonly by: LeadingKey | undefined;
  /** The table that it leads to, or whose row leads here; undefined for the table of users. */
  readonly next: LiveTable | undefined;
  /** `owned`: its own row refers to the person's; `companion`: the person's row refers to it, and no other does. */
  readonly way: 'people' | 'owned' | 'companion';
}

/**
 * The tables that lead to people, by the shortest way, nearest first: those that refer to a person's row, to any depth, and those
 * to which rows of people refer by a unique key (an address of one person each). What many rows refer to, such as products, belongs
 * to nobody.
 */
export function reachedFrom(people: LiveTable, schema: LiveSchema): Reached[] {
  const reached = new Map<LiveTable, Reached>([
    [people, { table: people, by: undefined, next: undefined, way: 'people' }],
  ]);
  // A map can be iterated while it grows.
  for (const [table] of reached) {
    for (const { other, key } of referringTo(table, schema)) {
      if (!reached.has(other)) reached.set(other, { table: other, by: key, next: table, way: 'owned' });
    }
    for (const key of table.foreignKeys) {
      const target = schema.target(key);
      if (target === undefined || reached.has(target) || !isUnique(table, key.columns)) continue;
      reached.set(target, { table: target, by: key, next: table, way: 'companion' });
    }
  }
  return [...reached.values()];
}

function referringTo(table: LiveTable, schema: LiveSchema): Array<{ other: LiveTable; key: LiveForeignKey }> {
  return schema.tables.flatMap((other) =>
    other === table
      ? []
      : other.foreignKeys.filter((key) => schema.target(key) === table).map((key) => ({ other, key })),
  );
}

function isUnique({ primaryKey, uniqueKeys }: LiveTable, columns: readonly string[]): boolean {
  return [primaryKey, ...uniqueKeys].some((key) => key.length > 0 && key.every((column) => columns.includes(column)));
}

/** `order_lines.order_id → orders.user_id → users` */
export function wayInWords(found: Reached, all: readonly Reached[], schema: LiveSchema): string {
  const { table, by, next, way } = found;
  const name = schema.shownName(table);
  if (by === undefined || next === undefined) return name;
  const rest = wayInWords(all.find((other) => other.table === next) ?? found, all, schema);
  return way === 'companion'
    ? `${name} ← ${rest} (${by.columns.join(', ')})`
    : `${name}.${by.columns.join(', ')} → ${rest}`;
}

const PEOPLE =
  /^(?:users?|people|persons?|accounts?|customers?|members?|clients?|usuarios?|clientes?|utilisateurs?|kullanicilar|kullanici|musteriler|benutzer|kunden|personen)$/i;

/** The table with a usual name for users; undefined for none and for several. */
export function likelyPeople(tables: readonly LiveTable[]): LiveTable | undefined {
  const named = tables.filter(({ table }) => PEOPLE.test(table));
  const plain = named.filter(({ table }) => /^users?$/i.test(table));
  const [only, ...others] = plain.length === 1 ? plain : named;
  return others.length === 0 ? only : undefined;
}
