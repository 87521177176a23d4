/** Reads and then writes a counter in transactions: `node increment.ts <url> <times> <isolation>`. */
// Only a part of the package, which starts in a fifth of the time of the whole.
import { connectDatabase } from '../../../dist/platform/database/connection/connect.js';
import type { TransactionOptions } from 'policy-engine/database';

const [, , url = '', times = '0', isolation = 'serializable'] = process.argv;
const database = await connectDatabase(url, { waitLimit: 30_000 });
const lock = isolation === 'read committed' && database.capabilities.rowLocks ? ' for update' : '';
const place = database.dialect === 'postgres' ? '$1' : '?';

for (let round = 0; round < Number(times); round++) {
  await database.transaction(
    async (transaction) => {
      const { rows } = await transaction.execute<{ value: number }>(`select value from counter where id = 1${lock}`);
      await transaction.execute(`update counter set value = ${place} where id = 1`, [rows[0]!.value + 1]);
    },
    { isolation: isolation as NonNullable<TransactionOptions['isolation']> },
  );
}

await database.close();
