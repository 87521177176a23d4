/** Migrates and prints what was applied: `node migrate.ts <url> <tablePrefix>`. */
import { connectDatabase, migrate } from 'policy-engine';

const [, , url = '', tablePrefix = ''] = process.argv;
const database = await connectDatabase(url);
console.log(JSON.stringify(await migrate(database, { tablePrefix })));
await database.close();
