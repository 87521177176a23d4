/** What administrators chose for the panel: one JSON value for each name. It is erased with the account of the administrator. */
import type { OwnErasureStep } from '../../kernel/erasure-step.ts';
import { personRowsStep } from '../../kernel/person-rows.ts';
import { isUniqueViolation } from '../../platform/database/connection/sql-errors.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import { createId } from '../../platform/database/statements/ids.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';

/** What can be chosen. */
export interface Choices {
  /** Views of lists; see `saved-views.ts`. */
  views: readonly { readonly id: string; readonly path: string; readonly name: string; readonly query: string }[];
  /** Who wants the weekly digest: the language that they read, BCP 47. */
  digest: { readonly locale: string };
}

/** The name of a choice. */
export type ChoiceName = keyof Choices;

/** What keeping choices needs. */
export interface ChoicesOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly now: () => Date;
}

/** Administrators that are read at once. */
const AT_ONCE = 200;

/** The choices of all administrators. */
export class AdminChoices {
  readonly #options: ChoicesOptions;

  constructor(options: ChoicesOptions) {
    this.#options = options;
  }

  /** A choice of an administrator; null without one. @param adminId the host's ID */
  async of<Name extends ChoiceName>(adminId: string, name: Name): Promise<Choices[Name] | null> {
    const row = await this.#queries()
      .selectFrom('admin_choices')
      .select('value')
      .where('admin_id', '=', adminId)
      .where('name', '=', name)
      .executeTakeFirst();
    return row === undefined ? null : (JSON.parse(row.value) as Choices[Name]);
  }

  /**
   * Changes a choice of an administrator. Two changes at the same time follow each other.
   *
   * @param change gets what is chosen, null for nothing; null deletes it
   */
  async change<Name extends ChoiceName>(
    adminId: string,
    name: Name,
    change: (chosen: Choices[Name] | null) => Choices[Name] | null,
  ): Promise<void> {
    const attempt = () =>
      this.#options.database.transaction((transaction) => this.#change(transaction, { adminId, name, change }));
    try {
      await attempt();
    } catch (error) {
      // The first choice was made twice at the same time: now there is a row to lock.
      if (!isUniqueViolation(error)) throw error;
      await attempt();
    }
  }

  async #change<Name extends ChoiceName>(
    transaction: Database,
    {
      adminId,
      name,
      change,
    }: { adminId: string; name: Name; change: (chosen: Choices[Name] | null) => Choices[Name] | null },
  ): Promise<void> {
    const queries = this.#queries(transaction);
    const row = await queries
      .selectFrom('admin_choices')
      .select('value')
      .where('admin_id', '=', adminId)
      .where('name', '=', name)
      .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
      .executeTakeFirst();
    const chosen = change(row === undefined ? null : (JSON.parse(row.value) as Choices[Name]));
    const written = { value: JSON.stringify(chosen), updated_at: this.#options.now() };
    if (chosen === null) {
      await queries.deleteFrom('admin_choices').where('admin_id', '=', adminId).where('name', '=', name).execute();
    } else if (row === undefined) {
      await queries
        .insertInto('admin_choices')
        .values({ id: createId(), admin_id: adminId, name, ...written })
        .execute();
    } else {
      await queries
        .updateTable('admin_choices')
        .set(written)
        .where('admin_id', '=', adminId)
        .where('name', '=', name)
        .execute();
    }
  }

  /** Everybody with a choice, in the order of their IDs. */
  async *all<Name extends ChoiceName>(
    name: Name,
  ): AsyncGenerator<{ readonly adminId: string; readonly chosen: Choices[Name] }> {
    for (let last = ''; ;) {
      const rows = await this.#queries()
        .selectFrom('admin_choices')
        .select(['admin_id', 'value'])
        .where('name', '=', name)
        .where('admin_id', '>', last)
        .orderBy('admin_id')
        .limit(AT_ONCE)
        .execute();
      for (const row of rows) yield { adminId: row.admin_id, chosen: JSON.parse(row.value) as Choices[Name] };
      if (rows.length < AT_ONCE) return;
      last = rows.at(-1)!.admin_id;
    }
  }

  /** Deletes what an administrator chose when their account is erased. */
  erasureStep(): OwnErasureStep {
    return personRowsStep({ table: 'admin_choices', column: 'admin_id', label: 'preferences.erasure' }, this.#options);
  }

  #queries(database: Database = this.#options.database) {
    return createQueries(database, this.#options.naming);
  }
}
