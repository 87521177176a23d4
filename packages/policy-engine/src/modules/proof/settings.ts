import { PolicyEngineError } from '../../errors.ts';
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

/** The most a statement has parameters for on every database: three per event. */
const LARGEST_BATCH = 5000;

/** @throws {PolicyEngineError} `configuration_invalid` for a number out of range */
export function checkedSettings(settings: LedgerSettings): Required<LedgerSettings> {
  const { earlierKeys = [], sealEverySeconds = 10, leaseSeconds = 15, batchSize = 500 } = settings;
  const { reportUnmarked = true } = settings;
  within('sealEverySeconds', sealEverySeconds, 0.01, 86_400);
  within('leaseSeconds', leaseSeconds, 0.1, 3600);
  within('batchSize', batchSize, 1, LARGEST_BATCH);
  if (!Number.isInteger(batchSize)) throw invalid('batchSize', 'a whole number');
  return { earlierKeys, sealEverySeconds, leaseSeconds, batchSize, reportUnmarked };
}

function within(name: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most)) throw invalid(name, `between ${least} and ${most}`);
}

function invalid(name: string, what: string): PolicyEngineError {
  return new PolicyEngineError('configuration_invalid', `ledger.${name}: has to be ${what}`);
}
