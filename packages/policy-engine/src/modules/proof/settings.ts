import type { LedgerKey } from './keys.ts';

/** How the ledger is sealed. */
export interface LedgerSettings {
  /** Public keys that signed before the present one, so that their heads still verify. Default: none. */
  readonly earlierKeys?: readonly LedgerKey[];
  /** Seconds between two runs of the sealer. Default 10. */
  readonly sealEverySeconds?: number;
  /** Seconds for which a process that died while sealing keeps the others waiting. Default 15. */
  readonly leaseSeconds?: number;
  /** Most events under one head. Default 500. */
  readonly batchSize?: number;
  /**
   * Whether an event that no host with the present key appended is reported when it is sealed. Default: true. False where
   * only the process that seals has `ledgerKey`, and before the key changes, until what is pending is sealed.
   */
  readonly reportUnmarked?: boolean;
}
