import { sql } from 'kysely';
import { createId } from '../database/ids.ts';
import type { NamingOptions } from '../database/names.ts';
import type { Database } from '../database/port.ts';
import { createQueries } from '../database/queries.ts';
import { timeText } from '../database/times.ts';
import { appendEvent } from '../ledger/append.ts';
import type { NewEvent } from '../ledger/event.ts';
import { rowsOf } from '../ledger/rows.ts';
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
   * Writes a decision with its event in the ledger. On PostgreSQL that is one statement and needs no transaction around it;
   * elsewhere it must run in a write transaction.
   *
   * @returns whether anything changed: deciding the same again does not, and leaves no event
   */
  async write(database: Database, decision: NewDecision, event: NewEvent): Promise<boolean> {
    if (database.dialect === 'postgres') return this.#writeAtOnce(database, decision, event);
    const changed = await this.#writeDecision(database, decision);
    if (changed) await appendEvent(database, this.#naming, event);
    return changed;
  }

  async #writeDecision(transaction: Database, decision: NewDecision): Promise<boolean> {
    const queries = createQueries(transaction, this.#naming);
    const { userId, rule, termId, decision: state } = decision;
    const present = await queries
      .selectFrom('user_terms')
      .select(['id', 'state', 'term_id'])
      .where('user_id', '=', userId)
      .where('rule', '=', rule)
      .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
      .executeTakeFirst();
    if (present?.state === state && present.term_id === termId) return false;
    const row = rowOf(decision);
    if (present) {
      const { term_id, decided_at, updated_at } = row;
      const decided = { term_id, state, decided_at, updated_at };
      await queries.updateTable('user_terms').set(decided).where('id', '=', present.id).execute();
    } else {
      await queries.insertInto('user_terms').values(row).execute();
    }
    return true;
  }

  /** Decision and event in one round trip: the upsert locks its row alone, and the event hangs on what it returns. */
  async #writeAtOnce(database: Database, decision: NewDecision, event: NewEvent): Promise<boolean> {
    const rows = rowsOf(event);
    const columns = <Row extends object>(row: Row) => Object.keys(row) as (keyof Row & string)[];
    const result = await createQueries(database, this.#naming)
      .with('decided', (query) =>
        query
          .insertInto('user_terms')
          .values(rowOf(decision))
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'rule'])
              .doUpdateSet((row) => ({
                term_id: row.ref('excluded.term_id'),
                state: row.ref('excluded.state'),
                decided_at: row.ref('excluded.decided_at'),
                updated_at: row.ref('excluded.updated_at'),
              }))
              .where((where) =>
                where.or([
                  where('user_terms.state', '<>', where.ref('excluded.state')),
                  where('user_terms.term_id', '<>', where.ref('excluded.term_id')),
                ]),
              ),
          )
          .returning('id as decided_id'),
      )
      .with('appended', (query) =>
        query
          .insertInto('ledger_events')
          .columns(columns(rows.event))
          .expression((nested) => nested.selectFrom('decided').select(valuesOf(rows.event)))
          .returning('id as appended_id'),
      )
      .insertInto('ledger_identities')
      .columns(columns(rows.identity))
      .expression((nested) => nested.selectFrom('decided').select(valuesOf(rows.identity)))
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }
}

function rowOf({ userId, rule, termId, decision, at }: NewDecision) {
  const time = timeText(at);
  return {
    id: createId(),
    user_id: userId,
    rule,
    term_id: termId,
    state: decision,
    decided_at: time,
    created_at: time,
    updated_at: time,
  };
}

/** The values of a row as columns of a select, in their order. */
function valuesOf(row: object) {
  return Object.entries(row).map(([name, value]) => sql`${value}`.as(name));
}
