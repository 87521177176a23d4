/** Assigns accounts the next number as far as this process knows it, without reading it first. */
import type { Naming } from '../../../../platform/database/schema/names.ts';
import type { Database } from '../../../../platform/database/port.ts';
import { Statement } from '../../../../platform/database/statements/statement.ts';

/** What was known is outdated; the transaction must be abandoned. */
export class NotAsKnown extends Error {}

/** Statements that are compiled once: they run for every decision. */
export class AccountNumbers {
  readonly #first: Statement<unknown, [{ subject: string; last: number }]>;
  readonly #next: Statement<unknown, [{ subject: string; last: number; before: number }]>;

  constructor(naming: Naming) {
    this.#first = new Statement(naming, (queries, account) => queries.insertInto('ledger_accounts').values(account));
    this.#next = new Statement(naming, (queries, { subject, last, before }) =>
      queries.updateTable('ledger_accounts').set({ last }).where('subject', '=', subject).where('last', '=', before),
    );
  }

  /** @throws {NotAsKnown} if another number is next; for the first number the violation of the primary key */
  async give(transaction: Database, subject: string, number: number): Promise<void> {
    if (number === 1) {
      await this.#first.execute(transaction, { subject, last: 1 });
      return;
    }
    const account = { subject, last: number, before: number - 1 };
    const { affectedRows } = await this.#next.execute(transaction, account);
    if (affectedRows === 0) throw new NotAsKnown();
  }
}
