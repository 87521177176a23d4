/** Which accounts have decided: a new version asks them again, and those that decided on anything can be told of a notice. */
import type { Queries } from '../../../platform/database/statements/queries.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import type { PublishedTerm } from '../term.ts';

/** Queries for decisions of accounts, in one database or inside one of its transactions. */
export class AskedPeopleStore {
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** How many accounts have decided on a version of a rule. */
  async decidedAccounts(rule: string): Promise<number> {
    const versions = this.#queries
      .selectFrom('terms')
      .select('id')
      .where('rule', '=', rule)
      .where('state', '=', 'published');
    const row = await this.#queries
      .selectFrom('user_terms')
      .select(({ fn }) => fn.countAll().as('total'))
      // By the index of texts; the index of rules starts with the account.
      .where('term_id', 'in', versions)
      .where('state', 'in', ['accepted', 'rejected'])
      .executeTakeFirstOrThrow();
    return countOf(row.total);
  }

  /** How many accounts have decided on any rule: those that can be told of a notice, on which nobody decides. */
  async knownAccounts(): Promise<number> {
    const row = await this.#queries
      .selectFrom('user_terms')
      .select(({ fn }) => fn.count('user_id').distinct().as('total'))
      .where('state', 'in', ['accepted', 'rejected'])
      .executeTakeFirstOrThrow();
    return countOf(row.total);
  }

  /**
   * Accounts that have decided on any rule, in the order of their IDs.
   *
   * @param page.after - ID after which the page starts; null for the first
   */
  async known({ after, limit }: { readonly after: string | null; readonly limit: number }): Promise<string[]> {
    const rows = await this.#queries
      .selectFrom('user_terms')
      .select('user_id')
      .distinct()
      .where('state', 'in', ['accepted', 'rejected'])
      .$if(after !== null, (query) => query.where('user_id', '>', after!))
      .orderBy('user_id')
      .limit(limit)
      .execute();
    return rows.map((row) => row.user_id);
  }

  /**
   * Accounts whose decision is on a version earlier than the given one, in the order of their IDs.
   *
   * @param page.after - ID after which the page starts; null for the first
   */
  async decidedBefore(
    { rule, version }: Pick<PublishedTerm, 'rule' | 'version'>,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<string[]> {
    const earlier = this.#queries
      .selectFrom('terms')
      .select('id')
      .where('rule', '=', rule)
      .where('state', '=', 'published')
      .where('version', '<', version);
    const rows = await this.#queries
      .selectFrom('user_terms')
      .select('user_id')
      .where('rule', '=', rule)
      .where('state', 'in', ['accepted', 'rejected'])
      .where('term_id', 'in', earlier)
      .$if(after !== null, (query) => query.where('user_id', '>', after!))
      .orderBy('user_id')
      .limit(limit)
      .execute();
    return rows.map((row) => row.user_id);
  }
}
