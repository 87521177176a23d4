import type { Naming } from '../../platform/database/names.ts';
import type { Audit } from '../audit/service.ts';
import type { Database } from '../../platform/database/port.ts';
import type { WebLogger } from '../../platform/web/options.ts';
import { type LedgerKey, publicKey, secretKey } from './keys.ts';
import { Ledger } from './service.ts';
import { checkedSettings, type LedgerSettings } from './settings.ts';

/** What a host says about its ledger, as it says it. */
export interface LedgerConfiguration {
  readonly database: Database;
  readonly naming: Naming;
  readonly ledgerKey?: LedgerKey;
  readonly ledger?: LedgerSettings;
  readonly now: () => Date;
  readonly logger: WebLogger;
  readonly audit?: Pick<Audit, 'record'> | undefined;
}

/** @throws {PolicyEngineError} `configuration_invalid` for a key or setting that can't be used */
export function createLedger({ ledgerKey, ledger = {}, ...rest }: LedgerConfiguration): Ledger {
  const { earlierKeys, sealEverySeconds, leaseSeconds, batchSize, reportUnmarked } = checkedSettings(ledger);
  return new Ledger({
    database: rest.database,
    naming: rest.naming,
    now: rest.now,
    logger: rest.logger,
    audit: rest.audit,
    key: ledgerKey === undefined ? null : secretKey(ledgerKey),
    earlierKeys: earlierKeys.map(publicKey),
    batchSize,
    reportUnmarked,
    leaseMilliseconds: leaseSeconds * 1000,
    sealEveryMilliseconds: sealEverySeconds * 1000,
  });
}
