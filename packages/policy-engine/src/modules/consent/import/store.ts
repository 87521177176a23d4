/** The present decisions of many people at once, as an import reads and writes them. */
import { createId } from '../../../platform/database/ids.ts';
import type { Naming } from '../../../platform/database/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/queries.ts';
import { type TimeText, timeText } from '../../../platform/database/times.ts';
import type { NewDecision } from '../store.ts';

/** Where somebody stands with a rule. */
export interface PresentDecision {
  readonly id: string;
  /** Since when; null while nothing was decided. */
  readonly since: TimeText | null;
}

/** Names a person and a rule: no id has this character. */
export const pairOf = (userId: string, rule: string): string => `${userId}\0${rule}`;

/** Present decisions within a transaction. */
export class PresentDecisions {
  readonly #queries: Queries;
  readonly #locks: boolean;

  constructor(transaction: Database, naming: Naming) {
    this.#queries = createQueries(transaction, naming);
    this.#locks = transaction.capabilities.rowLocks;
  }

  /** What some people decided, by {@link pairOf}; locked until the transaction ends. */
  async of(userIds: readonly string[], { lock }: { lock: boolean }): Promise<Map<string, PresentDecision>> {
    const rows = await this.#queries
      .selectFrom('user_terms')
      .select(['id', 'user_id', 'rule', 'state', 'decided_at', 'updated_at'])
      .where('user_id', 'in', userIds)
      .orderBy('id')
      .$if(lock && this.#locks, (query) => query.forUpdate())
      .execute();
    return new Map(
      rows.map((row) => {
        // A table that was taken over from the original system says only when the row changed.
        const since = row.state === 'passive' ? null : (row.decided_at ?? row.updated_at);
        return [pairOf(row.user_id, row.rule), { id: row.id, since }];
      }),
    );
  }

  async change(id: string, { termId, decision, at }: NewDecision): Promise<void> {
    const changed = { term_id: termId, state: decision, decided_at: timeText(at), updated_at: timeText(at) };
    await this.#queries.updateTable('user_terms').set(changed).where('id', '=', id).execute();
  }

  async insert(decisions: readonly NewDecision[]): Promise<void> {
    if (decisions.length === 0) return;
    const rows = decisions.map(({ userId, rule, termId, decision, at }) => {
      const time = timeText(at);
      const decided = { term_id: termId, state: decision, decided_at: time };
      return { id: createId(), user_id: userId, rule, ...decided, created_at: time, updated_at: time };
    });
    await this.#queries.insertInto('user_terms').values(rows).execute();
  }
}
