/**
 * What one process knows about the numbers of accounts that decided here recently. Correctness does not depend on it:
 * the database rejects a number that is not the next one.
 */

/** More accounts than decide within some minutes. */
const MOST = 10_000;

interface Decided {
  readonly rule: string;
  readonly term: { readonly version: number };
  readonly decision: string;
  readonly draft: { readonly vendors?: string | null };
}

/** What can be written without reading first. */
export interface NextDecision {
  readonly number: number;
  /** ID of the row with the current decision; null if there is none. */
  readonly row: string | null;
}

interface Known {
  readonly last: number;
  /** The decisions by rule, with the IDs of their rows. */
  readonly decided: Map<string, { readonly key: string; readonly row: string }>;
  /** Whether the account has no other decisions. */
  readonly isWhole: boolean;
}

/** The numbers of accounts, as far as they are cached. */
export class RecentNumbers {
  readonly #known = new Map<string, Known>();

  /**
   * The write for a decision that is known to change something; null if it may not. For an unknown account, it is its
   * first.
   */
  next(userId: string, decision: Decided): NextDecision | null {
    const known = this.#known.get(userId);
    if (known === undefined) return { number: 1, row: null };
    const before = known.decided.get(decision.rule);
    const isChange = before === undefined ? known.isWhole : before.key !== keyOf(decision);
    return isChange ? { number: known.last + 1, row: before?.row ?? null } : null;
  }

  /** Records a decision that was written as `next` returned. */
  learnWritten(userId: string, number: number, decision: Decided, row: string): void {
    const before = this.#known.get(userId);
    const decided = (before?.decided ?? new Map()).set(decision.rule, { key: keyOf(decision), row });
    this.#learn(userId, { last: number, decided, isWhole: before?.isWhole ?? true });
  }

  /** Records decisions that were read or written under the lock of the account, and the number of its last event. */
  learnRead(userId: string, last: number, decisions: readonly (Decided & { readonly row: string })[]): void {
    const decided = new Map(decisions.map((one) => [one.rule, { key: keyOf(one), row: one.row }]));
    this.#learn(userId, { last, decided, isWhole: false });
  }

  forget(userId: string): void {
    this.#known.delete(userId);
  }

  #learn(userId: string, known: Known): void {
    // The most recently used one is evicted last.
    this.#known.delete(userId);
    this.#known.set(userId, known);
    if (this.#known.size > MOST) this.forget(this.#known.keys().next().value ?? '');
  }
}

const keyOf = ({ decision, term, draft }: Decided): string => `${decision} ${term.version} ${draft.vendors ?? ''}`;
