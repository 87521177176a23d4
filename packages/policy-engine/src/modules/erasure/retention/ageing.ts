/** Rows that are erased by age or condition (Art. 5(1)(e)), without a request. */
import { reasonOf } from '../../../errors/errors.ts';
import { deletedInGroups, hasTable } from '../../data-map/index.ts';
import { joined, type Sql, sql } from '../host/sql.ts';
import { BatchSize } from '../../../platform/database/statements/batch-size.ts';
import { apply, type DueRow } from './apply.ts';
import { inCircles } from './circles.ts';
import {
  type AgeingOptions,
  type AgeingRun,
  beginOf,
  conditions,
  type DueRows,
  goingWith,
  nextOf,
  nothingOf,
  oldRows,
  type Scheduled,
  scheduledRules,
  type Work,
} from './due.ts';
import { earlier } from './report.ts';

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
  for (const group of deletedInGroups(left, options.rows.tables.schema)) {
    const waiting = group.rules.flatMap((rule) => left.find(({ name }) => name === rule.name) ?? []);
    const staying = await inCircles(group, waiting, work).catch(
      (error: unknown) => new Map(waiting.map((rule) => [rule, error])),
    );
    for (const rule of waiting) {
      await failing(rule, async () => {
        if (staying.has(rule)) throw staying.get(rule);
      });
    }
    await run.record.save();
  }
  for (const [rule, found] of due) {
    await failing(rule, async () => run.record.add({ ...nothingOf(rule), next: await nextOf(rule, work, found) }));
  }
  await run.record.save();
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
  if (!isDeleted || work.record.isDry) return { gone, isWaiting: false };
  for await (const _ of oldRows(rule, work, where, size)) return { gone, isWaiting: true };
  return { gone, isWaiting: false };
}

/** @returns how many are gone: rows stay with which the database would delete others that stay */
async function take(rule: Scheduled, work: Work, old: readonly DueRow[], size: BatchSize): Promise<number> {
  try {
    return await takeAll(rule, work, old, size);
  } catch (error) {
    if (!(error instanceof HeldBack)) throw error;
    if (old.length === 1) return 0;
    const half = Math.ceil(old.length / 2);
    return (await take(rule, work, old.slice(0, half), size)) + (await take(rule, work, old.slice(half), size));
  }
}

/** Undoes the transaction of a batch. */
class HeldBack extends Error {}

async function takeAll(rule: Scheduled, work: Work, old: readonly DueRow[], size: BatchSize): Promise<number> {
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
        before: async (transaction, going) => {
          if (await dependents.holdsBack(transaction, rule, going, others)) throw new HeldBack();
          await dependents.free(transaction, rule, going, others);
          await dependents.shorten(transaction, rule, going);
        },
      });
  const oldest = old.map((row) => beginOf(row, schedule)).reduce(earlier);
  record.add({ ...nothingOf(rule), rows: gone, oldest });
  return gone;
}
