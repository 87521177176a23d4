import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { LedgerKey } from './seal/keys.ts';
import type { LedgerWitness } from './witnesses/settings.ts';

/** How the ledger is sealed. */
export interface LedgerSettings {
  /**
   * Name of the log, which its keys and checkpoints contain: a URL without a scheme, as in `shop.example/ledger`. A
   * ledger keeps its name. Default: the first of `publicOrigins`, else `policy-engine`, and a random number, generated
   * once.
   */
  readonly origin?: string;
  /**
   * Previous keys, so that their checkpoints still verify. With the private key, the first new checkpoint is signed
   * with both. Default: none.
   */
  readonly earlierKeys?: readonly LedgerKey[];
  /** Seconds between two runs of the sealer. Default 10. */
  readonly sealEverySeconds?: number;
  /** Seconds for which a process that died while sealing blocks the others. Default 15. */
  readonly leaseSeconds?: number;
  /** Most events that one checkpoint adds; on SQLite fewer, so that others can write in between. Default 500. */
  readonly batchSize?: number;
  /**
   * Whether an event that no host with the current key appended is reported when it is sealed. Default: true. False
   * where only the process that seals has `ledgerKey`, and before the key changes, until what is pending is sealed.
   */
  readonly flagForeign?: boolean;
  /** Minutes after which an event that is not sealed yet is an error of the check. Default 10. */
  readonly unsealedMinutes?: number;
  /** Who cosigns checkpoints, see `docs/witnesses-and-restores.md`. Default: nobody. */
  readonly witnesses?: readonly LedgerWitness[];
  /** How many of the witnesses are enough for a checkpoint to count as cosigned. Default: more than half of them. */
  readonly quorum?: number;
  /**
   * Minutes between two rounds in which witnesses are asked. Each round reveals to them how much the ledger grew.
   * Default 60.
   */
  readonly cosignEveryMinutes?: number;
  /** Hours without a cosignature after which the check warns about a witness. Default 24. */
  readonly uncosignedHours?: number;
  /**
   * Where the newest checkpoint is stored outside of the database, to detect a restored backup: the path of a file, or
   * a storage like that of exports. Keep it out of what is backed up and restored with the database. Default: nowhere.
   */
  readonly mark?: string | AttachmentStorage;
  /**
   * What happens when the ledger was restored from a backup. `report`: the check reports it, and sealing stops.
   * `refuse`: in addition, requests are answered with 503 `ledger_restored`. Default: `report`.
   */
  readonly onRestore?: 'report' | 'refuse';
}
