/** What is done with the rows of a rule, in the order in which it is done. */
import { ERASED, type KeepAction, type SetAction, type TableAction, type TableRule } from '../../data-map/index.ts';
import { goingOf, isSplit } from '../host/dependents.ts';
import type { HostRows } from '../host/rows.ts';
import { type Sql, sql } from '../host/sql.ts';

/** Rows, and what is done with them. */
export interface Part {
  readonly where: Sql;
  readonly action: TableAction | KeepAction;
  /** The condition that is checked again in a statement that changes rows; null for none. */
  readonly own: Sql | null;
  /** Whether rows no longer match once they are processed. */
  readonly vanishes: boolean;
}

/**
 * The parts of a rule. Rows about several people are deleted if nobody else is left in them; in the others, what is about the person is
 * emptied.
 */
export function partsOf(
  rule: TableRule,
  action: TableAction | KeepAction,
  { rows, userId }: { readonly rows: HostRows; readonly userId: string },
): Part[] {
  const own = rows.ownOnly(rule, userId);
  if (!isSplit(rule)) {
    return [{ where: rows.of(rule, userId), action, own, vanishes: vanishes(rule, action) }];
  }
  const going = goingOf(rows.tables, rule, userId);
  if (action.action === 'delete') {
    return [{ where: going, action, own, vanishes: true }, ...sidesOf(rule, {}, { rows, userId })];
  }
  return sidesOf(rule, action.action === 'set' ? action.columns : {}, { rows, userId });
}

/**
 * Empties what is about a person in rows that stay for others.
 *
 * @param set columns that are set as well
 * @param except rows that are left as they are
 */
export function sidesOf(
  rule: TableRule,
  set: SetAction['columns'],
  { rows, userId }: { readonly rows: HostRows; readonly userId: string },
  except?: Sql,
): Part[] {
  const isChecked = except === undefined && rows.ownOnly(rule, userId) !== null;
  return rule.table.sides.map((_, side): Part => {
    const leads = rows.ofSide(rule, side, userId);
    const where = except === undefined ? leads : sql`${leads} and (${except}) is not true`;
    const columns = { ...emptiedBy(rule, side, rows), ...set };
    return {
      where,
      action: { action: 'set', columns, pseudonymised: false },
      own: isChecked ? leads : null,
      vanishes: true,
    };
  });
}

/** Whether processed rows are no longer found. */
function vanishes({ table }: TableRule, action: TableAction | KeepAction): boolean {
  if (action.action === 'set') return Object.hasOwn(action.columns, table.person.column);
  return action.action === 'delete';
}

/** The values without what is about one of the people. */
function emptiedBy(rule: TableRule, side: number, rows: HostRows): SetAction['columns'] {
  const { persons, apart } = rows.tables.locate(rule);
  const { erased } = rule.table.sides[side]!;
  return Object.fromEntries(
    (apart[side] ?? []).map((column) => {
      if (column === persons[side]) return [column.name, erased];
      return [column.name, column.isNullable ? null : ERASED];
    }),
  );
}
