import type { Limit } from './verdicts.ts';
import { LIMITS } from './verdicts.ts';

/** How much of each a page may use while it is rendered. */
export type Limits = Readonly<Record<Limit, number>>;

/** Counts what a page uses. */
export class Budgets {
  readonly #limits: Limits;
  readonly #used = new Map<Limit, number>();
  readonly #over = new AbortController();
  #exceeded: Limit | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Ends when the page uses more of something than it may. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** How much of each the page uses; 0 of what was never noted. */
  get used(): Limits {
    return Object.fromEntries(LIMITS.map((limit) => [limit, this.#used.get(limit) ?? 0])) as Limits;
  }

  /** The first that the page used more of than it may; undefined as long as there is none. */
  get exceeded(): Limit | undefined {
    return this.#exceeded;
  }

  /** Notes that the page uses more of it. */
  add(limit: Limit, amount = 1): void {
    this.note(limit, (this.#used.get(limit) ?? 0) + amount);
  }

  /** Notes how much of it the page uses now. */
  note(limit: Limit, amount: number): void {
    this.#used.set(limit, amount);
    if (amount > this.#limits[limit]) this.exceed(limit);
  }

  /** Notes that the page uses more of it than it may. */
  exceed(limit: Limit): void {
    this.#exceeded ??= limit;
    this.#over.abort();
  }
}
