/**
 * The number of events of accounts and visitors. Assigning a number locks its subject's row, so that numbers follow
 * commits.
 */
import type { Naming } from '../../../platform/database/schema/names.ts';
import { insertMissing } from '../../../platform/database/statements/insert-missing.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import { refusals } from '../../../errors/refusals.ts';

/** A visitor whose row is locked. */
export interface LockedVisitor {
  /** Number of the last event; 0 for none. */
  readonly last: number;
  /** Whether nothing can be appended for the visitor any more. */
  readonly isClosed: boolean;
}

/** An account whose row is locked. */
export interface LockedAccount {
  /** Number of the last event; 0 for none. */
  readonly last: number;
  readonly mergedInto: string | null;
}

/** Numbers of subjects, inside one write transaction. */
export class SubjectStore {
  readonly #database: Database;
  readonly #queries: Queries;

  constructor(transaction: Database, naming: Naming) {
    this.#database = transaction;
    this.#queries = createQueries(transaction, naming);
  }

  /**
   * Locks accounts until the transaction ends.
   *
   * @returns the number of the last event of each; 0 for none
   * @throws {PolicyEngineError} 409 `account_merged` if one of them was merged into another
   */
  async lockAccounts(userIds: readonly string[]): Promise<Map<string, number>> {
    const locked = await this.lockAny(userIds);
    if ([...locked.values()].some(({ mergedInto }) => mergedInto !== null)) {
      throw refusals.conflict('account_merged', 'ledger.error.account_merged');
    }
    return new Map([...locked].map(([subject, { last }]) => [subject, last]));
  }

  /** Locks the account that decides for an ID: the one that it was merged into. */
  async lockCurrent(userId: string): Promise<LockedAccount & { readonly userId: string }> {
    let id = userId;
    for (;;) {
      const account = (await this.lockAny([id])).get(id);
      if (account === undefined || account.mergedInto === null) {
        return { last: 0, mergedInto: null, ...account, userId: id };
      }
      id = account.mergedInto;
    }
  }

  /** Locks accounts, merged or not. */
  async lockAny(userIds: readonly string[]): Promise<Map<string, LockedAccount>> {
    const rows = userIds.map((subject) => ({ subject, last: 0 }));
    // Inserted without looking first: of two concurrent first decisions, the second waits here for the first.
    await insertMissing(this.#database, this.#queries.insertInto('ledger_accounts').values(rows), 'subject').execute();
    const locked = await this.#queries
      .selectFrom('ledger_accounts')
      .select(['subject', 'last', 'merged_into'])
      .where('subject', 'in', userIds)
      // Always in the same order, so that two transactions that lock some of the same accounts cannot deadlock.
      .orderBy('subject')
      .$if(this.#database.capabilities.rowLocks, (query) => query.forUpdate())
      .execute();
    return new Map(locked.map(({ subject, last, merged_into: mergedInto }) => [subject, { last, mergedInto }]));
  }

  /** The account that an ID was merged into; null for one that was not. */
  async mergedInto(userId: string): Promise<string | null> {
    const row = await this.#queries
      .selectFrom('ledger_accounts')
      .select('merged_into')
      .where('subject', '=', userId)
      .where('merged_into', 'is not', null)
      .executeTakeFirst();
    return row?.merged_into ?? null;
  }

  /** IDs of the accounts that were merged into one. */
  async mergedOf(userId: string): Promise<string[]> {
    const rows = await this.#queries
      .selectFrom('ledger_accounts')
      .select('subject')
      .where('merged_into', '=', userId)
      .orderBy('subject')
      .execute();
    return rows.map(({ subject }) => subject);
  }

  /** Closes an account: nothing is appended for it any more. What was merged into it before is merged into the other, too. */
  async merge(from: string, into: string, last: number): Promise<void> {
    await this.#queries
      .updateTable('ledger_accounts')
      .set({ merged_into: into })
      .where('merged_into', '=', from)
      .execute();
    await this.#queries
      .updateTable('ledger_accounts')
      .set({ last, merged_into: into })
      .where('subject', '=', from)
      .execute();
  }

  async advanceAccount(userId: string, last: number): Promise<void> {
    await this.#queries.updateTable('ledger_accounts').set({ last }).where('subject', '=', userId).execute();
  }

  /** Locks a visitor until the transaction ends. */
  async lockVisitor(visitor: string): Promise<LockedVisitor> {
    const row = { visitor, last: 0 };
    await insertMissing(this.#database, this.#queries.insertInto('ledger_visitors').values(row), 'visitor').execute();
    const { last, closed_at } = await this.#queries
      .selectFrom('ledger_visitors')
      .select(['last', 'closed_at'])
      .where('visitor', '=', visitor)
      .$if(this.#database.capabilities.rowLocks, (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    return { last, isClosed: closed_at !== null };
  }

  /** Adds an unknown visitor. */
  async addVisitor(visitor: string, last: number): Promise<void> {
    await this.#queries.insertInto('ledger_visitors').values({ visitor, last }).execute();
  }

  async advanceVisitor(visitor: string, last: number): Promise<void> {
    await this.#queries.updateTable('ledger_visitors').set({ last }).where('visitor', '=', visitor).execute();
  }

  /** Closes a visitor: nothing can be appended for it any more. */
  async closeVisitor(visitor: string, at: TimeText): Promise<void> {
    await this.#queries.updateTable('ledger_visitors').set({ closed_at: at }).where('visitor', '=', visitor).execute();
  }

  /** Records that events of an account are erased, while others still are to be. @param events before the erasure */
  async noteErased(userId: string, events: readonly StoredEvent[]): Promise<void> {
    const own = events.filter(({ identity, leaf }) => identity?.userId === userId && leaf.number !== null);
    await this.#queries
      .updateTable('ledger_accounts')
      .set((set) => ({ erased: set('erased', '+', own.length) }))
      .where('subject', '=', userId)
      .execute();
    await this.#noteTakenOver(events);
  }

  /**
   * Deletes an account, and records for visitors how many of their events were erased with it. @param events before the
   * erasure
   */
  async erase(userId: string, events: readonly StoredEvent[]): Promise<void> {
    await this.#queries.deleteFrom('ledger_accounts').where('subject', '=', userId).execute();
    await this.#noteTakenOver(events);
  }

  /** Records for visitors how many of their events were erased with an account. */
  async #noteTakenOver(events: readonly StoredEvent[]): Promise<void> {
    const erasedOf = new Map<string, number>();
    for (const { identity } of events) {
      const visitor = identity?.userId === null ? identity.visitorId : null;
      if (visitor !== null) erasedOf.set(visitor, (erasedOf.get(visitor) ?? 0) + 1);
    }
    for (const [visitor, count] of erasedOf) {
      await this.#queries
        .updateTable('ledger_visitors')
        .set((set) => ({ erased: set('erased', '+', count) }))
        .where('visitor', '=', visitor)
        .execute();
    }
  }
}
