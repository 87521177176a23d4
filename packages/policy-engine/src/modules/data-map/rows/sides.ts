/** The columns of rows about several people. */
import type { LiveColumn, LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import type { DataTable } from '../rules/rule.ts';

/** The columns that lead to the people of a row, in the order of the sides; missing ones are left out. */
export function personsIn({ sides }: DataTable, live: LiveTable, schema: LiveSchema): LiveColumn[] {
  return sides.flatMap(({ person }) => schema.column(live, person.column) ?? []);
}

/** The columns about each of several people alone, with the one that leads to them; empty for rows about one person. */
export function columnsApart({ sides, key }: DataTable, live: LiveTable, schema: LiveSchema): LiveColumn[][] {
  if (sides.length === 1) return [];
  return sides.map(({ person, columns }) => {
    const own = schema.column(live, person.column);
    const named =
      columns === undefined
        ? namedLike(person.column, live).filter(({ name }) => !key.includes(name))
        : columns.flatMap((name) => schema.column(live, name) ?? []);
    return [...new Set([...(own === undefined ? [] : [own]), ...named])];
  });
}

/** Whether a column is about one of several people of a row: what is about others is replaced when it is read. */
export function isOfSide({ sides }: DataTable, name: string): boolean {
  return (
    sides.length > 1 &&
    sides.some(
      ({ person, columns }) => name === person.column || (columns?.includes(name) ?? isNamedLike(person.column, name)),
    )
  );
}

function namedLike(column: string, { columns }: LiveTable): LiveColumn[] {
  return [...columns.values()].filter(({ name }) => isNamedLike(column, name));
}

/** `sender_id`: `sender_name`, `sender_email`; `senderId`: `senderName`. */
function isNamedLike(column: string, name: string): boolean {
  const stem =
    /^(.+?)(?:_?(?:user|person|account|customer|member))?(?:_id|Id|_uuid|_by)?$/u.exec(column)?.[1] ?? column;
  const rest = name.startsWith(stem) ? name.slice(stem.length) : '';
  return stem !== column && name !== column && /^(?:_|[A-Z])/u.test(rest);
}

/** Replaces a value about an erased person in a column that does not allow null. */
export const ERASED = 'erased';

/** Whether a column has room for {@link ERASED}. */
export function holdsErased({ kind, length, labels }: LiveColumn): boolean {
  return kind === 'text' && labels === undefined && (length === undefined || length >= ERASED.length);
}
