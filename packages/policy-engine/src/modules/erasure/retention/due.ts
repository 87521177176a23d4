/** Rows whose retention period has ended: which they are, and what goes with them. */
import type { Database } from '../../../platform/database/port.ts';
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { type DataMap, hasTable, type RetentionSchedule, type TableRule } from '../../data-map/index.ts';
import type { Dependents, Going } from '../host/dependents.ts';
import type { Key } from '../host/key.ts';
import { after, beginBefore, momentOf } from '../host/moments.ts';
import type { FoundRow, HostRows } from '../host/rows.ts';
import { column, joined, type Sql, sql } from '../host/sql.ts';
import type { BatchSize } from '../../../platform/database/statements/batch-size.ts';
import type { DueRow } from './apply.ts';
import type { RunRecord } from './record.ts';
import { earlier, type RetentionEntry } from './report.ts';
import { withoutSet } from './set-rows.ts';

/** What finding old rows needs. */
export interface AgeingOptions {
  readonly database: Database;
  readonly dataMap: DataMap;
  readonly rows: HostRows;
  readonly dependents: Dependents;
  /** IDs of people whose data is on hold for a legal reason: their rows are kept. */
  readonly heldUsers: () => Promise<readonly string[]>;
  readonly now: () => Date;
}

/** How it is done. */
export interface AgeingRun {
  readonly record: RunRecord;
  readonly signal: AbortSignal;
}

/** A rule whose rows are erased by age or condition. */
export type Scheduled = TableRule & { readonly schedule: RetentionSchedule };

/** Rules whose rows are erased by age or condition. */
export function scheduledRules({ rules }: Pick<DataMap, 'rules'>): Scheduled[] {
  return rules.flatMap((rule) => {
    const schedule = rule.retention?.schedule;
    return schedule === undefined || !hasTable(rule) ? [] : [{ ...rule, schedule }];
  });
}

/** The result of a rule before anything was erased. */
export function nothingOf({ name }: Scheduled): RetentionEntry {
  return { rule: name, action: 'aged', rows: 0, oldest: null, next: null };
}

/** What one run works with. */
export interface Work extends AgeingOptions, AgeingRun {
  readonly due: ReadonlyMap<Scheduled, DueRows>;
  /** When the oldest row of a rule began that is not old enough, as far as rows were read. */
  readonly young: Map<Scheduled, string | null>;
  /** Rows of a table that the database must not delete with others: rules keep them, or their person is on hold. */
  readonly kept: (live: LiveTable) => Sql | null;
}

/** What goes together with the rows of a rule. */
export function goingWith({ schedule: { action } }: Scheduled, { due, kept, rows }: Work): Going {
  const isDetaching = action.action === 'delete' && action.others === 'detach';
  return { isDetaching, atOnce: [], of: (live) => dueIn(live, [...due], rows), stays: kept };
}

/** The rows of a table that rules delete; null if none does. */
function dueIn(live: LiveTable, due: ReadonlyArray<readonly [Scheduled, DueRows]>, rows: HostRows): Sql | null {
  const own = due.filter(
    ([rule]) => rule.schedule.action.action === 'delete' && rows.tables.locate(rule).live === live,
  );
  const conditions = own.map(([, { where }]) => sql`(${where})`);
  return conditions.length === 0 ? null : joined(conditions, ' or ');
}

/** Rows whose period is over, page by page. */
export async function* oldRows(
  rule: Scheduled,
  { rows, signal, now, young }: Work,
  where: Sql,
  size: BatchSize,
): AsyncGenerator<DueRow[]> {
  for (let last: Key | null = null; ;) {
    signal.throwIfAborted();
    const page: FoundRow[] = await rows.page(rule, where, { after: last, limit: size.rows });
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.key;
    const over = page.filter((row) => isOver(row, rule.schedule, now()));
    for (const row of page) {
      if (!over.includes(row)) young.set(rule, earlier(young.get(rule) ?? null, beginOf(row, rule.schedule)));
    }
    const old = await withoutSet(over, rule.schedule);
    if (old.length > 0) yield old;
  }
}

/** When the next rows are old enough; null if there is no age, or no row has one. */
export async function nextOf(rule: Scheduled, { rows, young }: Work, due: DueRows): Promise<string | null> {
  const { age } = rule.schedule;
  if (age === undefined) return null;
  const later = due.later === null ? null : dateIn(await rows.earliest(rule, due.later, age.from), age.from);
  const begin = earlier(young.get(rule) ?? null, later);
  return begin === null ? null : after(new Date(begin), age.after).toISOString();
}

/** A date for display only; null for an invalid one. */
function dateIn(value: unknown, from: string): string | null {
  try {
    return momentOf(value, from)?.toISOString() ?? null;
  } catch {
    return null;
  }
}

/** The start of a row's age. */
export function beginOf({ values }: FoundRow, { age }: RetentionSchedule): string | null {
  return age === undefined ? null : (momentOf(values[age.from], age.from)?.toISOString() ?? null);
}

function isOver(row: FoundRow, schedule: RetentionSchedule, now: Date): boolean {
  if (schedule.age === undefined) return true;
  const begin = beginOf(row, schedule);
  return begin !== null && after(new Date(begin), schedule.age.after) <= now;
}

/** Conditions of a rule. They match slightly too much: rows that are too young are left out one by one. */
export interface DueRows {
  readonly where: Sql;
  /** The condition that a row must still match when it is erased, in case it was changed in the meantime. */
  readonly fits: Sql;
  /** Rows of the rule that are too young for all of `where`; null if `where` matches rows of any age. */
  readonly later: Sql | null;
}

/** Null if no row has an age. */
export async function conditions(
  { schedule: { age, where }, ...rule }: Scheduled,
  { rows, heldUsers, now }: AgeingOptions,
): Promise<DueRows | null> {
  const sample = age === undefined ? undefined : await rows.anyDate(rule, age.from);
  if (sample === null) return null;
  const cutOff = age === undefined ? null : cutOffLike(sample, beginBefore(now(), age.after));
  const values = Object.entries(where).map(([name, value]) =>
    value === null ? sql`${column(name)} is null` : sql`${column(name)} = ${value}`,
  );
  const held = (await heldUsers()).map(
    // A row without a person belongs to none of them, which `not` alone would leave undecided.
    (userId) => sql`case when ${rows.of(rule, userId)} then 1 else 0 end = 0`,
  );
  const aged = (than: (from: string) => Sql) => (age === undefined ? [] : [than(age.from)]);
  const fits = [
    ...aged((from) => (cutOff === null ? sql`${column(from)} is not null` : sql`${column(from)} < ${cutOff}`)),
    ...values,
  ];
  const later = [...aged((from) => sql`${column(from)} >= ${cutOff}`), ...values, ...held];
  return {
    where: joined([...fits, ...held], ' and '),
    fits: joined(fits, ' and '),
    later: cutOff === null ? null : joined(later, ' and '),
  };
}

/** The date before which rows may be old enough, in the format of the column; null if it cannot be compared. */
function cutOffLike(sample: unknown, day: Date): string | number | null {
  if (typeof sample === 'number') return sample < 1e11 ? Math.ceil(day.getTime() / 1000) : day.getTime();
  if (typeof sample !== 'string' || /^\d+$/.test(sample)) return null;
  return day.toISOString().slice(0, 10);
}
