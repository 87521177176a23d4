/** The table of current decisions: a projection of the ledger, so that a page needs only one indexed query. */
import type { Selectable } from 'kysely';
import { createId } from '../../../platform/database/statements/ids.ts';
import { asUserId, type Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { NotAsKnown } from './numbers/account-numbers.ts';
import type { Tables } from '../../../platform/database/schema/tables.ts';
import { Statement } from '../../../platform/database/statements/statement.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';

/** A subject's current decision on a rule. */
export interface UserTerm {
  readonly id: string;
  readonly rule: string;
  readonly state: string;
  readonly termId: string;
  /** Version of the text that the decision is on. */
  readonly version: number;
  /** See `vendor-choice.ts`; null for a decision about the purpose as a whole. */
  readonly vendors: string | null;
  readonly decidedAt: string | null;
  /** Calendar months that it counts; null if the decision names none. */
  readonly months: number | null;
}

/** A decision as in the table. */
export interface PresentDecision {
  readonly userId: string;
  readonly rule: string;
  readonly termId: string;
  readonly decision: 'accepted' | 'rejected';
  readonly vendors: string | null;
  readonly months: number | null;
  readonly at: TimeText;
}

/** An existing row. */
export interface StoredDecision {
  readonly id: string;
  readonly userId: string;
  readonly rule: string;
  readonly state: string;
  readonly termId: string;
  readonly vendors: string | null;
  readonly months: number | null;
  readonly decidedAt: TimeText | null;
}

/** The new values of a row. */
interface Change {
  readonly row: string;
  readonly termId: string;
  readonly state: string;
  readonly vendors: string | null;
  readonly months: number | null;
  readonly at: TimeText;
}

/** Which text a row is about. */
export interface DecidedText {
  readonly rule: string;
  /** 0 for a text without a version. */
  readonly version: number;
}

/** More versions than any site will ever publish. */
const MAX_VERSIONS = 10_000;

const USER_TERM = ['id', 'rule', 'state', 'term_id', 'vendors', 'months', 'decided_at'] as const;
/** A row with all of its columns. */
export type UserTermsRow = Selectable<Tables['user_terms']> & { readonly decided_at: TimeText };
type UserTermRow = Pick<Selectable<Tables['user_terms']>, (typeof USER_TERM)[number]>;

/** Reads and writes current decisions. The writer has appended the event before, under the lock of its account. */
export class UserTermStore {
  readonly #naming: Naming;
  /** By ID of a published term, which never changes: joining the two tables takes a database twice as long. */
  readonly #texts: Map<string, DecidedText> = new Map();
  readonly #ofUser: Statement<UserTermRow, [{ userId: string }]>;
  readonly #insert: Statement<unknown, [UserTermsRow]>;
  readonly #change: Statement<unknown, [Change]>;

  constructor(naming: Naming) {
    this.#naming = naming;
    this.#ofUser = new Statement(naming, (queries, { userId }) =>
      queries
        .selectFrom('user_terms')
        .select(USER_TERM)
        // Of an account that was merged, the decisions are those of the other: it has none of its own.
        .where((where) => {
          const into = where.selectFrom('ledger_accounts').select('merged_into').where('subject', '=', userId);
          return where.or([where('user_id', '=', userId), where('user_id', '=', asUserId(naming, into))]);
        }),
    );
    this.#insert = new Statement(naming, (queries, row) => queries.insertInto('user_terms').values(row));
    this.#change = new Statement(naming, (queries, { row, termId, state, vendors, months, at }) =>
      queries
        .updateTable('user_terms')
        .set({ term_id: termId, state, vendors, months, decided_at: at, updated_at: at })
        .where('id', '=', row),
    );
  }

  /** All decisions of a subject: one query over two indexes of subjects. */
  async of(database: Database, userId: string): Promise<UserTerm[]> {
    const { rows } = await this.#ofUser.execute(database, { userId });
    const texts = await this.texts(
      database,
      rows.map(({ term_id }) => term_id),
    );
    const versionOf = ({ rule, term_id }: UserTermRow) => {
      const text = texts.get(term_id);
      return text?.rule === rule ? text.version : 0;
    };
    return rows.map((row) => ({
      id: row.id,
      rule: row.rule,
      state: row.state,
      termId: row.term_id,
      version: versionOf(row),
      vendors: row.vendors,
      months: row.months,
      decidedAt: row.decided_at,
    }));
  }

  /** Texts by their IDs. */
  async texts(database: Database, termIds: readonly string[]): Promise<ReadonlyMap<string, DecidedText>> {
    const unknown = new Set(termIds.filter((id) => !this.#texts.has(id)));
    if (unknown.size === 0) return this.#texts;
    const found = await createQueries(database, this.#naming)
      .selectFrom('terms')
      .select(['id', 'rule', 'version'])
      .where('id', 'in', [...unknown])
      .execute();
    if (this.#texts.size > MAX_VERSIONS) this.#texts.clear();
    for (const { id, rule, version } of found) this.#texts.set(id, { rule, version: version ?? 0 });
    return this.#texts;
  }

  /** The rows of some accounts, unordered. */
  async ofAccounts(database: Database, userIds: readonly string[]): Promise<StoredDecision[]> {
    if (userIds.length === 0) return [];
    const rows = await this.#rows(createQueries(database, this.#naming)).where('user_id', 'in', userIds).execute();
    return rows.map(storedDecision);
  }

  /** The row of an account for a rule. */
  async find(database: Database, userId: string, rule: string): Promise<StoredDecision | undefined> {
    const row = await this.#rows(createQueries(database, this.#naming))
      .where('user_id', '=', userId)
      .where('rule', '=', rule)
      .executeTakeFirst();
    return row && storedDecision(row);
  }

  /** Changes a row, or adds one. @returns its ID */
  async write(transaction: Database, decision: PresentDecision, present: StoredDecision | undefined): Promise<string> {
    const queries = createQueries(transaction, this.#naming);
    if (present === undefined) {
      const row = rowOf(decision);
      await queries.insertInto('user_terms').values(row).execute();
      return row.id;
    }
    const { termId, decision: state, vendors, months, at } = decision;
    const changed = { term_id: termId, state, vendors, months, decided_at: at, updated_at: at };
    await queries.updateTable('user_terms').set(changed).where('id', '=', present.id).execute();
    return present.id;
  }

  /**
   * Writes to a row that is known to exist, or adds one. @returns its ID @throws {NotAsKnown} if it no longer exists
   */
  async writeAt(transaction: Database, decision: PresentDecision, row: string | null): Promise<string> {
    if (row === null) {
      const added = rowOf(decision);
      await this.#insert.execute(transaction, added);
      return added.id;
    }
    const { termId, decision: state, vendors, months, at } = decision;
    const { affectedRows } = await this.#change.execute(transaction, { row, termId, state, vendors, months, at });
    if (affectedRows === 0) throw new NotAsKnown();
    return row;
  }

  /** Deletes the rows of an account. */
  async erase(transaction: Database, userId: string): Promise<void> {
    await createQueries(transaction, this.#naming).deleteFrom('user_terms').where('user_id', '=', userId).execute();
  }

  /** Adds rows, none of which exists. */
  async insert(transaction: Database, decisions: readonly PresentDecision[]): Promise<void> {
    if (decisions.length === 0) return;
    await createQueries(transaction, this.#naming).insertInto('user_terms').values(decisions.map(rowOf)).execute();
  }

  #rows(queries: Queries) {
    return queries
      .selectFrom('user_terms')
      .select(['id', 'user_id', 'rule', 'state', 'term_id', 'vendors', 'months', 'decided_at']);
  }
}

function storedDecision(row: {
  readonly id: string;
  readonly user_id: string;
  readonly rule: string;
  readonly state: string;
  readonly term_id: string;
  readonly vendors: string | null;
  readonly months: number | null;
  readonly decided_at: string | null;
}): StoredDecision {
  const { id, user_id: userId, rule, state, term_id: termId, vendors, months, decided_at: decidedAt } = row;
  return { id, userId, rule, state, termId, vendors, months, decidedAt };
}

/** A current decision as a new row. */
export function rowOf({ userId, rule, termId, decision, vendors, months, at }: PresentDecision): UserTermsRow {
  return {
    id: createId(),
    user_id: userId,
    rule,
    term_id: termId,
    state: decision,
    vendors,
    months,
    decided_at: at,
    created_at: at,
    updated_at: at,
  };
}
