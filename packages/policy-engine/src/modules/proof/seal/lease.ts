/**
 * The lease of the sealer: one process at a time numbers events. It is a row, not a lock, so that a process that is
 * killed or disconnected holds it only for seconds; the token tells a former holder that it no longer holds the lease
 * (fencing), whatever its clock says.
 */
import { createId } from '../../../platform/database/statements/ids.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { isUniqueViolation } from '../../../platform/database/connection/sql-errors.ts';
import { timeText } from '../../../platform/database/statements/times.ts';

const NAME = 'sealer';

/** One process's claim to seal. */
export class Lease {
  readonly #naming: Naming;
  readonly #milliseconds: number;
  readonly #holder: string = createId();

  /** @param milliseconds - how long a dead holder blocks others */
  constructor(naming: Naming, milliseconds: number) {
    this.#naming = naming;
    this.#milliseconds = milliseconds;
  }

  /**
   * Takes the lease if it is free or held by this process. @returns the token to write under, or null while another
   * holds it
   */
  async take(database: Database, now: Date): Promise<number | null> {
    if (!(await this.#isFree(database, now))) return null;
    return (await this.#claim(database, now)) ? this.#token(database) : null;
  }

  /**
   * Ensures inside the transaction of a batch that nobody has taken the lease since, and extends it. The row stays
   * locked until the batch is committed, so nobody can take it in between.
   */
  async hold(transaction: Database, token: number, now: Date): Promise<boolean> {
    const result = await createQueries(transaction, this.#naming)
      .updateTable('ledger_lease')
      .set({ until: this.#end(now) })
      .where('name', '=', NAME)
      .where('holder', '=', this.#holder)
      .where('token', '=', token)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Releases the lease, if it is still held under this token. */
  async release(database: Database, token: number): Promise<void> {
    await createQueries(database, this.#naming)
      .updateTable('ledger_lease')
      .set({ until: new Date(0) })
      .where('name', '=', NAME)
      .where('holder', '=', this.#holder)
      .where('token', '=', token)
      .execute();
  }

  /**
   * Reads first, because a holder locks the row for each batch: on MySQL, a claim in vain would wait for it. Creates a row
   * that is missing.
   */
  async #isFree(database: Database, now: Date): Promise<boolean> {
    const queries = createQueries(database, this.#naming);
    const row = await queries
      .selectFrom('ledger_lease')
      .select(['holder', 'until'])
      .where('name', '=', NAME)
      .executeTakeFirst();
    if (row !== undefined) {
      return row.holder === this.#holder || row.until < timeText(now) || row.until > this.#implausible(now);
    }
    try {
      await queries
        .insertInto('ledger_lease')
        .values({ name: NAME, holder: '', token: 0, until: new Date(0) })
        .execute();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    return true;
  }

  async #claim(database: Database, now: Date): Promise<boolean> {
    const result = await createQueries(database, this.#naming)
      .updateTable('ledger_lease')
      .set((set) => ({ holder: this.#holder, token: set('token', '+', 1), until: this.#end(now) }))
      .where('name', '=', NAME)
      .where((where) =>
        where.or([
          where('until', '<', timeText(now)),
          where('holder', '=', this.#holder),
          where('until', '>', this.#implausible(now)),
        ]),
      )
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  async #token(database: Database): Promise<number | null> {
    const row = await createQueries(database, this.#naming)
      .selectFrom('ledger_lease')
      .select('token')
      .where('name', '=', NAME)
      .where('holder', '=', this.#holder)
      .executeTakeFirst();
    return row?.token ?? null;
  }

  /** No correct clock assigns a lease for longer: the holder's clock was fast, and the holder died. */
  #implausible(now: Date): string {
    return timeText(new Date(now.getTime() + 2 * this.#milliseconds));
  }

  #end(now: Date): string {
    return timeText(new Date(now.getTime() + this.#milliseconds));
  }
}
