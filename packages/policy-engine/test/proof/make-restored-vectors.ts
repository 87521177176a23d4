/** Receipts of a log that continued after a restored backup, for the vectors. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase, type Database } from 'policy-engine';
import { secretOf } from './log/support.ts';
import { engineOn } from './support.ts';

interface RestoredVectors {
  /** Last known checkpoint of the log that ended. */
  readonly former: string;
  /** First that of the takeover. */
  readonly receipts: readonly string[];
}

/** Backs a database up. @returns a function that continues from the backup, and knows a later checkpoint */
export async function backedUp(database: Database) {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-vectors-'));
  const file = path.join(folder, 'backup.db');
  await database.execute(`vacuum into '${file}'`);
  return async (former: string): Promise<{ readonly vkey: string; readonly restored: RestoredVectors }> => {
    const backup = await connectDatabase(file);
    const ledger = { batchSize: 4, origin: 'shop.example/6bd1c0e2', earlierKeys: [secretOf(1)] };
    const engine = engineOn(backup, { ledgerKey: secretOf(2), ledger, logger: { error: () => {} } });
    await engine.ledger.restore({ checkpoint: former });
    await engine.ledger.seal();
    const { rows } = await backup.execute("select id from policy_manager_ledger_events where kind = 'takeover'");
    const [decision] = await engine.ledger.eventsAbout({ userId: 'bob', visitorId: null });
    const ids = [...rows.map(({ id }) => String(id)), decision!.leaf.id];
    const receipts = await Promise.all(ids.map((id) => engine.ledger.receipt(id)));
    const [vkey = ''] = await engine.ledger.vkeys();
    await backup.close();
    rmSync(folder, { recursive: true });
    return { vkey, restored: { former, receipts: receipts.map((receipt) => JSON.stringify(receipt)) } };
  };
}
