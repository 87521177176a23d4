/**
 * Rows whose columns are set stay in their table, and are found again each day. A row counts as done if it already has the values
 * it would be set to: a function of the host must return the same value for a row it has set, or the row would change at each run.
 */
import type { ColumnConstant, RetentionSchedule, SetAction } from '../../data-map/index.ts';
import { asksTheHost, type FoundRow, type SetValues, valuesFor } from '../host/rows.ts';
import type { DueRow } from './apply.ts';

/**
 * Rows that are not done, with their new values; all of them if rows are deleted.
 *
 * @throws {Error} for a function that returns another value for its own result; errors of the host's functions
 */
export async function withoutSet(rows: readonly FoundRow[], schedule: RetentionSchedule): Promise<DueRow[]> {
  const { action } = schedule;
  if (action.action !== 'set') return [...rows];
  const due: DueRow[] = [];
  for (const row of rows) {
    const set = await valuesFor(action.columns, row.values);
    if (holds(row.values, set)) continue;
    await requireLasting(row, set, { ...schedule, action });
    due.push({ ...row, set });
  }
  return due;
}

/** A row that no longer matches once it is set may be set to any value. */
async function requireLasting(
  { values }: FoundRow,
  set: SetValues,
  { action: { columns }, age, where }: RetentionSchedule & { readonly action: SetAction },
): Promise<void> {
  if (!asksTheHost(columns)) return;
  const after = { ...values, ...set };
  const isFound = holds(after, where) && (age === undefined || after[age.from] !== null);
  if (!isFound) return;
  const again = await valuesFor(columns, after);
  const changed = Object.keys(set).find((name) => !isSame(set[name], again[name] ?? null));
  if (changed === undefined) return;
  throw new Error(
    `the function of the column ${changed} returns another value for a row that it has already set, so the row would change at each run: ` +
      'return the value that is already there, or set a column of "where" so that the row no longer matches',
  );
}

function holds(values: FoundRow['values'], wanted: SetValues): boolean {
  return Object.entries(wanted).every(([name, value]) => isSame(values[name], value));
}

/** Whether a column has a value, in any representation of the driver. */
function isSame(stored: unknown, value: ColumnConstant): boolean {
  const wanted = typeof value === 'boolean' ? Number(value) : value;
  const held = typeof stored === 'boolean' ? Number(stored) : stored;
  if (typeof held === 'number' || typeof held === 'bigint') return String(held) === String(wanted);
  return (held ?? null) === (typeof wanted === 'number' ? String(wanted) : wanted);
}
