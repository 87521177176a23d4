/** Only the ledger of the engine, which starts in a third of the time of the whole. */
import { createLedger } from '../../../dist/modules/proof/create.js';
import { secretKey } from '../../../dist/modules/proof/seal/keys.js';
import type { Ledger } from '../../../dist/modules/proof/ledger.js';
import { type Migration, tableSet } from '../../../dist/platform/database/migrations/migration.js';
import { resolveNaming } from '../../../dist/platform/database/schema/names.js';
import type { Database } from '../../../dist/platform/database/port.js';
import type { AttachmentStorage } from '../../../dist/platform/storage/storage.js';

const DEFAULTS = {
  earlierKeys: [],
  sealEverySeconds: 10,
  flagForeign: true,
  unsealedMinutes: 10,
  witnesses: [],
  cosignEveryMinutes: 60,
  uncosignedHours: 24,
  onRestore: 'report',
} as const;

/** @param migrations of all modules, as JSON */
export function ledgerOn(
  database: Database,
  migrations: string,
  key: string,
  settings: { readonly leaseSeconds: number; readonly batchSize: number; readonly mark?: AttachmentStorage },
): Ledger {
  return createLedger({
    database,
    naming: resolveNaming(database.dialect, tableSet(JSON.parse(migrations) as Migration[])),
    ledgerKey: secretKey(key),
    ledger: { ...DEFAULTS, ...settings },
    now: () => new Date(),
    logger: {
      error(message, details) {
        throw new Error(`${message}: ${JSON.stringify(details)}`);
      },
    },
  });
}
