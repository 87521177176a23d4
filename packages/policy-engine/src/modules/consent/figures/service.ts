/** Counts decisions, from the daily totals and from the events that are not added up yet. */
import type { Database } from '../../../platform/database/port.ts';
import type { DecisionsWanted, StoredEvent } from '../../proof/index.ts';
import { type DecisionCount, DecisionDayStore, type DecisionFilter, type DecisionGroup } from './day-store.ts';
import type { RollupOptions } from './rollup.ts';

/** How often counting is retried if decisions are added up in the meantime. */
const MOST_ATTEMPTS = 5;
/** More events than are not added up yet while the job runs as usual: only then a total is read faster than the events themselves. */
const MOST_LATEST = 20_000;

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

  /**
   * How many decisions there are of one language; null while so many events are not added up that this would take long, or some are
   * added up in the meantime.
   */
  async totalOf({ gpc, ...filter }: DecisionsWanted): Promise<number | null> {
    const store = new DecisionDayStore(this.#options.database, this.#options.naming);
    const mark = await store.mark();
    if (await store.hasAfter(mark, MOST_LATEST)) return null;
    const latest = await store.counted(mark, null, filter);
    const addedUp = await store.addedUp(filter, ['gpc']);
    if (mark !== (await store.mark())) return null;
    const isWanted = (signal = '') => gpc === undefined || (gpc === 'any' ? signal !== '' : signal === gpc);
    return [...addedUp, ...latest].reduce((sum, one) => sum + (isWanted(one.gpc) ? one.count : 0), 0);
  }

  /**
   * Moves decisions whose identities are erased to those in no known language: the daily totals stay those that the ledger's lists
   * count.
   *
   * @param events as they were before
   */
  async forgetLanguages(transaction: Database, events: readonly StoredEvent[]): Promise<void> {
    const decisions = events.filter(
      ({ leaf, identity }) => leaf.kind === 'decision' && (identity?.locale ?? null) !== null,
    );
    if (decisions.length === 0) return;
    const store = new DecisionDayStore(transaction, this.#options.naming);
    const mark = await store.lockedMark();
    for (const { leaf, identity } of decisions) {
      // The rest will be added up without a language.
      if (leaf.id > mark) continue;
      const { at, rule, version, decision, gpc } = leaf;
      const group = {
        day: at.slice(0, 10),
        rule: rule ?? '',
        version: version ?? 0,
        decision: decision ?? '',
        gpc: gpc ?? '',
      };
      await store.add({ ...group, locale: identity?.locale ?? '', count: -1 });
      await store.add({ ...group, locale: '', count: 1 });
    }
  }
}
