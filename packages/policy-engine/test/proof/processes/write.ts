/** Decides repeatedly: `node write.ts <url> <number> <rounds> <secret key>`; prints the number of moves on its own subjects. */
import { connectDatabase } from 'policy-engine';
import { decide, engineOn } from '../support.ts';

const [, , url = '', number = '0', rounds = '0', ledgerKey = ''] = process.argv;
const database = await connectDatabase(url, { waitLimit: 60_000 });
const engine = engineOn(database, { ledgerKey });

for (let round = 0; round < Number(rounds); round++) {
  const verb = round % 2 === 0 ? 'accept' : 'reject';
  await decide(engine, `own-${number}-${round % 3}`, 'age', verb);
  await decide(engine, `shared-${round % 2}`, 'cookie', verb);
}

await database.close();
