/** Whether the ledger can be sealed, and is sealed: a quick check that does not read all of it. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { CheckpointStore } from './checkpoint-store.ts';
import { LogFormatError, LogVerificationError, readGrowing } from '../log/index.ts';
import { type LogIdentity, storedLog } from './log-identity.ts';
import { trustedHead } from './sealer.ts';
import { EventStore } from '../ledger/store.ts';
import { TileStore } from './tile-store.ts';

/** The problems. */
export interface LedgerHealth {
  /** Minutes since the oldest unsealed event, if that is too long; else null. */
  readonly overdueMinutes: number | null;
  /** Why nothing can be sealed: stored data differs from what was signed; else null. */
  readonly broken: string | null;
  /** Why the log can't be opened: it has another name; else null. */
  readonly misnamed: string | null;
}

/** What the check needs. */
export interface HealthOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly log: LogIdentity;
  readonly unsealedMilliseconds: number;
  readonly now: () => Date;
}

/** Checks the last checkpoint, the tiles below it, and the oldest event that is not sealed. */
export async function ledgerHealth(options: HealthOptions): Promise<LedgerHealth> {
  const { misnamed, broken } = await stateOf(options);
  return { overdueMinutes: await overdue(options), misnamed, broken };
}

async function stateOf({ database, naming, log }: HealthOptions): Promise<Omit<LedgerHealth, 'overdueMinutes'>> {
  try {
    // Nothing is sealed yet; a check creates neither a name nor a key.
    if ((await storedLog(database, naming)).origin === null) return { misnamed: null, broken: null };
    const opened = await log.open();
    const last = await new CheckpointStore(database, naming).last();
    if (last === undefined) return { misnamed: null, broken: null };
    const { size, root } = trustedHead(last, opened);
    const { builder } = await readGrowing(new TileStore(database, naming).read, size);
    const isWhole = builder.root().equals(root);
    return { misnamed: null, broken: isWhole ? null : `the tiles do not lead to the root of checkpoint ${size}` };
  } catch (error) {
    if (error instanceof PolicyEngineError && error.code === 'configuration_invalid') {
      return { misnamed: error.reason, broken: null };
    }
    if (error instanceof LogFormatError || error instanceof LogVerificationError) {
      return { misnamed: null, broken: error.message };
    }
    throw error;
  }
}

async function overdue({ database, naming, unsealedMilliseconds, now }: HealthOptions): Promise<number | null> {
  const oldest = await new EventStore(database, naming).oldestUnsealed();
  if (oldest === null) return null;
  // The ID contains the time of creation; the time of an imported event may be years earlier.
  const made = Number.parseInt(oldest.replace('-', '').slice(0, 12), 16) || 0;
  const waits = now().getTime() - made;
  return waits > unsealedMilliseconds ? Math.floor(waits / 60_000) : null;
}
