/** Merges two accounts of one person, and says before what will change. */
import { z } from 'zod';
import type { Database } from '../../platform/database/port.ts';
import { refusals } from '../../errors/refusals.ts';
import type { NamesOf } from '../../platform/users/names.ts';
import { type UserResource, usersMatching } from '../../platform/users/resource.ts';
import type { LedgerService, MergeOutcome } from '../proof/index.ts';
import type { RequestDesk } from '../requests/index.ts';
import type { Lookups } from './lookups.ts';
import type { People } from './service.ts';

/** Two accounts of one person, by the host's IDs. */
export interface AccountsToMerge {
  /** The account that ends. */
  readonly from: string;
  /** The account that stays. */
  readonly into: string;
}

/** What a merge changed. */
export interface AccountMerge extends AccountsToMerge {
  /** False if it had been done before. */
  readonly isNew: boolean;
  /** Names of the rules on which the account that stays has another decision since. */
  readonly rules: readonly string[];
}

/** An account of the host. */
export interface Account {
  readonly id: string;
  /** The host's name of the person; null if it has none. */
  readonly name: string | null;
}

/** What a merge will change. */
export interface MergePreview {
  readonly from: Account;
  readonly into: Account;
  readonly outcomes: readonly MergeOutcome[];
}

/** Accounts that are offered for a text. */
export const MOST_ACCOUNTS = 20;

const Id = z.string().min(1).max(255);
/** The argument of the engine's member. */
export const Merging: z.ZodType<AccountsToMerge> = z.strictObject({ from: Id, into: Id });

/** What merging needs. */
export interface MergesOptions {
  readonly database: Database;
  readonly people: Pick<People, 'isUser' | 'exists'>;
  readonly ledger: LedgerService;
  readonly desk: RequestDesk;
  readonly lookups: Pick<Lookups, 'merged'>;
  readonly users: UserResource;
  readonly namesOfUsers: NamesOf;
}

/** Merges accounts. */
export class Merges {
  readonly #options: MergesOptions;

  constructor(options: MergesOptions) {
    this.#options = options;
  }

  /**
   * The other accounts that a text names: the one with this ID alone, else those that the host finds. If the host cannot say whom it
   * has, the text is taken for an ID.
   */
  async accountsFor(text: string, from: string): Promise<readonly Account[]> {
    const { people, users } = this.#options;
    const isAccount = (await people.isUser(text)) !== false;
    // One more for this account, which is not offered, and one to see that there are others.
    const ids = isAccount ? [text] : await usersMatching(users, text, MOST_ACCOUNTS + 2);
    return this.#named(ids.filter((id) => id !== from));
  }

  /** @throws {PolicyEngineError} 404; 409 `account_merged`, `merge_refused` */
  async preview({ from, into }: AccountsToMerge): Promise<MergePreview> {
    await this.#check({ from, into });
    const outcomes = await this.#options.ledger.mergeOutcomes({ from, into });
    const [first, second] = await this.#named([from, into]);
    if (first === undefined || second === undefined) throw refusals.notFound();
    return { from: first, into: second, outcomes };
  }

  /** @throws {PolicyEngineError} 404; 409 `account_merged`, `merge_refused` */
  async merge({ from, into }: AccountsToMerge, how: 'panel' | 'host'): Promise<AccountMerge> {
    const { database, ledger, desk, lookups } = this.#options;
    await this.#check({ from, into });
    return database.transaction(async (transaction) => {
      const { isNew, rules } = await ledger.mergeAccounts(transaction, { from, into, how });
      if (!isNew) return { from, into, isNew, rules };
      await desk.merge(transaction, { from, into });
      await lookups.merged(transaction, { from, into });
      return { from, into, isNew, rules };
    });
  }

  async #check({ from, into }: AccountsToMerge): Promise<void> {
    const { people } = this.#options;
    if (from === into) throw refusals.conflict('merge_refused', 'people.merge.error.same');
    if (!(await people.exists(from))) throw refusals.notFound();
    // Decisions must not become those of somebody who does not exist.
    if ((await people.isUser(into)) === false) throw refusals.notFound();
  }

  async #named(ids: readonly string[]): Promise<Account[]> {
    const names = await this.#options.namesOfUsers(ids);
    return ids.map((id) => ({ id, name: names.get(id) ?? null }));
  }
}
