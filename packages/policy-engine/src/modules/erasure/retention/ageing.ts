/** Rows that are erased by age or condition (Art. 5(1)(e)), without a request. */
import { reasonOf } from '../../../errors/errors.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { type DataMap, hasTable, type RetentionSchedule, type TableRule } from '../../data-map/index.ts';
import type { Dependents, Going } from '../host/dependents.ts';
import type { Key } from '../host/key.ts';
import { after, beginBefore, momentOf } from '../host/moments.ts';
import type { FoundRow, HostRows } from '../host/rows.ts';
import { column, joined, type Sql, sql } from '../host/sql.ts';
import { BatchSize } from '../../../platform/database/statements/batch-size.ts';
import { apply, type DueRow } from './apply.ts';
import type { RunRecord } from './record.ts';
import { earlier } from './report.ts';
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

type Scheduled = TableRule & { readonly schedule: RetentionSchedule };

/** Rules whose rows are erased by age or condition. */
export function scheduledRules({ rules }: Pick<DataMap, 'rules'>): Scheduled[] {
  return rules.flatMap((rule) => {
    const schedule = rule.retention?.schedule;
    return schedule === undefined || !hasTable(rule) ? [] : [{ ...rule, schedule }];
  });
}

/**
 * Erases the rows of each rule whose retention period has ended. Rows that others refer to wait until those are gone, whose rules may
 * come later. A rule that fails does not stop the others.
 */
export async function letAgedGo(options: AgeingOptions, run: AgeingRun): Promise<void> {
  const due = new Map<Scheduled, DueRows>();
  const failing = async (rule: Scheduled, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (run.signal.aborted) throw error;
      due.delete(rule);
      run.record.add({ ...nothingOf(rule), error: reasonOf(error) });
    }
  };
  const rules = scheduledRules(options.dataMap);
  for (const rule of rules) {
    run.record.add(nothingOf(rule));
    await failing(rule, async () => {
      options.rows.requireFit(rule);
      const found = await conditions(rule, options);
      if (found !== null) due.set(rule, found);
    });
  }
  const work: Work = { ...options, ...run, due, young: new Map(), kept: await stayingRows(rules, due, options) };
  let left = [...due.keys()];
  for (let isMoving = true; isMoving && left.length > 0;) {
    isMoving = false;
    const waiting: Scheduled[] = [];
    for (const rule of left) {
      await failing(rule, async () => {
        const { gone, isWaiting } = await letRuleGo(rule, work);
        isMoving ||= gone > 0;
        if (isWaiting) waiting.push(rule);
      });
      await run.record.save();
    }
    left = waiting;
  }
  for (const rule of left) {
    await failing(rule, () => letCircleGo(rule, work));
    await run.record.save();
  }
  for (const [rule, found] of due) {
    await failing(rule, async () => run.record.add({ ...nothingOf(rule), next: await nextOf(rule, work, found) }));
  }
  await run.record.save();
}

const nothingOf = ({ name }: Scheduled) => ({ rule: name, action: 'aged', rows: 0, oldest: null, next: null }) as const;

interface Work extends AgeingOptions, AgeingRun {
  readonly due: ReadonlyMap<Scheduled, DueRows>;
  /** When the oldest row of a rule began that is not old enough, as far as rows were read. */
  readonly young: Map<Scheduled, string | null>;
  /** Rows of a table that the database must not delete with others: rules keep them, or their person is on hold. */
  readonly kept: (live: LiveTable) => Sql | null;
}

/** What goes together with the rows of a rule. */
function goingWith({ schedule: { action } }: Scheduled, { due, kept, rows }: Work): Going {
  const of = (live: LiveTable) => {
    const own = [...due].filter(
      ([rule]) => rule.schedule.action.action === 'delete' && rows.tables.locate(rule).live === live,
    );
    const conditions = own.map(([, { where }]) => sql`(${where})`);
    return conditions.length === 0 ? null : joined(conditions, ' or ');
  };
  const isDetaching = action.action === 'delete' && action.others === 'detach';
  return { isDetaching, isAtOnce: false, of, stays: kept };
}

async function stayingRows(
  rules: readonly Scheduled[],
  due: ReadonlyMap<Scheduled, DueRows>,
  { dataMap, rows, heldUsers }: AgeingOptions,
): Promise<Work['kept']> {
  const held = await heldUsers();
  return (live) => {
    const conditions = dataMap.rules.filter(hasTable).flatMap((rule): Sql[] => {
      if (rows.tables.schema.find(rule.table) !== live) return [];
      const aged = rules.find(({ name }) => name === rule.name);
      const where = aged === undefined ? undefined : due.get(aged)?.where;
      if (rule.erasure?.action === 'keep') return [where === undefined ? sql`1 = 1` : sql`(${where}) is not true`];
      return held.map((userId) => sql`(${rows.of(rule, userId)})`);
    });
    return conditions.length === 0 ? null : sql`(${joined(conditions, ' or ')})`;
  };
}

/** @returns how many rows are gone, and whether some wait for others */
async function letRuleGo(rule: Scheduled, work: Work): Promise<{ readonly gone: number; readonly isWaiting: boolean }> {
  const { schedule } = rule;
  const { where } = work.due.get(rule)!;
  const isDeleted = schedule.action.action === 'delete';
  const unneeded = isDeleted && !work.record.isDry ? work.dependents.unneeded(rule, goingWith(rule, work)) : null;
  const size = new BatchSize();
  let gone = 0;
  for await (const old of oldRows(rule, work, unneeded === null ? where : sql`${where} and ${unneeded}`, size)) {
    gone += await take(rule, work, old, size);
  }
  if (unneeded === null) return { gone, isWaiting: false };
  for await (const _ of oldRows(rule, work, where, size)) return { gone, isWaiting: true };
  return { gone, isWaiting: false };
}

/**
 * Rows that refer to each other in a circle go in one statement, where the database allows that.
 *
 * @throws {Error} for rows that stay
 */
async function letCircleGo(rule: Scheduled, work: Work): Promise<void> {
  const size = new BatchSize();
  const { where } = work.due.get(rule)!;
  const unneeded = work.dependents.unneeded(rule, { ...goingWith(rule, work), isAtOnce: true });
  const circle = await allOf(oldRows(rule, work, unneeded === null ? where : sql`${where} and ${unneeded}`, size));
  if (circle.length > 0) await take(rule, work, circle, size);
  const { length } = await allOf(oldRows(rule, work, where, size));
  if (length === 0) return;
  const rows =
    length === 1 ? '1 row stays, since others refer to it' : `${length} rows stay, since others refer to them`;
  throw new Error(
    `${rows}: erase those as well, or set the column to null with action: { action: 'delete', others: 'detach' }`,
  );
}

async function allOf(pages: AsyncIterable<readonly DueRow[]>): Promise<DueRow[]> {
  const all: DueRow[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

async function take(rule: Scheduled, work: Work, old: readonly DueRow[], size: BatchSize): Promise<number> {
  const { database, rows, dependents, record, signal } = work;
  const { schedule } = rule;
  const others = goingWith(rule, work);
  const gone = record.isDry
    ? old.length
    : await apply(rule, schedule.action, old, {
        database,
        rows,
        size,
        signal,
        fits: work.due.get(rule)!.fits,
        before: (transaction, going) => dependents.free(transaction, rule, going, others),
      });
  const oldest = old.map((row) => beginOf(row, schedule)).reduce(earlier);
  record.add({ ...nothingOf(rule), rows: gone, oldest });
  return gone;
}

/** Rows whose period is over, page by page. */
async function* oldRows(
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
async function nextOf(rule: Scheduled, { rows, young }: Work, due: DueRows): Promise<string | null> {
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
