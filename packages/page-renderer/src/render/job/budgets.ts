import type { Limit } from '../../kernel/verdicts.ts';
import { LIMITS } from '../../kernel/verdicts.ts';

/** The limits of a page. */
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

  /** Ends when the page exceeds a limit. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** How much of each the page has used; 0 if nothing was counted. */
  get used(): Limits {
    return Object.fromEntries(LIMITS.map((limit) => [limit, this.#used.get(limit) ?? 0])) as Limits;
  }

  /** The first exceeded limit; undefined while there is none. */
  get exceeded(): Limit | undefined {
    return this.#exceeded;
  }

  /** Adds to what the page has used. */
  add(limit: Limit, amount = 1): void {
    this.note(limit, (this.#used.get(limit) ?? 0) + amount);
  }

  /** Sets what the page uses now. */
  note(limit: Limit, amount: number): void {
    this.#used.set(limit, amount);
    if (amount > this.#limits[limit]) this.exceed(limit);
  }

  /** Notes that the page has exceeded a limit. */
  exceed(limit: Limit): void {
    this.#exceeded ??= limit;
    this.#over.abort();
  }
}
