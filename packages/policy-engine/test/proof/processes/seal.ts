/** Seals until it is told to stop: `node seal.ts <url> <secret key> <lease seconds> <batch size> <migrations>`; tells what it sealed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from '../../../dist/platform/database/connection/connect.js';
import { ledgerOn } from './ledger.ts';

const [, , url = '', ledgerKey = '', leaseSeconds = '15', batchSize = '7', migrations = ''] = process.argv;
const database = await connectDatabase(url, { waitLimit: 60_000 });
const ledger = ledgerOn(database, migrations, ledgerKey, {
  leaseSeconds: Number(leaseSeconds),
  batchSize: Number(batchSize),
});
const stop = new AbortController();
for (const event of ['message', 'disconnect']) process.on(event, () => stop.abort());
process.send?.('ready');
let sealed = 0;
while (!stop.signal.aborted) {
  sealed += (await ledger.seal()).events;
  // Frequently enough to seal between the writers, and rarely enough to leave them the cores.
  await sleep(25);
}
await database.close();
if (process.connected) process.send?.({ sealed }, () => process.disconnect());
