/** The ledger of a database, as far as its last checkpoint shows it. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { CheckpointStore } from '../seal/checkpoint-store.ts';
import type { TrustedKey } from '../seal/keys.ts';
import { EMPTY_ROOT, LogFormatError, LogVerificationError, nodeReader } from '../log/index.ts';
import { storedLog } from '../seal/log-identity.ts';
import { signedCheckpoint } from '../verify/noted.ts';
import { TileStore } from '../seal/tile-store.ts';
import type { PresentLedger } from './evidence.ts';
import { FormerLogs } from './store.ts';

/** @param keysOf who may have signed, once there is a log; without it, signatures are not checked */
export async function presentLedger(
  database: Database,
  naming: Naming,
  keysOf: (origin: string | null) => Promise<readonly TrustedKey[]>,
): Promise<PresentLedger> {
  const last = await new CheckpointStore(database, naming).last();
  // Before the first seal there is neither a name nor a key, and reading creates none.
  const { origin } = await storedLog(database, naming);
  const former = await new FormerLogs(database, naming).all();
  const ledger = {
    origin,
    keys: await keysOf(origin),
    read: nodeReader(new TileStore(database, naming).read, last?.size ?? 0),
    former: new Map(former.map(({ origin: ended, size }) => [ended, size])),
  };
  if (last === undefined) return { ...ledger, head: { size: 0, root: EMPTY_ROOT } };
  try {
    const head = signedCheckpoint(last.note, ledger.keys);
    return { ...ledger, head: head.origin === origin && head.size === last.size ? head : null };
  } catch (error) {
    if (!(error instanceof LogFormatError || error instanceof LogVerificationError)) throw error;
    return { ...ledger, head: null };
  }
}
