/** Columns that say whose row it is by the key of a person, whatever a rule says. */
import type { LiveSchema, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { isOwners } from '../schema/ownership.ts';
import { isNamedAfter, isNamedLikePerson, words } from './names.ts';

/** Whatever the table of people is called. */
const SOMEBODYS = /^(?:user|member|customer|account|person)_?(?:id|uuid)$/;

/**
 * Foreign keys to the table of people, or else columns that are named and typed like one; not those that say who created, handled or
 * referred a row. Keys of several columns are left out.
 *
 * @returns names of columns, and of those of people that they refer to
 */
export function ownColumns(
  live: LiveTable,
  people: LiveTable,
  schema: LiveSchema,
): ReadonlyArray<readonly [string, string]> {
  const { tables } = schema;
  const isOwn = (column: string) => isOwners({ columns: [column] }, live, people, tables);
  const declared = live.foreignKeys.flatMap((key): Array<readonly [string, string]> => {
    const [column, to] = [key.columns[0], key.toColumns[0]];
    const isSingle = key.columns.length === 1 && column !== undefined && to !== undefined;
    return isSingle && schema.target(key) === people && isOwn(column) ? [[column, to]] : [];
  });
  const [own, ...more] = people.primaryKey;
  const kind = own === undefined ? undefined : people.columns.get(own)?.kind;
  if (declared.length > 0 || own === undefined || more.length > 0 || kind === undefined) return declared;
  const keyed = new Set([...live.primaryKey, ...live.foreignKeys.flatMap(({ columns }) => columns)]);
  return [...live.columns.values()]
    .filter((column) => column.kind === kind && column.labels === undefined && !keyed.has(column.name))
    .filter(
      ({ name }) =>
        (isNamedAfter(name, people.table) || isNamedLikePerson(name) || SOMEBODYS.test(words(name))) && isOwn(name),
    )
    .map(({ name }) => [name, own] as const);
}
