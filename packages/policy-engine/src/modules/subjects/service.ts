/** The stored data of one person, for administrators who search for them. Every query uses an index. */
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import { addressOfUser, localeOfUser, type UserResource, userWithId } from '../../platform/users/resource.ts';
import type { NamesOf } from '../../platform/users/names.ts';
import type { Language } from '../../platform/i18n/language.ts';
import { refusals } from '../../errors/refusals.ts';
import { type ConsentService, stateOf } from '../consent/index.ts';
import { type ConsentState, type Decision, type Rules, vendorsIn } from '../rules/index.ts';
import { type LedgerService, type LedgerSubject, type StoredEvent, UserTermStore } from '../proof/index.ts';
import type { KindRequest, RequestDesk } from '../requests/index.ts';
import type { TermsService } from '../terms/index.ts';

/** Decisions per page. */
export const EVENTS_SHOWN = 200;

/** What reading people needs. */
export interface PeopleOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly users: UserResource;
  readonly namesOfUsers: NamesOf;
  readonly rules: Rules;
  readonly terms: TermsService;
  readonly ledger: LedgerService;
  readonly desk: RequestDesk;
  /** How long decisions count. */
  readonly ages: ConsentService['ages'];
  /** The best matching language of the engine. */
  readonly language: (wishes: readonly string[]) => Pick<Language, 'locale'>;
}

/** The status of a person on a rule. */
export interface PersonConsent {
  readonly rule: string;
  readonly label: (locale: string) => string;
  readonly state: ConsentState;
  /** Whether it is accepted without some of the vendors that were offered. */
  readonly isPartly: boolean;
  /** Their last decision, even if a later text asks again; null for none. */
  readonly last: Decision | null;
  /** Version they last decided on; null for none. */
  readonly version: number | null;
  readonly decidedAt: string | null;
  /** Version in force; null if there is none. */
  readonly inForce: number | null;
}

/** The stored data of a person. */
export interface PersonFile {
  readonly id: string;
  readonly name: string | null;
  readonly address: string | null;
  /** Whether the host has such a user; null if it cannot tell. */
  readonly isUser: boolean | null;
  /** The account that this one was merged into; null for none. */
  readonly mergedInto: string | null;
  readonly consents: readonly PersonConsent[];
  readonly requests: readonly KindRequest[];
  /** Kinds of request that can be registered for them now: none beside an open one of the same kind. */
  readonly registrable: readonly string[];
}

/** Decisions, the newest first, with the reason if one does not count. */
export interface DecisionHistory {
  readonly events: readonly StoredEvent[];
  readonly suspicions: ReadonlyMap<string, string>;
}

/** Finds people and reads their stored data. */
export class People {
  readonly #options: PeopleOptions;
  readonly #userTerms: UserTermStore;

  constructor(options: PeopleOptions) {
    this.#options = options;
    this.#userTerms = new UserTermStore(options.naming);
  }

  /** Whether the host finds people by more than their ID. */
  get findsNames(): boolean {
    return this.#options.users.search !== undefined;
  }

  /** The stored data of a person. @throws {PolicyEngineError} 404 for an ID that neither the host nor the engine knows */
  async person(id: string): Promise<PersonFile> {
    const { users, desk, ledger } = this.#options;
    const record = await userWithId(users, id);
    const isUser = users.find === undefined ? null : record !== null;
    if (isUser !== true && !(await this.#isKnown(id))) throw refusals.notFound();
    const requests = await desk.ofUser(id);
    const mergedInto = await ledger.mergedInto(id);
    return {
      id,
      name: await this.#nameOf(id),
      address: addressOfUser(users, record),
      isUser,
      mergedInto,
      consents: await this.#consentsOf(id),
      requests,
      registrable: isUser === false || mergedInto !== null ? [] : desk.registrable(requests),
    };
  }

  /**
   * A person for whom a request can be registered: their name and language.
   *
   * @param kind name of the kind of request
   * @throws {PolicyEngineError} 404 if there is no such user, and for a kind that cannot be requested
   */
  async registrable(id: string, kind: string): Promise<{ readonly name: string | null; readonly locale: string }> {
    const { users, desk, language } = this.#options;
    const record = await userWithId(users, id);
    if (users.find !== undefined && record === null) throw refusals.notFound();
    if (users.find === undefined && !(await this.#isKnown(id))) throw refusals.notFound();
    if (!desk.receives(kind)) throw refusals.notFound();
    const locale = record === null ? null : localeOfUser(users, record);
    return { name: await this.#nameOf(id), locale: language(locale === null ? [] : [locale]).locale };
  }

  /** What somebody decided. @throws {PolicyEngineError} 404 for a visitor that has decided nothing */
  async history(subject: LedgerSubject): Promise<DecisionHistory> {
    const { ledger } = this.#options;
    const events = await ledger.eventsAbout(subject, { limit: EVENTS_SHOWN });
    if (events.length === 0 && subject.userId === null) throw refusals.notFound();
    return { events, suspicions: await ledger.suspicionsAmong(events) };
  }

  /** A decision of somebody. @throws {PolicyEngineError} 404 for one of somebody else */
  async event(subject: LedgerSubject, id: string): Promise<StoredEvent> {
    const { ledger } = this.#options;
    const event = await ledger.event(id);
    if (event === null || !(await ledger.isAbout(event, subject))) throw refusals.notFound();
    return event;
  }

  /** Whether the host has such a user. @returns null if it cannot tell */
  async isUser(id: string): Promise<boolean | null> {
    const { users } = this.#options;
    return users.find === undefined ? null : (await userWithId(users, id)) !== null;
  }

  /** Whether the host or the engine knows an ID. */
  async exists(id: string): Promise<boolean> {
    return (await this.isUser(id)) === true || (await this.#isKnown(id));
  }

  async #consentsOf(userId: string): Promise<PersonConsent[]> {
    const { database, rules, terms, ages } = this.#options;
    const agesNow = await ages.now(null);
    const current = await terms.current();
    const decided = new Map((await this.#userTerms.of(database, userId)).map((one) => [one.rule, one]));
    // Nobody decides on a notice.
    return rules.all
      .filter(({ notice }) => !notice)
      .map((rule) => {
        const { name, label } = rule;
        const term = current.get(name) ?? null;
        const own = decided.get(name);
        const state = own === undefined ? 'passive' : stateOf(own, { rule, term, ages: agesNow });
        return {
          rule: name,
          label,
          state,
          isPartly: state === 'accepted' && (vendorsIn(own?.vendors)?.refused ?? []).length > 0,
          last: own?.state === 'accepted' || own?.state === 'rejected' ? own.state : null,
          version: own?.version ?? null,
          decidedAt: own?.decidedAt ?? null,
          inForce: term?.version ?? null,
        };
      });
  }

  /** The host's name of somebody; null if it has none, or rejects the ID. */
  async #nameOf(id: string): Promise<string | null> {
    return (await this.#options.namesOfUsers([id])).get(id) ?? null;
  }

  async #isKnown(id: string): Promise<boolean> {
    const { desk } = this.#options;
    if (await this.#isAccount(id)) return true;
    return (await desk.ofUser(id)).length > 0;
  }

  async #isAccount(id: string): Promise<boolean> {
    const { database, naming } = this.#options;
    const row = await createQueries(database, naming)
      .selectFrom('ledger_accounts')
      .select('last')
      .where('subject', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }
}
