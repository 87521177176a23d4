/** Reads all subjects in pages, to compare them in constant memory. */
import type { RawBuilder } from 'kysely';
import { userIdAsText } from '../../../platform/database/schema/names.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { pagesAhead } from '../../../platform/database/statements/read-ahead.ts';
import { eventName, type LedgerFinding, missingIdentity } from '../verify/finding.ts';
import type { NumberedEvent, SubjectNumbers } from './numbers/numbers.ts';

const PAGE = 500;
const MOST_UNKNOWN = 100;
/** Events per query of those without an identity. */
const EVENTS = 5000;

/** Subjects with what is known about their numbers. */
export type Numbers = ReadonlyMap<string, SubjectNumbers>;

/** Pages of accounts, of visitors, and of accounts with current decisions. */
export class SubjectPages {
  readonly #queries: Queries;
  /** The account of a current decision, as the ledger writes it. */
  readonly #userId: RawBuilder<string>;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
    this.#userId = userIdAsText(database.dialect, naming.userIdType, 'user_terms.user_id');
  }

  /** Some accounts; those that are not in the ledger are omitted. */
  async accountsOf(userIds: readonly string[]): Promise<Numbers> {
    if (userIds.length === 0) return new Map();
    const rows = await this.#queries
      .selectFrom('ledger_accounts')
      .select(['subject', 'last', 'erased', 'merged_into'])
      .where('subject', 'in', userIds)
      .execute();
    return new Map(
      rows.map(({ subject, last, erased, merged_into: into }) => [subject, { last, erased, isMerged: into !== null }]),
    );
  }

  async *visitors(): AsyncGenerator<Numbers> {
    const read = (after: string) =>
      this.#visitorRows().where('visitor', '>', after).orderBy('visitor').limit(PAGE).execute();
    for await (const rows of pagesAhead(read, ({ visitor }) => visitor)) yield visitorNumbers(rows);
  }

  /** Some visitors. */
  async visitorsOf(ids: readonly string[]): Promise<Numbers> {
    if (ids.length === 0) return new Map();
    return visitorNumbers(await this.#visitorRows().where('visitor', 'in', ids).execute());
  }

  /** The events of some visitors, with their numbers. */
  async eventsOfVisitors(ids: readonly string[]): Promise<Map<string, NumberedEvent[]>> {
    const rows = await this.#queries
      .selectFrom('ledger_identities')
      .innerJoin('ledger_events', 'ledger_events.id', 'ledger_identities.event_id')
      .select(['visitor', 'ledger_events.id', 'number'])
      .where('visitor', 'in', ids)
      .where('subject', 'is', null)
      .execute();
    return Map.groupBy(rows, ({ visitor }) => visitor ?? '');
  }

  /** IDs of accounts that have current decisions but are not in the ledger; one may occur in two pages. */
  async *unknownAccounts(): AsyncGenerator<string[]> {
    const read = (after: string) =>
      this.#queries
        .selectFrom('user_terms')
        .leftJoin('ledger_accounts', (join) => join.on('ledger_accounts.subject', '=', this.#userId))
        .select(['id', 'user_id'])
        .where('ledger_accounts.subject', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE)
        .execute();
    for await (const rows of pagesAhead(read, ({ id }) => id)) {
      yield [...new Set(rows.map(({ user_id }) => user_id))];
    }
  }

  /** Events of subjects without a known number: somebody removed the numbers. */
  async unknownSubjects(): Promise<LedgerFinding[]> {
    const accounts = await this.#queries
      .selectFrom('ledger_identities')
      .leftJoin('ledger_accounts', 'ledger_accounts.subject', 'ledger_identities.subject')
      .select('event_id')
      .where('ledger_identities.subject', 'is not', null)
      .where('ledger_accounts.subject', 'is', null)
      .limit(MOST_UNKNOWN)
      .execute();
    const visitors = await this.#queries
      .selectFrom('ledger_identities')
      .leftJoin('ledger_visitors', 'ledger_visitors.visitor', 'ledger_identities.visitor')
      .select('event_id')
      .where('ledger_identities.visitor', 'is not', null)
      .where('ledger_identities.subject', 'is', null)
      .where('ledger_visitors.visitor', 'is', null)
      .limit(MOST_UNKNOWN)
      .execute();
    return [...accounts, ...visitors].map(({ event_id }) => ({
      code: 'event_added',
      message: `event ${event_id} is of a subject that was never given a number`,
    }));
  }

  /** Identities that are missing although the host erased nothing; whoever removed them may have removed the numbers, too. */
  async *missingIdentities(): AsyncGenerator<LedgerFinding[]> {
    for (let [after, end] = ['', await this.#pageEnd('')]; ; [after, end] = [end, await this.#pageEnd(end)]) {
      yield (await this.#withoutIdentity(after, end)).map((event) => missingIdentity(eventName(event)));
      if (end === null) return;
    }
  }

  /** ID of the last event of a full page; null if the page is the last one. */
  async #pageEnd(after: string): Promise<string | null> {
    const row = await this.#queries
      .selectFrom('ledger_events')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .offset(EVENTS - 1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  async #withoutIdentity(after: string, end: string | null) {
    return this.#queries
      .selectFrom('ledger_events')
      .leftJoin('ledger_identities', 'ledger_identities.event_id', 'ledger_events.id')
      .leftJoin('ledger_erasures', 'ledger_erasures.event_id', 'ledger_events.id')
      .select(['ledger_events.id', 'ledger_events.sealed as position'])
      .where('ledger_events.id', '>', after)
      .$if(end !== null, (query) => query.where('ledger_events.id', '<=', end!))
      .where('ledger_erasures.event_id', 'is', null)
      .where((where) =>
        where.or([
          where('ledger_identities.event_id', 'is', null),
          where.and([
            where('ledger_identities.circumstances_salt', '=', ''),
            where('ledger_identities.tombstone', 'is', null),
          ]),
        ]),
      )
      .execute();
  }

  #visitorRows() {
    return this.#queries.selectFrom('ledger_visitors').select(['visitor', 'last', 'erased']);
  }
}

function visitorNumbers(
  rows: readonly { readonly visitor: string; readonly last: number; readonly erased: number }[],
): Numbers {
  return new Map(rows.map(({ visitor, last, erased }) => [visitor, { last, erased }]));
}
