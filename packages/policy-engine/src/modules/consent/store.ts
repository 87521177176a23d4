import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { createId } from '../../platform/database/ids.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries, type Queries } from '../../platform/database/queries.ts';
import { isUniqueViolation } from '../../platform/database/sql-errors.ts';
import { type Placeholders, Statement } from '../../platform/database/statement.ts';
import type { UserTermsTable } from './tables.ts';
import { type TimeText, timeText } from '../../platform/database/times.ts';
import { EventAppender } from '../proof/append.ts';
import type { NewEvent } from '../proof/event.ts';
import { type EventRow, type IdentityRow, rowsOf } from '../proof/rows.ts';
import type { Decision } from './consent-status.ts';

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

/** A decision on a text. */
export interface NewDecision {
  readonly userId: string;
  readonly rule: string;
  readonly termId: string;
  readonly decision: Decision;
  readonly at: Date;
}

/** A decision with its event, to be written together. */
export interface DecisionWithEvent extends NewDecision {
  readonly event: NewEvent;
}

/** What a decision became. */
export interface WrittenDecision {
  /** Id of the user term. */
  readonly id: string;
  readonly decidedAt: string;
}

/** The consent status of somebody on a rule, as an import compares it. */
export interface PresentDecision {
  readonly id: string;
  readonly userId: string;
  readonly rule: string;
  /** Since when; null while nothing was decided. */
  readonly since: TimeText | null;
}

/** More versions than any site will ever publish. */
const MAX_VERSIONS = 10_000;

/** The table of present decisions. */
export class UserTermStore {
  readonly #naming: Naming;
  /** By id of a published term, which never changes: joining the two tables takes a database twice as long. */
  readonly #versions: Map<string, number> = new Map();
  readonly #events: EventAppender;
  readonly #ofUser: Statement<UserTermRow, [{ userId: string }]>;
  readonly #decide: Statement<{ id: string }, [DecisionRow]>;
  readonly #decideAndAppend: Statement<{ id: string }, [DecisionRow, EventRow, IdentityRow]>;

  constructor(naming: Naming) {
    this.#naming = naming;
    this.#events = new EventAppender(naming);
    this.#ofUser = new Statement(naming, (queries, { userId }) =>
      queries.selectFrom('user_terms').select(USER_TERM).where('user_id', '=', userId),
    );
    this.#decide = new Statement(naming, (queries, decision) => upsert(queries, decision).returning('id'));
    this.#decideAndAppend = new Statement(naming, (queries, ...rows) => decideAndAppend(queries, rows));
  }

  /** All decisions of a subject: one query over the index of subjects. */
  async of(database: Database, userId: string): Promise<UserTerm[]> {
    const { rows } = await this.#ofUser.execute(database, { userId });
    const unknown = rows.filter((row) => !this.#versions.has(row.term_id));
    if (unknown.length > 0) await this.#learnVersions(database, unknown);
    return rows.map((row) => ({
      id: row.id,
      rule: row.rule,
      state: row.state,
      termId: row.term_id,
      version: this.#versions.get(row.term_id) ?? 0,
      decidedAt: row.decided_at,
    }));
  }

  async #learnVersions(database: Database, rows: readonly { readonly term_id: string }[]): Promise<void> {
    const ids = [...new Set(rows.map((row) => row.term_id))];
    const found = await createQueries(database, this.#naming)
      .selectFrom('terms')
      .select(['id', 'version'])
      .where('id', 'in', ids)
      .execute();
    if (this.#versions.size > MAX_VERSIONS) this.#versions.clear();
    for (const { id, version } of found) this.#versions.set(id, version ?? 0);
  }

  /**
   * Writes decisions with their events in the ledger: all of them or none.
   *
   * @returns by rule, those that changed anything: deciding the same again does not, and leaves no event
   */
  async write(
    database: Database,
    decisions: readonly DecisionWithEvent[],
  ): Promise<ReadonlyMap<string, WrittenDecision>> {
    if (database.capabilities.writableCte && decisions.length === 1) return this.writeWithin(database, decisions);
    // What is read is locked, so that nothing stricter is needed.
    const write = () =>
      database.transaction((transaction) => this.writeWithin(transaction, decisions), { isolation: 'read committed' });
    // Two first decisions at once: the second finds the row of the first; at most once for each rule.
    for (let left = decisions.length; ; left -= 1) {
      try {
        return await write();
      } catch (error) {
        if (!isUniqueViolation(error) || left === 0) throw error;
      }
    }
  }

  /** Like `write`, in a write transaction that is open. */
  async writeWithin(
    transaction: Database,
    decisions: readonly DecisionWithEvent[],
  ): Promise<ReadonlyMap<string, WrittenDecision>> {
    const changed = new Map<string, WrittenDecision>();
    for (const decision of decisions) {
      const written = await this.#write(transaction, decision);
      if (written !== null) changed.set(decision.rule, written);
    }
    return changed;
  }

  async #write(database: Database, decision: DecisionWithEvent): Promise<WrittenDecision | null> {
    const row = rowOf(decision);
    if (database.capabilities.writableCte) {
      // One round trip: the upsert locks its row alone, and the event hangs on what it returns.
      const { event, identity } = rowsOf(decision.event);
      const { rows } = await this.#decideAndAppend.execute(database, row, event, identity);
      return writtenOf(rows, row);
    }
    const written = database.capabilities.returning
      ? writtenOf((await this.#decide.execute(database, row)).rows, row)
      : await this.#readAndWrite(database, decision, row);
    if (written !== null) await this.#events.append(database, decision.event);
    return written;
  }

  async #readAndWrite(transaction: Database, decision: NewDecision, row: DecisionRow): Promise<WrittenDecision | null> {
    const queries = createQueries(transaction, this.#naming);
    const present = await queries
      .selectFrom('user_terms')
      .select(['id', 'state', 'term_id'])
      .where('user_id', '=', decision.userId)
      .where('rule', '=', decision.rule)
      .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
      .executeTakeFirst();
    if (present?.state === row.state && present.term_id === row.term_id) return null;
    if (present) await this.change(transaction, present.id, decision);
    else await queries.insertInto('user_terms').values(row).execute();
    return { id: present?.id ?? row.id, decidedAt: row.decided_at };
  }

  /** Where some people stand with every rule they decided on. @param lock whether they stay so until the transaction ends */
  async present(
    database: Database,
    userIds: readonly string[],
    { lock }: { lock: boolean },
  ): Promise<PresentDecision[]> {
    const rows = await createQueries(database, this.#naming)
      .selectFrom('user_terms')
      .select(['id', 'user_id', 'rule', 'state', 'decided_at', 'updated_at'])
      .where('user_id', 'in', userIds)
      .orderBy('id')
      .$if(lock && database.capabilities.rowLocks, (query) => query.forUpdate())
      .execute();
    return rows.map(({ id, user_id: userId, rule, state, decided_at, updated_at }) => {
      // A table that was taken over from the original system says only when the row changed.
      const since = state === 'passive' ? null : (decided_at ?? updated_at);
      return { id, userId, rule, since };
    });
  }

  /** Changes a decision, without an event. */
  async change(transaction: Database, id: string, { termId, decision, at }: NewDecision): Promise<void> {
    const changed = { term_id: termId, state: decision, decided_at: timeText(at), updated_at: timeText(at) };
    await createQueries(transaction, this.#naming)
      .updateTable('user_terms')
      .set(changed)
      .where('id', '=', id)
      .execute();
  }

  /** Adds first decisions, without events. */
  async insert(transaction: Database, decisions: readonly NewDecision[]): Promise<void> {
    if (decisions.length === 0) return;
    await createQueries(transaction, this.#naming).insertInto('user_terms').values(decisions.map(rowOf)).execute();
  }
}

const USER_TERM = ['id', 'rule', 'state', 'term_id', 'decided_at'] as const;
type UserTermRow = Pick<Selectable<UserTermsTable>, (typeof USER_TERM)[number]>;
type DecisionRow = ReturnType<typeof rowOf>;

function writtenOf(rows: readonly { id: string }[], { decided_at }: DecisionRow): WrittenDecision | null {
  const [row] = rows;
  return row === undefined ? null : { id: row.id, decidedAt: decided_at };
}

/** Inserts a decision, or changes the one that is there; the same one again touches no row. */
function upsert(queries: Pick<Queries, 'insertInto'>, decision: Insertable<UserTermsTable>) {
  return queries
    .insertInto('user_terms')
    .values(decision)
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
    );
}

function decideAndAppend(
  queries: Queries,
  [decision, event, identity]: Placeholders<[DecisionRow, EventRow, IdentityRow]>,
) {
  return queries
    .with('decided', (query) => upsert(query, decision).returning('id'))
    .with('appended', (query) =>
      query
        .insertInto('ledger_events')
        .columns(columnsOf(event))
        .expression((nested) => nested.selectFrom('decided').select(valuesOf(event)))
        .returning('id as appended_id'),
    )
    .with('identified', (query) =>
      query
        .insertInto('ledger_identities')
        .columns(columnsOf(identity))
        .expression((nested) => nested.selectFrom('decided').select(valuesOf(identity)))
        .returning('event_id as identified_id'),
    )
    .selectFrom('decided')
    .select('id');
}

function columnsOf<Row extends object>(row: Row): (keyof Row)[] {
  return Object.keys(row) as (keyof Row)[];
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
