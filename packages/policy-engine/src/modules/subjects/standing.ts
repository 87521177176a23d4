/** Who has which current decision, for lists of people: each account counts once for a policy, however often it decided. */
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { cappedCount, type CappedCount, isBeyondCount } from '../../platform/database/statements/capped-count.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';

/** Which current decisions. */
export interface Standing {
  readonly rule: string;
  /** Version of the text that the decision is on. Default: any. */
  readonly version?: number | undefined;
  /** ID of the text of that version, if the caller knows it. */
  readonly textId?: string;
  /** Default: either. */
  readonly decision?: 'accepted' | 'rejected' | undefined;
}

/** More versions than a policy will ever have. */
const MOST_VERSIONS = 10_000;
const DECISIONS = ['accepted', 'rejected'] as const;

/** Reads current decisions of accounts. */
export class Standings {
  readonly #database: Database;
  readonly #naming: Naming;

  constructor({ database, naming }: { readonly database: Database; readonly naming: Naming }) {
    this.#database = database;
    this.#naming = naming;
  }

  /**
   * A page of the accounts with a decision, in the order of their IDs.
   *
   * @param among only these accounts; null for all
   * @param page counted from 1
   */
  async page(
    standing: Standing,
    among: readonly string[] | null,
    page: number,
    size: number,
  ): Promise<{ readonly ids: readonly string[]; readonly total: CappedCount }> {
    const found = await this.#matching(standing, among);
    if (found === null) return { ids: [], total: { count: 0, isCapped: false } };
    const [total, rows] = await Promise.all([
      cappedCount(this.#queries(), found),
      isBeyondCount(page, size)
        ? []
        : found
            .select('user_terms.user_id')
            .orderBy('user_terms.user_id')
            .limit(size)
            .offset((page - 1) * size)
            .execute(),
    ]);
    return { ids: rows.map(({ user_id }) => user_id), total };
  }

  /** How many accounts have a decision. */
  async count(standing: Standing): Promise<CappedCount> {
    const found = await this.#matching(standing, null);
    return found === null ? { count: 0, isCapped: false } : cappedCount(this.#queries(), found);
  }

  /** The accounts after one, in the order of their IDs; null for the first. */
  async after(
    standing: Standing,
    among: readonly string[] | null,
    last: string | null,
    limit: number,
  ): Promise<string[]> {
    const found = await this.#matching(standing, among);
    const rows = await found
      ?.select('user_terms.user_id')
      .$if(last !== null, (query) => query.where('user_terms.user_id', '>', last!))
      .orderBy('user_terms.user_id')
      .limit(limit)
      .execute();
    return (rows ?? []).map(({ user_id }) => user_id);
  }

  /** Null if nothing can match. */
  async #matching({ textId, decision, ...text }: Standing, among: readonly string[] | null) {
    const ids = textId === undefined ? await this.#textsOf(text) : [textId];
    if (ids.length === 0 || among?.length === 0) return null;
    // One rule has one row for an account, so that no account is found twice.
    return this.#queries()
      .selectFrom('user_terms')
      .where('user_terms.term_id', 'in', ids)
      .where('user_terms.state', 'in', decision === undefined ? DECISIONS : [decision])
      .$if(among !== null, (query) => query.where('user_terms.user_id', 'in', among!));
  }

  async #textsOf({ rule, version }: Pick<Standing, 'rule' | 'version'>): Promise<string[]> {
    const texts = await this.#queries()
      .selectFrom('terms')
      .select('id')
      .where('rule', '=', rule)
      .where('state', '=', 'published')
      .$if(version !== undefined, (query) => query.where('version', '=', version!))
      .limit(MOST_VERSIONS)
      .execute();
    return texts.map(({ id }) => id);
  }

  #queries() {
    return createQueries(this.#database, this.#naming);
  }
}
