/** Adds decisions up by day, so that figures of years are read quickly. */
import type { ModuleJob } from '../../../kernel/module.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import { DecisionDayStore } from './day-store.ts';

/** What the job needs. */
export interface RollupOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly now: () => Date;
}

/** Events per transaction. */
const STEP = 20_000;

/**
 * Milliseconds after which an event is added up. An ID is created before its transaction ends, and clocks of machines differ: an
 * event that arrives after the mark has passed its ID would never be counted.
 */
export const ROLLUP_LAG: number = 60 * 60_000;

const EVERY_MINUTES = 10;

/** The smallest ID of a moment (RFC 9562 §5.7: 48 bits of milliseconds come first). */
function idsFrom(moment: number): string {
  const time = Math.max(0, moment).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/**
 * Adds up events that are old enough and not added up yet, in steps. Each step is one transaction with the mark that it moves: if
 * the process dies, no event is counted twice or lost.
 *
 * @returns the number of steps
 */
export async function addUpDecisions({ database, naming, now }: RollupOptions, signal?: AbortSignal): Promise<number> {
  const below = idsFrom(now().getTime() - ROLLUP_LAG);
  for (let steps = 0; ; steps += 1) {
    if (signal?.aborted === true) return steps;
    const isDone = await database.transaction(
      async (transaction) => {
        const store = new DecisionDayStore(transaction, naming);
        const mark = await store.mark();
        const upTo = await store.stepFrom(mark, below, STEP);
        // The update locks the mark: another process waits for it, and then finds it moved.
        if (upTo === undefined || !(await store.moveMark(mark, upTo))) return true;
        for (const counted of await store.counted(mark, upTo)) await store.add(counted);
        return false;
      },
      { isolation: 'read committed' },
    );
    if (isDone) return steps;
  }
}

/** The job that adds decisions up. */
export function decisionRollup(options: RollupOptions): ModuleJob {
  return {
    name: 'decision-days',
    every: (after) => new Date(after.getTime() + EVERY_MINUTES * 60_000),
    run: async ({ signal }) => {
      await addUpDecisions(options, signal);
    },
  };
}
