import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import { createId } from '../../platform/database/ids.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries, type Queries } from '../../platform/database/queries.ts';
import { type RowPlaces, RowStatement, Statement } from '../../platform/database/statement.ts';
import type { LedgerEventsTable, LedgerIdentitiesTable } from '../proof/tables.ts';
import type { UserTermsTable } from './tables.ts';
import { timeText } from '../../platform/database/times.ts';
import { EventAppender } from '../proof/append.ts';
import type { NewEvent } from '../proof/event.ts';
import { rowsOf } from '../proof/rows.ts';
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

/** What a decision became. */
export interface WrittenDecision {
  /** Id of the user term. */
  readonly id: string;
  readonly decidedAt: string;
}

/** More versions than any site will ever publish. */
const MAX_VERSIONS = 10_000;

/** The table of present decisions. */
export class UserTermStore {
  readonly #naming: Naming;
  /** By id of a published term, which never changes: joining the two tables takes a database twice as long. */
  readonly #versions: Map<string, number> = new Map();
  readonly #ofUser: ReturnType<typeof ofUser>;
  readonly #events: EventAppender;
  readonly #decide: RowStatement<{ id: string }>;
  readonly #decideAndAppend: RowStatement<{ id: string }>;

  constructor(naming: Naming) {
    this.#naming = naming;
    this.#ofUser = ofUser(naming);
    this.#events = new EventAppender(naming);
    this.#decide = new RowStatement(naming, (queries, [decision = {}]) => upsert(queries, decision).returning('id'));
    this.#decideAndAppend = new RowStatement(naming, decideAndAppend);
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
   * Writes a decision with its event in the ledger. On PostgreSQL that is one statement and needs no transaction around it;
   * elsewhere it must run in a write transaction.
   *
   * @returns null if nothing changed: deciding the same again does not, and leaves no event
   */
  async write(database: Database, decision: NewDecision, event: NewEvent): Promise<WrittenDecision | null> {
    if (database.dialect === 'postgres') return this.#writeAtOnce(database, decision, event);
    const written = await this.#writeDecision(database, decision);
    if (written !== null) await this.#events.append(database, event);
    return written;
  }

  async #writeDecision(transaction: Database, decision: NewDecision): Promise<WrittenDecision | null> {
    if (transaction.capabilities.returning) {
      const row = rowOf(decision);
      const { rows } = await this.#decide.execute(transaction, row);
      return writtenOf(rows, row.decided_at);
    }
    const queries = createQueries(transaction, this.#naming);
    const { userId, rule, termId, decision: state } = decision;
    const present = await queries
      .selectFrom('user_terms')
      .select(['id', 'state', 'term_id'])
      .where('user_id', '=', userId)
      .where('rule', '=', rule)
      .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
      .executeTakeFirst();
    if (present?.state === state && present.term_id === termId) return null;
    const row = rowOf(decision);
    if (present) {
      const { term_id, decided_at, updated_at } = row;
      const decided = { term_id, state, decided_at, updated_at };
      await queries.updateTable('user_terms').set(decided).where('id', '=', present.id).execute();
    } else {
      await queries.insertInto('user_terms').values(row).execute();
    }
    return { id: present?.id ?? row.id, decidedAt: row.decided_at };
  }

  /** Decision and event in one round trip: the upsert locks its row alone, and the event hangs on what it returns. */
  async #writeAtOnce(database: Database, decision: NewDecision, event: NewEvent): Promise<WrittenDecision | null> {
    const row = rowOf(decision);
    const { event: leaf, identity } = rowsOf(event);
    const { rows } = await this.#decideAndAppend.execute(database, row, leaf, identity);
    return writtenOf(rows, row.decided_at);
  }
}

function writtenOf(rows: readonly { id: string }[], decidedAt: string): WrittenDecision | null {
  const [row] = rows;
  return row === undefined ? null : { id: row.id, decidedAt };
}

function ofUser(naming: Naming) {
  return new Statement<Pick<Selectable<UserTermsTable>, 'id' | 'rule' | 'state' | 'term_id' | 'decided_at'>, 'userId'>(
    naming,
    (queries, place) =>
      queries
        .selectFrom('user_terms')
        .select(['id', 'rule', 'state', 'term_id', 'decided_at'])
        .where('user_id', '=', place('userId')),
  );
}

/** Inserts a decision, or changes the one that is there; the same one again touches no row. */
function upsert(queries: Pick<Queries, 'insertInto'>, decision: RowPlaces) {
  return queries
    .insertInto('user_terms')
    .values(decision as unknown as Insertable<UserTermsTable>)
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

function decideAndAppend(queries: Queries, [decision = {}, event = {}, identity = {}]: readonly RowPlaces[]) {
  const columns = <Table>(row: RowPlaces) => Object.keys(row) as (keyof Insertable<Table> & string)[];
  return queries
    .with('decided', (query) => upsert(query, decision).returning('id'))
    .with('appended', (query) =>
      query
        .insertInto('ledger_events')
        .columns(columns<LedgerEventsTable>(event))
        .expression((nested) => nested.selectFrom('decided').select(valuesOf(event)))
        .returning('id as appended_id'),
    )
    .with('identified', (query) =>
      query
        .insertInto('ledger_identities')
        .columns(columns<LedgerIdentitiesTable>(identity))
        .expression((nested) => nested.selectFrom('decided').select(valuesOf(identity)))
        .returning('event_id as identified_id'),
    )
    .selectFrom('decided')
    .select('id');
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
