/** Rows that are erased by age or condition (Art. 5(1)(e)), without a request. */
import { reasonOf } from '../../../errors/errors.ts';
import type { Database } from '../../../platform/database/port.ts';
import { type DataMap, hasTable, type RetentionSchedule, type TableRule } from '../../data-map/index.ts';
import type { Key } from '../host/key.ts';
import { after, beginBefore, momentOf } from '../host/moments.ts';
import type { FoundRow, HostRows } from '../host/rows.ts';
import { column, joined, type Sql, sql } from '../host/sql.ts';
import { BatchSize } from '../../../platform/database/statements/batch-size.ts';
import { apply } from './apply.ts';
import type { RunRecord } from './record.ts';
import { earlier } from './report.ts';
import { withoutSet } from './set-rows.ts';

/** What finding old rows needs. */
export interface AgeingOptions {
  readonly database: Database;
  readonly dataMap: DataMap;
  readonly rows: HostRows;
  /** IDs of people whose data is on hold for a legal reason: their rows are kept. */
  readonly heldUsers: () => Promise<readonly string[]>;
  readonly now: () => Date;
}

/** How it is done. */
export interface AgeingRun {
  readonly record: RunRecord;
  readonly signal: AbortSignal;
}

type Scheduled = TableRule & { readonly schedule: RetentionSchedule };

/** Rules whose rows are erased by age or condition. */
export function scheduledRules({ rules }: Pick<DataMap, 'rules'>): Scheduled[] {
  return rules.flatMap((rule) => {
    const schedule = rule.retention?.schedule;
    return schedule === undefined || !hasTable(rule) ? [] : [{ ...rule, schedule }];
  });
}

/** Erases the rows of each rule whose retention period has ended. A rule that fails does not stop the others. */
export async function letAgedGo(options: AgeingOptions, run: AgeingRun): Promise<void> {
  for (const rule of scheduledRules(options.dataMap)) {
    run.record.add(nothingOf(rule));
    try {
      await letRuleGo(rule, options, run);
    } catch (error) {
      if (run.signal.aborted) throw error;
      run.record.add({ ...nothingOf(rule), error: reasonOf(error) });
    }
    await run.record.save();
  }
}

const nothingOf = ({ name }: Scheduled) => ({ rule: name, action: 'aged', rows: 0, oldest: null, next: null }) as const;

async function letRuleGo(rule: Scheduled, options: AgeingOptions, { record, signal }: AgeingRun): Promise<void> {
  const { database, rows, now } = options;
  const { schedule } = rule;
  rows.requireFit(rule);
  const due = await conditions(rule, options);
  if (due === null) return;
  const size = new BatchSize();
  let young: string | null = null;
  for (let last: Key | null = null; ;) {
    signal.throwIfAborted();
    const page: FoundRow[] = await rows.page(rule, due.where, { after: last, limit: size.rows });
    const end = page.at(-1);
    if (end === undefined) break;
    last = end.key;
    const over = page.filter((row) => isOver(row, schedule, now()));
    for (const row of page) if (!over.includes(row)) young = earlier(young, beginOf(row, schedule));
    const old = await withoutSet(over, schedule);
    if (old.length === 0) continue;
    const gone = record.isDry
      ? old.length
      : await apply(rule, schedule.action, old, { database, rows, size, signal, fits: due.fits });
    const oldest = old.map((row) => beginOf(row, schedule)).reduce(earlier);
    record.add({ ...nothingOf(rule), rows: gone, oldest });
  }
  record.add({ ...nothingOf(rule), next: await nextOf(rule, { rows, due, young }) });
}

/** When the next rows are old enough; null if there is no age, or no row has one. */
async function nextOf(
  rule: Scheduled,
  { rows, due, young }: { rows: HostRows; due: DueRows; young: string | null },
): Promise<string | null> {
  const { age } = rule.schedule;
  if (age === undefined) return null;
  const later = due.later === null ? null : dateIn(await rows.earliest(rule, due.later, age.from), age.from);
  const begin = earlier(young, later);
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
function beginOf({ values }: FoundRow, { age }: RetentionSchedule): string | null {
  return age === undefined ? null : (momentOf(values[age.from], age.from)?.toISOString() ?? null);
}

function isOver(row: FoundRow, schedule: RetentionSchedule, now: Date): boolean {
  if (schedule.age === undefined) return true;
  const begin = beginOf(row, schedule);
  return begin !== null && after(new Date(begin), schedule.age.after) <= now;
}

/** Conditions of a rule. They match slightly too much: rows that are too young are left out one by one. */
interface DueRows {
  readonly where: Sql;
  /** The condition that a row must still match when it is erased, in case it was changed in the meantime. */
  readonly fits: Sql;
  /** Rows of the rule that are too young for all of `where`; null if `where` matches rows of any age. */
  readonly later: Sql | null;
}

/** Null if no row has an age. */
async function conditions(
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
