/** What other modules and the host know of this module: the service and the member of the engine. */
import type { PeopleList } from './people-list.ts';
import type { AccountMerge, AccountsToMerge } from './merges.ts';

export type { FoundPerson, PeopleList } from './people-list.ts';

declare module '../../kernel/module.ts' {
  interface Services {
    readonly subjects: PeopleList;
  }
}
declare module '../../kernel/members.ts' {
  // oxlint-disable-next-line no-unused-vars -- the parameters are the same in every module
  interface EngineMembers<RuleName, Portable> {
    /**
     * Merges an account into another, when one person had two: decisions, requests and the records of the ledger of the first become
     * those of the second. If they decided differently, a rejection wins. The first account cannot be used for requests any more, and
     * what is decided in it counts for the second. Move your own rows yourself. Merging again changes nothing.
     *
     * @throws {PolicyEngineError} `invalid_input`; `not_found` for an unknown account; `account_merged` if one of them was merged into
     * a third; `merge_refused` for an account and itself, and while a request of the first, or an erasure of the second, is open
     * @example
     * ```ts
     * await engine.mergeAccounts({ from: 'old-17', into: 'new-42' });
     * ```
     */
    mergeAccounts(accounts: AccountsToMerge): Promise<AccountMerge>;
  }
}
