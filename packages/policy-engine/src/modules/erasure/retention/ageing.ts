/** Rows that are older than their rule allows (Art. 5(1)(e)), whether anybody asks or not. */
import { reasonOf } from '../../../errors.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { ColumnConstant } from '../../data-map/declaration.ts';
import type { DataMap } from '../../data-map/data-map.ts';
import { hasTable, type RetentionSchedule, type SetAction, type TableRule } from '../../data-map/rule.ts';
import type { Key } from '../host/key.ts';
import { after, beginBefore, momentOf } from '../host/moments.ts';
import type { FoundRow, HostRows } from '../host/rows.ts';
import { column, joined, type Sql, sql } from '../host/sql.ts';
import { BatchSize } from '../../../platform/database/batch-size.ts';
import { apply } from './apply.ts';
import { add, type RetentionReport } from './report.ts';

/** What old rows are found with. */
export interface AgeingOptions {
  readonly database: Database;
  readonly dataMap: DataMap;
  readonly rows: HostRows;
  /** Ids of people whose data is held for a legal reason: theirs stays. */
  readonly heldUsers: () => Promise<readonly string[]>;
  readonly now: () => Date;
}

/** How it is done. */
export interface AgeingRun {
  /** Whether it only counts. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** Lets the rows of each rule go that have had their time. A rule that fails keeps no other from it. */
export async function letAgedGo(options: AgeingOptions, report: RetentionReport, run: AgeingRun): Promise<void> {
  for (const rule of options.dataMap.rules) {
    const schedule = rule.retention?.schedule;
    if (schedule === undefined || !hasTable(rule)) continue;
    try {
      await letRuleGo(rule, schedule, options, { report, run });
    } catch (error) {
      if (run.signal.aborted) throw error;
      add(report, { rule: rule.name, action: 'aged', rows: 0, error: reasonOf(error) });
    }
  }
}

async function letRuleGo(
  rule: TableRule,
  schedule: RetentionSchedule,
  { database, rows, now, heldUsers }: AgeingOptions,
  { report, run }: { readonly report: RetentionReport; readonly run: AgeingRun },
): Promise<void> {
  rows.requireFit(rule);
  const size = new BatchSize();
  const sample = await rows.anyDate(rule, schedule.from);
  if (sample === null) return;
  const where = conditions(rule, schedule, { rows, held: await heldUsers(), sample, now: now() });
  for (let last: Key | null = null; ;) {
    run.signal.throwIfAborted();
    const page: FoundRow[] = await rows.page(rule, where, { after: last, limit: size.rows });
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.key;
    const old = page.filter((row) => isOver(row, schedule, now()) && !isSet(row, schedule.action));
    if (old.length === 0) continue;
    const gone = run.dryRun
      ? old.length
      : await apply(rule, schedule.action, old, { database, rows, size, signal: run.signal });
    add(report, { rule: rule.name, action: 'aged', rows: gone });
  }
}

function isOver({ values }: FoundRow, { from, after: period }: RetentionSchedule, now: Date): boolean {
  const begin = momentOf(values[from], from);
  return begin !== null && after(begin, period) <= now;
}

/** Whether the constants that a row would be set to are in it already: it had its turn before. */
function isSet({ values }: FoundRow, action: RetentionSchedule['action']): boolean {
  if (action.action !== 'set') return false;
  const constants = constantsOf(action);
  return constants.length > 0 && constants.every(([name, value]) => isSame(values[name], value));
}

function constantsOf({ columns }: SetAction): [string, ColumnConstant][] {
  return Object.entries(columns).filter((entry): entry is [string, ColumnConstant] => typeof entry[1] !== 'function');
}

function isSame(stored: unknown, value: ColumnConstant): boolean {
  const wanted = typeof value === 'boolean' ? Number(value) : value;
  if (typeof stored === 'number' || typeof stored === 'bigint') return String(stored) === String(wanted);
  return (stored ?? null) === (typeof wanted === 'number' ? String(wanted) : wanted);
}

/** Finds a little too much: what is too young is left out row by row. */
function conditions(
  { table, ...rule }: TableRule,
  { from, where, after: period }: RetentionSchedule,
  { rows, held, sample, now }: { rows: HostRows; held: readonly string[]; sample: unknown; now: Date },
): Sql {
  const cutOff = cutOffLike(sample, beginBefore(now, period));
  const parts = [
    cutOff === null ? sql`${column(from)} is not null` : sql`${column(from)} < ${cutOff}`,
    ...Object.entries(where).map(([name, value]) =>
      value === null ? sql`${column(name)} is null` : sql`${column(name)} = ${value}`,
    ),
    // A row of nobody is no row of theirs, which `not` would leave open.
    ...held.map((userId) => sql`case when ${rows.of({ ...rule, table }, userId)} then 1 else 0 end = 0`),
  ];
  return joined(parts, ' and ');
}

/** The day before which rows may be old enough, as the column writes its dates; null where that can't be compared. */
function cutOffLike(sample: unknown, day: Date): string | number | null {
  if (typeof sample === 'number') return sample < 1e11 ? Math.ceil(day.getTime() / 1000) : day.getTime();
  if (typeof sample !== 'string' || /^\d+$/.test(sample)) return null;
  return day.toISOString().slice(0, 10);
}
