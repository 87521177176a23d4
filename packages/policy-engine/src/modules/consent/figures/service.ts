/** Counts decisions, from the daily totals and from the events that are not added up yet. */
import { type DecisionCount, DecisionDayStore, type DecisionFilter, type DecisionGroup } from './day-store.ts';
import type { RollupOptions } from './rollup.ts';

/** How often counting is retried if decisions are added up in the meantime. */
const MOST_ATTEMPTS = 5;

/** Decisions, grouped in one way or several. */
export class FiguresService {
  readonly #options: Omit<RollupOptions, 'now'>;

  constructor(options: Omit<RollupOptions, 'now'>) {
    this.#options = options;
  }

  /**
   * Decisions by each of some groupings. A group may occur twice.
   *
   * @throws {Error} if decisions are added up during every attempt
   */
  async count(
    filter: DecisionFilter,
    groupings: readonly (readonly (keyof DecisionGroup)[])[],
  ): Promise<DecisionCount[][]> {
    const store = new DecisionDayStore(this.#options.database, this.#options.naming);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const mark = await store.mark();
      const latest = await store.counted(mark, null, filter);
      const addedUp = await Promise.all(groupings.map((by) => store.addedUp(filter, by)));
      // Events that were added up in the meantime would be counted twice.
      if (mark === (await store.mark())) return addedUp.map((counts) => counts.concat(latest));
    }
    throw new Error('Decisions are being summed up at present; their number could not be read.');
  }
}
