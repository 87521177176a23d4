/** The administrators' list of people: those whom a text finds, and those with a current decision. */
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { type CappedCount, pagesOf } from '../../platform/database/statements/capped-count.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import { MOST_FOUND, type UserResource, usersMatching } from '../../platform/users/resource.ts';
import type { NamesOf } from '../../platform/users/names.ts';
import { type LedgerService, UserTermStore } from '../proof/index.ts';
import type { KindRequest, RequestDesk } from '../requests/index.ts';
import { type Decision, vendorsIn } from '../rules/index.ts';
import { type Standing, Standings } from './standing.ts';

/** People per page. */
export const PEOPLE_PER_PAGE = 50;
/** People per read of a file. */
const READ_AT_ONCE = 500;

/** What reading the list needs. */
export interface PeopleListOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly users: UserResource;
  readonly namesOfUsers: NamesOf;
  readonly ledger: LedgerService;
  readonly desk: RequestDesk;
}

/** Whom to list: at least one of the two. */
export interface PeopleFilter {
  /** An ID of a person or a browser, or what the host finds people by; null for anybody. */
  readonly text: string | null;
  /** The current decision of theirs; null for any or none. */
  readonly standing: Standing | null;
}

/** A row of the list. */
export interface FoundPerson {
  readonly kind: 'person' | 'visitor';
  readonly id: string;
  /** The host's name; null if it has none, and for a visitor. */
  readonly name: string | null;
  /** Whether the engine stores any data about them. */
  readonly isKnown: boolean;
  /** Their last decision; null for none. */
  readonly last: LastDecision | null;
  /** Their open requests, the first due first. */
  readonly open: readonly KindRequest[];
}

/** The last decision of somebody. */
export interface LastDecision {
  readonly rule: string;
  readonly decision: Decision;
  /** Whether vendors are excluded. */
  readonly isPartly: boolean;
  readonly at: string;
}

/** A page of the list. */
export interface PeoplePage {
  readonly found: readonly FoundPerson[];
  readonly total: CappedCount;
  readonly pages: number;
}

type Place = Pick<FoundPerson, 'kind' | 'id'>;

/** Reads the list. Each query uses an index, and reads about one page. */
export class PeopleList {
  readonly #options: PeopleListOptions;
  readonly #userTerms: UserTermStore;
  readonly #standings: Standings;

  constructor(options: PeopleListOptions) {
    this.#options = options;
    this.#userTerms = new UserTermStore(options.naming);
    this.#standings = new Standings(options);
  }

  /** A page of people. @param page counted from 1 */
  async page({ text, standing }: PeopleFilter, page: number): Promise<PeoplePage> {
    const size = PEOPLE_PER_PAGE;
    if (standing !== null) {
      const among = text === null ? null : await this.#accountsMatching(text);
      const { ids, total } = await this.#standings.page(standing, among, page, size);
      const found = await this.#rows(ids.map((id) => ({ kind: 'person', id })));
      return { found, total, pages: pagesOf(total, size) };
    }
    const all = text === null ? [] : await this.#placesOf(text);
    const total = { count: Math.min(all.length, MOST_FOUND), isCapped: all.length > MOST_FOUND };
    const places = all.slice(0, MOST_FOUND).slice((page - 1) * size, page * size);
    return { found: await this.#rows(places), total, pages: pagesOf(total, size) };
  }

  /** How many people have a current decision. */
  count(standing: Standing): Promise<CappedCount> {
    return this.#standings.count(standing);
  }

  /** All people, for a file. */
  async *all({ text, standing }: PeopleFilter): AsyncGenerator<FoundPerson[]> {
    if (standing === null) {
      const all = text === null ? [] : await this.#placesOf(text);
      for (let at = 0; at < all.length || at === 0; at += READ_AT_ONCE) {
        yield await this.#rows(all.slice(at, at + READ_AT_ONCE));
      }
      return;
    }
    const among = text === null ? null : await this.#accountsMatching(text);
    for (let last: string | null = null; ;) {
      const ids: string[] = await this.#standings.after(standing, among, last, READ_AT_ONCE);
      yield await this.#rows(ids.map((id) => ({ kind: 'person', id })));
      if (ids.length < READ_AT_ONCE) return;
      last = ids.at(-1) ?? null;
    }
  }

  async #accountsMatching(text: string): Promise<string[]> {
    return [...new Set([text, ...(await usersMatching(this.#options.users, text))])];
  }

  /** Whom a text finds: an exact ID first, then the others in the order of the host; one more than are shown, if there are more. */
  async #placesOf(text: string): Promise<Place[]> {
    const { users, namesOfUsers, desk } = this.#options;
    const matching = await usersMatching(users, text, MOST_FOUND + 1);
    const others = matching.filter((id) => id !== text).map((id): Place => ({ kind: 'person', id }));
    // The text itself is a result only if somebody has it as an ID.
    const isPerson =
      matching.includes(text) ||
      (await this.#accounts([text])).has(text) ||
      (await namesOfUsers([text])).has(text) ||
      (await desk.ofUser(text)).length > 0;
    const visitor = (await this.#has(text)) ? [{ kind: 'visitor', id: text } as const] : [];
    return [...(isPerson ? [{ kind: 'person', id: text } as const] : []), ...visitor, ...others];
  }

  async #rows(places: readonly Place[]): Promise<FoundPerson[]> {
    const { database, namesOfUsers, desk } = this.#options;
    const ids = places.filter(({ kind }) => kind === 'person').map(({ id }) => id);
    const [names, accounts, decided, open] = await Promise.all([
      namesOfUsers(new Set(ids)),
      this.#accounts(ids),
      this.#userTerms.ofAccounts(database, ids),
      desk.openOf(ids),
    ]);
    const last = new Map<string, LastDecision>();
    for (const { userId, rule, state, vendors, decidedAt } of decided) {
      if (decidedAt === null || (state !== 'accepted' && state !== 'rejected')) continue;
      if ((last.get(userId)?.at ?? '') < decidedAt) {
        const isPartly = state === 'accepted' && (vendorsIn(vendors)?.refused ?? []).length > 0;
        last.set(userId, { rule, decision: state, isPartly, at: decidedAt });
      }
    }
    return Promise.all(
      places.map(async ({ kind, id }) => {
        if (kind === 'visitor') {
          return { kind, id, name: null, isKnown: true, last: await this.#lastOf(id), open: [] };
        }
        const requests = open.filter(({ request }) => request.userId === id);
        const isKnown = accounts.has(id) || requests.length > 0 || (await desk.ofUser(id)).length > 0;
        return { kind, id, name: names.get(id) ?? null, isKnown, last: last.get(id) ?? null, open: requests };
      }),
    );
  }

  async #lastOf(visitorId: string): Promise<LastDecision | null> {
    const [event] = await this.#options.ledger.eventsAbout({ userId: null, visitorId }, { limit: 1 });
    const { rule = null, decision = null, vendors = null, at = '' } = event?.leaf ?? {};
    if (rule === null || decision === null) return null;
    return { rule, decision, isPartly: (vendorsIn(vendors)?.refused ?? []).length > 0, at };
  }

  /** Those of some IDs that are accounts of the ledger. */
  async #accounts(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.#queries()
      .selectFrom('ledger_accounts')
      .select('subject')
      .where('subject', 'in', ids)
      .execute();
    return new Set(rows.map(({ subject }) => subject));
  }

  async #has(visitor: string): Promise<boolean> {
    const row = await this.#queries()
      .selectFrom('ledger_visitors')
      .select('last')
      .where('visitor', '=', visitor)
      .executeTakeFirst();
    return row !== undefined;
  }

  #queries() {
    return createQueries(this.#options.database, this.#options.naming);
  }
}
