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
    if (await this.#claim(database, now)) return this.#token(database);
    if (await this.#create(database)) return this.take(database, now);
    return null;
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

  async #claim(database: Database, now: Date): Promise<boolean> {
    const result = await createQueries(database, this.#naming)
      .updateTable('ledger_lease')
      .set((set) => ({ holder: this.#holder, token: set('token', '+', 1), until: this.#end(now) }))
      .where('name', '=', NAME)
      .where((where) =>
        where.or([
          where('until', '<', timeText(now)),
          where('holder', '=', this.#holder),
          // No correct clock assigns it for so long: the holder's clock was fast, and the holder died.
          where('until', '>', timeText(new Date(now.getTime() + 2 * this.#milliseconds))),
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

  /** @returns whether the row was missing and exists now */
  async #create(database: Database): Promise<boolean> {
    const queries = createQueries(database, this.#naming);
    const present = await queries.selectFrom('ledger_lease').select('name').where('name', '=', NAME).executeTakeFirst();
    if (present !== undefined) return false;
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

  #end(now: Date): string {
    return timeText(new Date(now.getTime() + this.#milliseconds));
  }
}
