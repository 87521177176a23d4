/** Reads the events that determine the current decisions of accounts. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import type { Doubt } from '../ledger/rows.ts';
import type { NumberedEvent, SubjectNumbers } from './numbers/numbers.ts';
import {
  type DecisionRecord,
  inOrder,
  isDecisive,
  type EffectiveDecision,
  effectiveDecisions,
} from './effective-decision.ts';

/** The newest event is nearly always sufficient. */
const PAGE = 20;
/** How many decisions are read at once when all are read. */
const MANY = 500;

const RECORD = [
  'ledger_events.id',
  'ledger_events.rule',
  'ledger_events.version',
  'ledger_events.decision',
  'ledger_events.vendors',
  'ledger_events.at',
  'ledger_events.decided_at',
  'ledger_events.months',
  'ledger_events.how',
  'ledger_events.number',
  'ledger_events.doubt',
] as const;

/** What is known about an account, and all of its decisions in order. */
export interface AccountRecords extends SubjectNumbers {
  readonly userId: string;
  readonly records: readonly DecisionRecord[];
  /** Whether it was merged into another account: then it has no decisions of its own, and its last event is the merge. */
  readonly isMerged: boolean;
}

/** Decisions of accounts, in a database or inside one transaction of it. */
export class RecordStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** The current decision of an account on a rule; undefined if there is none. */
  async effective(userId: string, rule: string): Promise<EffectiveDecision | undefined> {
    const newest: DecisionRecord[] = [];
    for (;;) {
      const rows = await this.#records()
        .where('ledger_identities.subject', '=', userId)
        .where('ledger_events.rule', '=', rule)
        .orderBy(sql`coalesce(${sql.ref('ledger_events.number')}, 0)`, 'desc')
        .orderBy('ledger_events.at', 'desc')
        .orderBy('ledger_events.id', 'desc')
        .limit(PAGE)
        .offset(newest.length)
        .execute();
      newest.push(...rows.map(recordOf));
      if (rows.length < PAGE || newest.some(isDecisive)) break;
    }
    return effectiveDecisions(newest.toReversed()).get(rule);
  }

  /** All decisions of an account in order, read in pages. */
  async ofAccount(userId: string): Promise<DecisionRecord[]> {
    const records: DecisionRecord[] = [];
    for (let after = ''; ;) {
      const rows = await this.#records()
        .where('ledger_identities.subject', '=', userId)
        .where('ledger_identities.event_id', '>', after)
        .orderBy('ledger_identities.event_id')
        .limit(MANY)
        .execute();
      records.push(...rows.map(recordOf));
      const last = rows.at(-1);
      if (last === undefined) return inOrder(records);
      after = last.id;
      await yieldToOthers();
    }
  }

  /** All decisions of some accounts, in order. */
  async ofAccounts(userIds: readonly string[]): Promise<Map<string, DecisionRecord[]>> {
    const found = new Map<string, DecisionRecord[]>(userIds.map((id) => [id, []]));
    if (userIds.length === 0) return found;
    const rows = await this.#records()
      .select('ledger_identities.subject')
      .where('ledger_identities.subject', 'in', userIds)
      .execute();
    for (const row of rows) found.get(row.subject ?? '')?.push(recordOf(row));
    return new Map([...found].map(([id, records]) => [id, inOrder(records)]));
  }

  /** The next known accounts, ordered by ID. */
  async accountsAfter(userId: string, limit: number): Promise<AccountRecords[]> {
    const rows = await this.#queries
      .selectFrom((from) =>
        from
          .selectFrom('ledger_accounts')
          .select(['subject', 'last', 'erased', 'merged_into'])
          .where('subject', '>', userId)
          .orderBy('subject')
          // A literal: PostgreSQL's plan for a bound limit would read all identities.
          .limit(sql.lit(limit))
          .as('account'),
      )
      .leftJoin('ledger_identities', 'ledger_identities.subject', 'account.subject')
      .leftJoin('ledger_events', (join) =>
        join.onRef('ledger_events.id', '=', 'ledger_identities.event_id').on('ledger_events.decision', 'is not', null),
      )
      .select(['account.subject', 'account.last', 'account.erased', 'account.merged_into', ...RECORD])
      .orderBy('account.subject')
      .execute();
    const accounts: (AccountRecords & { records: DecisionRecord[] })[] = [];
    for (const row of rows) {
      const { subject, last, erased, id, at, how, merged_into: mergedInto } = row;
      if (accounts.at(-1)?.userId !== subject)
        accounts.push({ userId: subject, last, erased, isMerged: mergedInto !== null, records: [] });
      if (id === null || at === null || how === null) continue;
      accounts.at(-1)?.records.push(recordOf({ ...row, id, at, how }));
    }
    for (const account of accounts) account.records = inOrder(account.records);
    return accounts;
  }

  /** The merges of accounts that were merged into others. */
  async merges(userIds: readonly string[]): Promise<Map<string, NumberedEvent[]>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.#queries
      .selectFrom('ledger_identities')
      .innerJoin('ledger_events', 'ledger_events.id', 'ledger_identities.event_id')
      .select(['ledger_identities.subject', 'ledger_events.id', 'ledger_events.number'])
      .where('ledger_identities.subject', 'in', userIds)
      .where('ledger_events.kind', '=', 'merge')
      .execute();
    return Map.groupBy(rows, ({ subject }) => subject ?? '');
  }

  #records() {
    return (
      this.#queries
        .selectFrom('ledger_identities')
        .innerJoin('ledger_events', 'ledger_events.id', 'ledger_identities.event_id')
        .select(RECORD)
        // Accounts have no other kinds. By kind, which nearly all events share, a database might read all of them.
        .where('ledger_events.decision', 'is not', null)
    );
  }
}

interface RecordRow {
  readonly id: string;
  readonly rule: string | null;
  readonly version: number | null;
  readonly decision: string | null;
  readonly vendors: string | null;
  readonly at: string;
  readonly decided_at: string | null;
  readonly months: number | null;
  readonly how: string;
  readonly number: number | null;
  readonly doubt: string | null;
}

function recordOf(row: RecordRow): DecisionRecord {
  const { id, rule, version, decision, vendors, at, decided_at: decidedAt, months, how, number, doubt } = row;
  return {
    id,
    rule: rule ?? '',
    version,
    decision: decision === 'accepted' ? 'accepted' : 'rejected',
    vendors,
    at: decidedAt ?? at,
    months,
    how,
    number,
    doubt: doubt as Doubt | null,
  };
}
