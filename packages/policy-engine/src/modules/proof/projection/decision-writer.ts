/**
 * Writes decisions of accounts: the account's next number, the event and the current decision, together or not at all.
 * Assigning the number locks the account's row, so that events follow commits, whatever clocks say.
 */
import { sql } from 'kysely';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { Placeholder } from '../../../platform/database/statements/placeholder.ts';
import type { Queries } from '../../../platform/database/statements/queries.ts';
import { isUniqueViolation } from '../../../platform/database/connection/sql-errors.ts';
import { type Placeholders, Statement } from '../../../platform/database/statements/statement.ts';
import { type TimeText, timeText } from '../../../platform/database/statements/times.ts';
import { EventAppender } from '../ledger/append.ts';
import type { EventDraft, NewEvent } from '../ledger/event.ts';
import { type EventRow, type IdentityRow, rowsOf } from '../ledger/rows.ts';
import type { NotifyDecisions } from '../webhook-events.ts';
import { AccountNumbers, NotAsKnown } from './numbers/account-numbers.ts';
import { type NextDecision, RecentNumbers } from './numbers/recent-numbers.ts';
import { RecordStore } from './record-store.ts';
import { SubjectStore } from './subject-store.ts';
import { type PresentDecision, rowOf, type UserTermsRow, UserTermStore } from './user-term-store.ts';

/** A decision of an account on a text. */
export interface DecisionToWrite {
  readonly rule: string;
  readonly term: { readonly id: string; readonly version: number };
  readonly decision: 'accepted' | 'rejected';
  readonly draft: EventDraft;
  /** Whether the same decision, made before, counts no more, so that this one renews it. Default: it always counts. */
  readonly hasEnded?: (made: { readonly at: TimeText; readonly months: number | null }) => boolean;
}

/** The result of a decision. */
export interface WrittenDecision {
  /** ID of the user term. */
  readonly id: string;
  readonly decidedAt: TimeText;
}

/** The decisions that changed anything, by rule: repeating a decision changes nothing, and appends no event. */
export type WrittenDecisions = ReadonlyMap<string, WrittenDecision>;

/** What the writer needs. */
export interface DecisionWriterOptions {
  readonly naming: Naming;
  /** Creates an event of this host. */
  readonly eventOf: (draft: EventDraft, number: number) => NewEvent;
  readonly tell: NotifyDecisions | null;
}

/** Writes decisions of accounts. */
export class DecisionWriter {
  readonly #options: DecisionWriterOptions;
  readonly #recent = new RecentNumbers();
  /** Resolves when the last call in each transaction of a host is done. */
  readonly #turns = new WeakMap<Database, Promise<unknown>>();
  readonly #userTerms: UserTermStore;
  readonly #events: EventAppender;
  readonly #numbers: AccountNumbers;
  readonly #first: Statement<{ id: string }, FastRows>;
  readonly #next: Statement<{ id: string }, FastRows>;

  constructor(options: DecisionWriterOptions) {
    const { naming } = options;
    this.#options = options;
    this.#userTerms = new UserTermStore(naming);
    this.#events = new EventAppender(naming);
    this.#numbers = new AccountNumbers(naming);
    this.#first = new Statement(naming, (queries, ...rows) => decideAndAppend(queries, naming, rows, true));
    this.#next = new Statement(naming, (queries, ...rows) => decideAndAppend(queries, naming, rows, false));
  }

  /** Writes decisions in a transaction of their own. The ledger determines whether a decision changes anything. */
  async write(database: Database, userId: string, decisions: readonly DecisionToWrite[]): Promise<WrittenDecisions> {
    const [only] = decisions;
    if (!database.inTransaction && only !== undefined && decisions.length === 1) {
      const written = await this.#writeNext(database, userId, only);
      if (written !== null) return new Map([[only.rule, written]]);
    }
    return this.writeMade(database, userId, () => Promise.resolve(decisions));
  }

  /**
   * Like `write`, for decisions that depend on the current ones.
   *
   * @param make reads them in the transaction, under the lock of the account; called again if the transaction is run
   * again
   */
  async writeMade(
    database: Database,
    userId: string,
    make: (transaction: Database) => Promise<readonly DecisionToWrite[]>,
  ): Promise<WrittenDecisions> {
    const { written, last, rows, decider } = await database.transaction(
      async (transaction) => {
        const account = await new SubjectStore(transaction, this.#options.naming).lockCurrent(userId);
        const { userId: decider, last: before } = account;
        return { decider, ...(await this.#writeLocked(transaction, decider, await make(transaction), before)) };
      },
      // Every writer holds the lock of the account, so that nothing stricter is needed.
      { isolation: 'read committed' },
    );
    if (decider !== userId) this.#recent.forget(userId);
    this.#recent.learnRead(decider, last, rows);
    return written;
  }

  /**
   * Like `write`, in an open write transaction. Concurrent calls in one transaction wait for each other: the lock of
   * the account separates only transactions, and both calls would take the same number.
   *
   * @returns what changed, and the IDs of the events
   */
  async writeWithin(
    transaction: Database,
    userId: string,
    decisions: readonly DecisionToWrite[],
  ): Promise<{ readonly written: WrittenDecisions; readonly events: readonly string[] }> {
    const before = this.#turns.get(transaction) ?? Promise.resolve();
    const subjects = new SubjectStore(transaction, this.#options.naming);
    const turn = before.then(async () => {
      const { userId: decider, last } = await subjects.lockCurrent(userId);
      return this.#writeLocked(transaction, decider, decisions, last);
    });
    this.#turns.set(
      transaction,
      turn.catch(() => {}),
    );
    return turn;
  }

  /**
   * Reads nothing: writes under the next number that this process knows; if the number is wrong, nothing is written.
   *
   * @returns null if nothing was written
   */
  async #writeNext(database: Database, userId: string, decision: DecisionToWrite): Promise<WrittenDecision | null> {
    const next = this.#recent.next(userId, decision);
    if (next === null) return null;
    const event = this.#options.eventOf(decision.draft, next.number);
    const present = presentOf(userId, decision);
    const id = database.capabilities.writableCte
      ? await this.#writeAtOnce(database, present, next, event)
      : await this.#writeUnread(database, present, next, event);
    if (id === null) {
      this.#recent.forget(userId);
      return null;
    }
    this.#recent.learnWritten(userId, next.number, decision, id);
    return { id, decidedAt: present.at };
  }

  /** One round trip, unless a webhook is notified. @returns the ID of the row; null if nothing was written */
  async #writeAtOnce(
    database: Database,
    present: PresentDecision,
    next: NextDecision,
    event: NewEvent,
  ): Promise<string | null> {
    const { tell } = this.#options;
    if (tell === null) return this.#writeRows(database, present, next, event);
    const write = async (transaction: Database): Promise<string | null> => {
      const id = await this.#writeRows(transaction, present, next, event);
      if (id !== null) await tell(transaction, [event]);
      return id;
    };
    return database.transaction(write, { isolation: 'read committed' });
  }

  async #writeRows(
    database: Database,
    present: PresentDecision,
    { number }: NextDecision,
    event: NewEvent,
  ): Promise<string | null> {
    const { event: eventRow, identity } = rowsOf(event);
    const account = { subject: present.userId, last: number, before: number - 1 };
    const statement = number === 1 ? this.#first : this.#next;
    const { rows } = await statement.execute(database, rowOf(present), eventRow, identity, account);
    return rows[0]?.id ?? null;
  }

  /** @returns the ID of the row; null if nothing was written */
  async #writeUnread(
    database: Database,
    present: PresentDecision,
    next: NextDecision,
    event: NewEvent,
  ): Promise<string | null> {
    const write = async (transaction: Database): Promise<string> => {
      await this.#numbers.give(transaction, present.userId, next.number);
      const id = await this.#userTerms.writeAt(transaction, present, next.row);
      await this.#events.append(transaction, event);
      await this.#options.tell?.(transaction, [event]);
      return id;
    };
    try {
      return await database.transaction(write, { isolation: 'read committed' });
    } catch (error) {
      if (error instanceof NotAsKnown || isUniqueViolation(error)) return null;
      throw error;
    }
  }

  /** @param before number of the last event of the account, which is locked */
  async #writeLocked(
    transaction: Database,
    userId: string,
    decisions: readonly DecisionToWrite[],
    before: number,
  ): Promise<{
    written: Map<string, WrittenDecision>;
    events: string[];
    last: number;
    rows: (DecisionToWrite & { readonly row: string })[];
  }> {
    const { naming, eventOf, tell } = this.#options;
    const subjects = new SubjectStore(transaction, naming);
    const records = new RecordStore(transaction, naming);
    const written = new Map<string, WrittenDecision>();
    const rows: (DecisionToWrite & { readonly row: string })[] = [];
    const events: NewEvent[] = [];
    let last = before;
    for (const one of decisions) {
      const { rule, term, decision, draft, hasEnded } = one;
      const effective = await records.effective(userId, rule);
      const present = await this.#userTerms.find(transaction, userId, rule);
      const vendors = draft.vendors ?? null;
      const isSo =
        effective?.decision === decision &&
        effective.version === term.version &&
        effective.vendors === vendors &&
        hasEnded?.(effective) !== true;
      if (isSo && present?.state === decision && present.termId === term.id && present.vendors === vendors) {
        rows.push({ ...one, row: present.id });
        continue;
      }
      if (!isSo) {
        last += 1;
        // Whoever is still signed in to an account that was merged decides for the other.
        const event = eventOf({ ...draft, subject: { ...draft.subject, userId } }, last);
        await this.#events.append(transaction, event);
        events.push(event);
      }
      const decided = { ...presentOf(userId, one), ...(isSo && { at: effective.at, months: effective.months }) };
      const id = await this.#userTerms.write(transaction, decided, present);
      rows.push({ ...one, row: id });
      written.set(rule, { id, decidedAt: decided.at });
    }
    if (last > before) await subjects.advanceAccount(userId, last);
    await tell?.(transaction, events);
    return { written, events: events.map(({ leaf }) => leaf.id), last, rows };
  }
}

type FastRows = [UserTermsRow, EventRow, IdentityRow, { subject: string; last: number; before: number }];

function presentOf(userId: string, { rule, term, decision, draft }: DecisionToWrite): PresentDecision {
  const { at, decidedAt, vendors = null, months = null } = draft;
  return { userId, rule, termId: term.id, decision, vendors, months, at: timeText(decidedAt ?? at) };
}

/** Each part depends on the one before: without the number nothing is written. */
function decideAndAppend(
  queries: Queries,
  naming: Naming,
  [decision, event, identity, { subject, last, before }]: Placeholders<FastRows>,
  isFirst: boolean,
) {
  return queries
    .with('numbered', (query) =>
      isFirst
        ? query
            .insertInto('ledger_accounts')
            .values({ subject, last })
            .onConflict((conflict) => conflict.doNothing())
            .returning('last')
        : query
            .updateTable('ledger_accounts')
            .set({ last })
            .where('subject', '=', subject)
            .where('last', '=', before)
            .returning('last'),
    )
    .with('decided', (query) =>
      query
        .insertInto('user_terms')
        .columns(columnsOf(decision))
        .expression((nested) => nested.selectFrom('numbered').select(valuesOf(decision, naming)))
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'rule']).doUpdateSet((row) => ({
            term_id: row.ref('excluded.term_id'),
            state: row.ref('excluded.state'),
            vendors: row.ref('excluded.vendors'),
            months: row.ref('excluded.months'),
            decided_at: row.ref('excluded.decided_at'),
            updated_at: row.ref('excluded.updated_at'),
          })),
        )
        .returning('id'),
    )
    .with('appended', (query) =>
      query
        .insertInto('ledger_events')
        .columns([...columnsOf(event), 'stored_at'])
        .expression((nested) =>
          nested.selectFrom('decided').select(valuesOf(event, naming)).select(naming.databaseTime.as('stored_at')),
        )
        .returning('id as appended_id'),
    )
    .with('identified', (query) =>
      query
        .insertInto('ledger_identities')
        .columns(columnsOf(identity))
        .expression((nested) => nested.selectFrom('decided').select(valuesOf(identity, naming)))
        .returning('event_id as identified_id'),
    )
    .selectFrom('decided')
    .select('id');
}

function columnsOf<Row extends object>(row: Row): (keyof Row)[] {
  return Object.keys(row) as (keyof Row)[];
}

/** The values of a row as columns of a select, in order, with the types of their columns. */
function valuesOf(row: object, { encoders }: Naming) {
  return Object.entries(row).map(([name, value]: [string, unknown]) => {
    const encode = encoders.get(name);
    return sql`${encode !== undefined && value instanceof Placeholder ? value.encodedBy(encode) : value}`.as(name);
  });
}
