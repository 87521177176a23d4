/** What the database does by itself when rows are deleted: checked before each batch, and recorded for the receipt. */
import type { Database } from '../../../platform/database/port.ts';
import { detachable, type RuleSolution, type TableRule } from '../../data-map/index.ts';
import type { Dependents } from '../host/dependents.ts';
import type { Sql } from '../host/sql.ts';
import { stopOf } from '../plan/stops.ts';
import type { DatabaseChange } from '../plan/receipt.ts';

interface Deleting {
  readonly dependents: Dependents;
  readonly solution: RuleSolution;
  readonly userId: string;
}

/** The changes of one step. */
export class Changes {
  readonly #sums = new Map<string, DatabaseChange>();

  /** @param known what was recorded before */
  constructor(known: readonly DatabaseChange[]) {
    for (const change of known) this.#add(change);
  }

  /**
   * Prepares the deletion of rows, in its transaction.
   *
   * @param going the condition of the rows
   * @throws {Error} if the database would delete or change rows of others: they may have been added since the plan
   */
  async before(
    transaction: Database,
    rule: TableRule,
    going: Sql,
    { dependents, solution, userId }: Deleting,
  ): Promise<void> {
    await dependents.detach(transaction, rule, { going, userId, solution });
    for (const found of await dependents.reached(transaction, rule, going, userId)) {
      const stop = stopOf(rule, found, false);
      if (stop !== null) throw new Error(stop);
      this.#add(found);
    }
    for (const { reference, change, rows, others } of await dependents.unasked(transaction, rule, going, userId)) {
      const found = { column: dependents.nameOf(reference), change, rows, others };
      const stop = stopOf(rule, found, detachable(reference) !== null);
      if (stop !== null) throw new Error(stop);
      this.#add(found);
    }
    await dependents.shorten(transaction, rule, going);
  }

  /** What a step records. */
  noted(): { readonly note?: string } {
    return this.#sums.size === 0 ? {} : { note: JSON.stringify([...this.#sums.values()]) };
  }

  #add(change: DatabaseChange): void {
    const key = `${change.column} ${change.change}`;
    const { rows = 0, others = 0 } = this.#sums.get(key) ?? {};
    this.#sums.set(key, { ...change, rows: rows + change.rows, others: others + change.others });
  }
}

/** The changes that a step recorded; none for a step whose note is of the host. */
export function changesIn(note: string | null): readonly DatabaseChange[] {
  return note?.startsWith('[{"column":') ? (JSON.parse(note) as DatabaseChange[]) : [];
}
