/** Why an erasure cannot begin, in sentences for a developer. */
import type { TableRule } from '../../data-map/index.ts';
import { reasonOf } from '../../../errors/errors.ts';
import { readFailureOf } from '../absence/read-errors.ts';
import type { DatabaseChange } from './receipt.ts';

/**
 * Why the deletion of rows stops for what depends on them; null if it does not.
 *
 * @param canBeNull whether the column that refers to them can be set to null
 */
export function stopOf(
  { name, erasure }: TableRule,
  { column, change, rows, others }: DatabaseChange,
  canBeNull: boolean,
): string | null {
  if (change === 'reached') {
    if (erasure?.action === 'delete' && erasure.others === 'delete') return null;
    const accepting =
      erasure?.action === 'delete'
        ? `exempt it with a reason, or accept it with others: 'delete'`
        : 'or exempt it with a reason';
    return `data rule "${name}": ${rowsOf(others)} that it erases by way of another row are about other people (${column}): name that column as a side of the rule, ${accepting}`;
  }
  const [table = column] = column.split(/\.(?=[^.]*$)/);
  const detach = canBeNull
    ? `set ${column} to null with erasure: { action: 'delete', others: 'detach' }`
    : `let ${column} be null in the schema, for erasure: { action: 'delete', others: 'detach' }`;
  if (change === 'refused') {
    return `data rule "${name}": the database refuses to delete its rows, since ${rowsOf(rows)} of ${table} refer to them (${column}): erase those by a data rule of ${table}, or ${detach}`;
  }
  if (others === 0 || (erasure?.action === 'delete' && erasure.others === 'delete')) return null;
  const what = change === 'deleted' ? 'delete' : 'change';
  return `data rule "${name}": with its rows, the database would ${what} ${rowsOf(others)} of ${table} that are not about this person alone, or that a rule leaves (${column}): ${detach}, or accept it with others: 'delete'`;
}

/** Why rows that other people have as well are not erased with one of them. */
export function sharedStop({ name, table }: TableRule, rows: number): string {
  const by = table.sides.flatMap(({ person }) =>
    person.kind === 'id' ? [] : [`${person.references} of the rule ${person.rule}`],
  );
  return `data rule "${name}": ${rowsOf(rows)} of its table are not about this person alone, since other people have the same ${by.join(', ')}: give each person a row of their own, or accept it with erasure: { action: 'delete', others: 'delete' }`;
}

/** Why the end of the period of kept rows cannot be told. */
export function undatedStop({ name }: TableRule, { message }: Error): string {
  return `data rule "${name}": its period cannot be counted, since ${message}: correct it, or set it to null`;
}

function rowsOf(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
}

/** Why rows that a policy of the database may hide cannot be erased: they would be taken for none. */
export function hiddenStop({ name }: TableRule, table: string): string {
  return `data rule "${name}": row security may hide rows of ${table} from the engine's database user, and hidden rows would stay: let it see them (alter role … bypassrls, or create policy … on ${table} to … using (true))`;
}

/** What the engine's database user may not do; null for an error of another kind. */
export function forbiddenStop({ name }: TableRule, table: string, error: unknown): string | null {
  if (readFailureOf(error)?.reason !== 'permission') return null;
  return `data rule "${name}": the engine's database user may not do what the erasure of ${table} needs: ${reasonOf(error)}. Grant it select, and delete or update, on ${table} and on the tables that refer to it`;
}
