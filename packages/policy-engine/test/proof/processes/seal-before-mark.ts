/** Seals, and dies before it writes the mark: `node seal-before-mark.ts <url> <secret key> <folder> <migrations>`. */
import { connectDatabase } from '../../../dist/platform/database/connection/connect.js';
import { localAttachments } from '../../../dist/platform/storage/local.js';
import { ledgerOn } from './ledger.ts';

const [, , url = '', ledgerKey = '', folder = '', migrations = ''] = process.argv;
const mark = {
  ...localAttachments(folder),
  put: async () => {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  },
};
await ledgerOn(await connectDatabase(url), migrations, ledgerKey, { leaseSeconds: 0.1, batchSize: 500, mark }).seal();
