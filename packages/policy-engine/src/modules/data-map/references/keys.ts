/** Foreign keys as an erasure meets them: what refers to a row, and which columns can be null so that nothing does. */
import type {
  LiveColumn,
  LiveForeignKey,
  LiveSchema,
  LiveTable,
} from '../../../platform/database/schema/live-schema.ts';

/** A foreign key with its tables. */
export interface Reference {
  readonly from: LiveTable;
  readonly key: LiveForeignKey;
  readonly to: LiveTable;
}

/** The foreign keys between the tables of a database, each once. A key to a missing table (SQLite) is left out. */
export function referencesIn(schema: LiveSchema): Reference[] {
  return schema.tables.flatMap((from) =>
    from.foreignKeys.flatMap((key) => {
      const to = schema.target(key);
      return to === undefined ? [] : [{ from, key, to }];
    }),
  );
}

/**
 * The columns that are set to null so that a row no longer refers to another one: one that no other key needs, if possible; all of
 * a key with `match full`. Null if they cannot be null.
 */
export function detachable({ from, key }: Reference): readonly LiveColumn[] | null {
  const columns = key.columns.flatMap((name) => from.columns.get(name) ?? []);
  const free = columns.filter(({ name, isNullable, isGenerated }) => {
    return isNullable && !isGenerated && !from.primaryKey.includes(name);
  });
  if (key.isFull) return free.length === columns.length ? free : null;
  const isShared = ({ name }: LiveColumn) =>
    from.foreignKeys.some((other) => other !== key && other.columns.includes(name));
  const chosen = free.find((column) => !isShared(column)) ?? free[0];
  return chosen === undefined ? null : [chosen];
}

/** Whether the database refuses to delete a row that another one refers to: also if it would empty what may not be null. */
export function refuses({ from, key }: Reference): boolean {
  if (key.onDelete === 'set null') return key.columns.every((name) => from.columns.get(name)?.isNullable === false);
  return key.onDelete === 'refuse';
}

/** Whether the database empties the columns of a key by itself when the row is deleted to which it refers. */
export function emptiesItself(reference: Reference): boolean {
  return reference.key.onDelete === 'set null' && !refuses(reference);
}

/** `comments.parent_id` */
export function inWords({ from, key }: Pick<Reference, 'from' | 'key'>, schema: LiveSchema): string {
  return `${schema.shownName(from)}.${key.columns.join(', ')}`;
}

/** Why it cannot be told what the database does with rows that refer to those of some tables, in sentences for a developer. */
export function untoldFaults(schema: LiveSchema, tables: readonly LiveTable[]): string[] {
  const untold = referencesIn(schema).filter(({ key, to }) => key.isUntold === true && tables.includes(to));
  const schemas = new Set(untold.map(({ from }) => from.schema));
  return [...schemas].map((one) => {
    const names = untold.filter(({ from }) => from.schema === one).map((reference) => inWords(reference, schema));
    return `the database does not tell the engine's user what it does with rows that refer to deleted ones (${names.join(', ')}), as their rules of “on delete” are shown to who has a right on the schema: grant references on ${one}.* to it`;
  });
}
