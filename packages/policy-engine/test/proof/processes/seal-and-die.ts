/** Seals, and dies after the nth statement of the batch: `node seal-and-die.ts <url> <secret key> <nth> <migrations>`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'policy-engine';
import { connectDatabase } from '../../../dist/platform/database/connection/connect.js';
import { ledgerOn } from './ledger.ts';

const [, , url = '', ledgerKey = '', nth = '', migrations = ''] = process.argv;
const database = await connectDatabase(url);
let statements = 0;

function dying(within: Database): Database {
  return new Proxy(within, {
    get(target, name) {
      if (name === 'execute') {
        return async (sql: string, parameters: readonly unknown[]) => {
          const result = await target.execute(sql, parameters);
          if (++statements === Number(nth)) process.kill(process.pid, 'SIGKILL');
          return result;
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

const sealing = new Proxy(database, {
  get(target, name) {
    if (name === 'transaction') {
      return <T>(callback: (transaction: Database) => Promise<T>, options: object) =>
        target.transaction((transaction) => callback(dying(transaction)), options);
    }
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});

const ledger = ledgerOn(sealing, migrations, ledgerKey, { leaseSeconds: 0.1, batchSize: 500 });
for (let tries = 0; tries < 200; tries++) {
  const { events, elsewhere } = await ledger.seal();
  if (!elsewhere) {
    console.log(`sealed ${events}`);
    break;
  }
  await sleep(20);
}
await database.close();
