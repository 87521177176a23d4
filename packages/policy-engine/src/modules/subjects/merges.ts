/** Merges two accounts of one person. */
import { z } from 'zod';
import type { Database } from '../../platform/database/port.ts';
import { refusals } from '../../errors/refusals.ts';
import type { LedgerService } from '../proof/index.ts';
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
}

/** Merges accounts. */
export class Merges {
  readonly #options: MergesOptions;

  constructor(options: MergesOptions) {
    this.#options = options;
  }

  /** @throws {PolicyEngineError} 404; 409 `account_merged`, `merge_refused` */
  async merge({ from, into }: AccountsToMerge, how: 'panel' | 'host'): Promise<AccountMerge> {
    const { database, people, ledger, desk, lookups } = this.#options;
    if (from === into) throw refusals.conflict('merge_refused', 'people.merge.error.same');
    if (!(await people.exists(from))) throw refusals.notFound();
    // Decisions must not become those of somebody who does not exist.
    if ((await people.isUser(into)) === false) throw refusals.notFound();
    return database.transaction(async (transaction) => {
      const { isNew, rules } = await ledger.mergeAccounts(transaction, { from, into, how });
      if (!isNew) return { from, into, isNew, rules };
      await desk.merge(transaction, { from, into });
      await lookups.merged(transaction, { from, into });
      return { from, into, isNew, rules };
    });
  }
}
