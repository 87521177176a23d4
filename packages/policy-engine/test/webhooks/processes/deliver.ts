/** A worker that delivers until it is killed: `node deliver.ts <database url> <url of the receiver> <name of the webhook>`. */
import { startDelivering } from '../delivering.ts';

const [, , databaseUrl = '', url = '', name = ''] = process.argv;
await startDelivering({ databaseUrl, url, name });
// The engine does not keep a process alive.
setInterval(() => {}, 1000);
