/**
 * Records that administrators viewed a person's data, which is processing itself (GDPR Art. 4(2), 5(2)): in the audit log, where it
 * stays, with the person in a separate table, which is erased with the person.
 */
import { createId } from '../../platform/database/statements/ids.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import { personPath } from '../../platform/users/person-path.ts';
import { countOf } from '../../platform/database/statements/values.ts';
import type { Audit, LogSubjects, NamedSubject } from '../audit/index.ts';
import type { OwnErasureStep } from '../../kernel/erasure-step.ts';

/** What recording lookups needs. */
export interface LookupsOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Pick<Audit, 'record'>;
  readonly now: () => Date;
}

/** Rows per batch. */
const BATCH = 500;

/** Records lookups. */
export class Lookups {
  readonly #options: LookupsOptions;

  constructor(options: LookupsOptions) {
    this.#options = options;
  }

  /** Records that somebody was searched for. The search text is not stored. */
  async search(): Promise<void> {
    const { database, audit } = this.#options;
    await database.transaction((transaction) =>
      audit.record(transaction, { action: 'people_searched', rule: null, subject: null }),
    );
  }

  /** Records that an administrator views the stored data of a person. */
  async person(userId: string): Promise<void> {
    const { database, audit, now } = this.#options;
    await database.transaction(async (transaction) => {
      const id = createId();
      const row = { id, user_id: userId, created_at: now() };
      await this.#queries(transaction).insertInto('person_lookups').values(row).execute();
      await audit.record(transaction, { action: 'person_viewed', rule: null, subject: id });
    });
  }

  /** Records that an administrator views the decisions of a browser without an account. */
  async visitor(): Promise<void> {
    const { database, audit } = this.#options;
    await database.transaction((transaction) =>
      audit.record(transaction, { action: 'visitor_viewed', rule: null, subject: null }),
    );
  }

  /** The people of lookups, as a step of their erasure. */
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

  /** Records a merge, and moves lookups of the merged account. */
  async merged(transaction: Database, { from, into }: { readonly from: string; readonly into: string }): Promise<void> {
    const { audit, now } = this.#options;
    const queries = this.#queries(transaction);
    for (const table of ['person_lookups', 'recorded_withdrawals'] as const) {
      await queries.updateTable(table).set({ user_id: into }).where('user_id', '=', from).execute();
    }
    const id = createId();
    await queries.insertInto('person_lookups').values({ id, user_id: into, created_at: now() }).execute();
    await audit.record(transaction, { action: 'accounts_merged', rule: null, subject: id });
  }

  /** Records that an administrator recorded a withdrawal of a person. */
  async withdrew(transaction: Database, userId: string, rule: string): Promise<void> {
    const { audit, now } = this.#options;
    const id = createId();
    const row = { id, user_id: userId, created_at: now() };
    await this.#queries(transaction).insertInto('person_lookups').values(row).execute();
    await audit.record(transaction, { action: 'withdrawal_recorded', rule, subject: id });
  }

  /** Names lookups in the log, by the person if they are known. */
  logSubjects(): LogSubjects {
    return {
      actions: ['person_viewed', 'accounts_merged', 'withdrawal_recorded'],
      name: async (entries, { t }) => {
        const ids = [...new Set(entries.map(({ subject }) => subject))];
        const rows = await this.#queries()
          .selectFrom('person_lookups')
          .select(['id', 'user_id'])
          .where('id', 'in', ids)
          .execute();
        const named = rows.map(({ id, user_id: userId }): [string, NamedSubject] => {
          return [id, { text: t('requests.user', { id: userId }), userId, path: personPath(userId) }];
        });
        return new Map(named);
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
