import { createId } from '../database/ids.ts';
import type { NamingOptions } from '../database/names.ts';
import type { Database } from '../database/port.ts';
import { createQueries } from '../database/queries.ts';
import { timeText } from '../database/times.ts';
import type { Decision } from './standing.ts';

/** A subject's present decision on a rule. */
export interface UserTerm {
  readonly id: string;
  readonly rule: string;
  readonly state: string;
  readonly termId: string;
  /** Version of the text that was decided on. */
  readonly version: number;
  readonly decidedAt: string | null;
}

/** A decision to be written. */
export interface NewDecision {
  readonly userId: string;
  readonly rule: string;
  readonly termId: string;
  readonly decision: Decision;
  readonly at: Date;
}

/** The table of present decisions. */
export class UserTermStore {
  readonly #naming: NamingOptions;

  constructor(naming: NamingOptions) {
    this.#naming = naming;
  }

  /** All decisions of a subject: one query over the index of subjects. */
  async of(database: Database, userId: string): Promise<UserTerm[]> {
    const rows = await createQueries(database, this.#naming)
      .selectFrom('user_terms')
      .innerJoin('terms', 'terms.id', 'user_terms.term_id')
      .select([
        'user_terms.id',
        'user_terms.rule',
        'user_terms.state',
        'user_terms.term_id',
        'user_terms.decided_at',
        'terms.version',
      ])
      .where('user_terms.user_id', '=', userId)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      rule: row.rule,
      state: row.state,
      termId: row.term_id,
      version: row.version ?? 0,
      decidedAt: row.decided_at,
    }));
  }

  /**
   * Writes a decision; must run in a write transaction.
   *
   * @returns whether anything changed: deciding the same again does not
   */
  async write(transaction: Database, { userId, rule, termId, decision, at }: NewDecision): Promise<boolean> {
    const queries = createQueries(transaction, this.#naming);
    const present = await queries
      .selectFrom('user_terms')
      .select(['id', 'state', 'term_id'])
      .where('user_id', '=', userId)
      .where('rule', '=', rule)
      .executeTakeFirst();
    if (present?.state === decision && present.term_id === termId) return false;
    const time = timeText(at);
    const decided = { term_id: termId, state: decision, decided_at: time, updated_at: time };
    if (present) {
      await queries.updateTable('user_terms').set(decided).where('id', '=', present.id).execute();
    } else {
      const row = { id: createId(), user_id: userId, rule, created_at: time, ...decided };
      await queries.insertInto('user_terms').values(row).execute();
    }
    return true;
  }
}
