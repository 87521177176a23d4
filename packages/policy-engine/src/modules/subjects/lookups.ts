/**
 * That administrators looked at somebody, which is processing of its own (GDPR Art. 4(2), 5(2)): in the log, where it stays, with
 * whom it was about in a table of its own, which is erased with the person.
 */
import { createId } from '../../platform/database/ids.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/queries.ts';
import { countOf } from '../../platform/database/values.ts';
import type { Audit } from '../audit/service.ts';
import type { LogSubjects, NamedSubject } from '../audit/subjects.ts';
import type { OwnErasureStep } from '../erasure/own-step.ts';
import { personPath } from './paths.ts';

/** What lookups are noted with. */
export interface LookupsOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'record'>;
  /** What the host calls a user; null where it does not say. */
  readonly nameOf: (id: string) => Promise<string | null>;
  readonly now: () => Date;
}

/** Rows that are deleted at once. */
const BATCH = 500;

/** Notes lookups. */
export class Lookups {
  readonly #options: LookupsOptions;

  constructor(options: LookupsOptions) {
    this.#options = options;
  }

  /** Notes that somebody was looked for. What was looked for is kept nowhere. */
  async search(): Promise<void> {
    const { database, audit } = this.#options;
    await database.transaction((transaction) =>
      audit.record(transaction, { action: 'people_searched', rule: null, subject: null }),
    );
  }

  /** Notes that an administrator sees what is stored of somebody. */
  async person(userId: string): Promise<void> {
    const { database, audit, now } = this.#options;
    await database.transaction(async (transaction) => {
      const id = createId();
      const row = { id, user_id: userId, created_at: now() };
      await this.#queries(transaction).insertInto('person_lookups').values(row).execute();
      await audit.record(transaction, { action: 'person_viewed', rule: null, subject: id });
    });
  }

  /** Notes that an administrator sees what a browser without an account decided. */
  async visitor(): Promise<void> {
    const { database, audit } = this.#options;
    await database.transaction((transaction) =>
      audit.record(transaction, { action: 'visitor_viewed', rule: null, subject: null }),
    );
  }

  /** Whom lookups were about, as a step of their erasure. */
  erasureStep(): OwnErasureStep {
    return {
      name: 'lookups',
      label: 'people.erasure',
      action: 'delete',
      count: async ({ userId }) => {
        const { total } = await this.#queries()
          .selectFrom('person_lookups')
          .select(({ fn }) => fn.countAll().as('total'))
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        return countOf(total);
      },
      erase: async ({ userId }, { record, signal }) => {
        for (let deleted = BATCH; deleted === BATCH;) {
          signal.throwIfAborted();
          deleted = await record((transaction) => this.#forget(transaction, userId));
        }
      },
    };
  }

  /** Names them in the log, by the person where they are known. */
  logSubjects(): LogSubjects {
    return {
      actions: ['person_viewed'],
      name: async (entries, { withPeople, language }) => {
        const ids = [...new Set(entries.map(({ subject }) => subject))];
        const rows = await this.#queries()
          .selectFrom('person_lookups')
          .select(['id', 'user_id'])
          .where('id', 'in', ids)
          .execute();
        const nameOf = (id: string) => (withPeople ? this.#options.nameOf(id).catch(() => null) : null);
        const named = rows.map(async ({ id, user_id: userId }): Promise<[string, NamedSubject]> => {
          const text = (await nameOf(userId)) ?? language.t('requests.user', { id: userId });
          return [id, { text, path: personPath(userId) }];
        });
        return new Map(await Promise.all(named));
      },
    };
  }

  async #forget(transaction: Database, userId: string): Promise<number> {
    const rows = await this.#queries(transaction)
      .selectFrom('person_lookups')
      .select('id')
      .where('user_id', '=', userId)
      .limit(BATCH)
      .execute();
    if (rows.length === 0) return 0;
    await this.#queries(transaction)
      .deleteFrom('person_lookups')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    return rows.length;
  }

  #queries(database: Database = this.#options.database) {
    return createQueries(database, this.#options.naming);
  }
}
