import type { Naming } from '../../platform/database/schema/names.ts';
import type { Audit } from '../audit/index.ts';
import type { Database } from '../../platform/database/port.ts';
import type { WebLogger } from '../../platform/logger.ts';
import type { SecretLedgerKey } from './seal/keys.ts';
import type { ReadLedgerSettings } from './options.ts';
import { markAt } from './restores/mark.ts';
import { LedgerService } from './service.ts';
import { httpWitness } from './witnesses/client.ts';
import type { NotifyDecisions } from './webhook-events.ts';
import { policyOf } from './witnesses/options.ts';

/** What the ledger is created from. */
export interface LedgerConfiguration {
  readonly database: Database;
  readonly naming: Naming;
  readonly ledgerKey: SecretLedgerKey | undefined;
  readonly ledger: ReadLedgerSettings;
  /** Origins under which people see the host. */
  readonly publicOrigins?: readonly string[] | undefined;
  readonly now: () => Date;
  readonly logger: WebLogger;
  readonly audit?: Pick<Audit, 'record'> | undefined;
  /** Called for each decision. Default: nothing is called. */
  readonly tell?: NotifyDecisions | null;
}

export function createLedger({ ledgerKey, ledger, ...rest }: LedgerConfiguration): LedgerService {
  const { earlierKeys, sealEverySeconds, leaseSeconds, batchSize, flagForeign, unsealedMinutes, origin } = ledger;
  const { witnesses, quorum, uncosignedHours, mark } = ledger;
  const [seen] = rest.publicOrigins ?? [];
  return new LedgerService({
    database: rest.database,
    naming: rest.naming,
    now: rest.now,
    logger: rest.logger,
    audit: rest.audit,
    tell: rest.tell ?? null,
    key: ledgerKey ?? null,
    earlierKeys,
    origin: origin ?? null,
    host: seen === undefined ? 'policy-engine' : new URL(seen).host,
    batchSize,
    flagForeign,
    leaseMilliseconds: leaseSeconds * 1000,
    sealEveryMilliseconds: sealEverySeconds * 1000,
    unsealedMilliseconds: unsealedMinutes * 60_000,
    policy: policyOf(witnesses, quorum),
    quorum,
    uncosignedMilliseconds: uncosignedHours * 3_600_000,
    mark: mark === undefined ? null : markAt(mark),
    ask: httpWitness(),
  });
}
