import type { LedgerKey } from './keys.ts';

/** How the ledger is sealed. */
export interface LedgerSettings {
  /**
   * Name of the log, which its keys and checkpoints carry: a URL without a scheme, as in `shop.example/ledger`. A ledger keeps
   * its name. Default: the first of `publicOrigins`, else `policy-engine`, and a random number, made once.
   */
  readonly origin?: string;
  /**
   * Keys that signed before the present one, so that their checkpoints still verify. With the private key, the first new
   * checkpoint is signed with both. Default: none.
   */
  readonly earlierKeys?: readonly LedgerKey[];
  /** Seconds between two runs of the sealer. Default 10. */
  readonly sealEverySeconds?: number;
  /** Seconds for which a process that died while sealing keeps the others waiting. Default 15. */
  readonly leaseSeconds?: number;
  /** Most events that one checkpoint adds. Default 500. */
  readonly batchSize?: number;
  /**
   * Whether an event that no host with the present key appended is reported when it is sealed. Default: true. False where
   * only the process that seals has `ledgerKey`, and before the key changes, until what is pending is sealed.
   */
  readonly reportUnmarked?: boolean;
  /** Minutes after which an event that is not sealed yet is an error of the check. Default 10. */
  readonly unsealedMinutes?: number;
}
