/** Seals until it is told to stop: `node seal.ts <url> <secret key> <lease seconds>`; prints what it sealed. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase } from 'policy-engine';
import { engineOn } from '../support.ts';

const [, , url = '', ledgerKey = '', leaseSeconds = '15', batchSize = '7'] = process.argv;
const database = await connectDatabase(url, { waitLimit: 60_000 });
const ledger = { leaseSeconds: Number(leaseSeconds), batchSize: Number(batchSize) };
const engine = engineOn(database, { ledgerKey, ledger });
const stop = new AbortController();
for (const event of ['message', 'disconnect']) process.on(event, () => stop.abort());
process.send?.('ready');
let sealed = 0;
while (!stop.signal.aborted) {
  sealed += (await engine.ledger.seal()).events;
  await sleep(5);
}
await database.close();
if (process.connected) process.send?.({ sealed }, () => process.disconnect());
