/** Migrates and prints what was applied: `node migrate.ts <url> <tablePrefix>`. */
// Parts of the package, which start in a fourth of the time of the whole.
import { connectDatabase } from '../../../dist/platform/database/connect.js';
import { migrate } from '../../../dist/schema.js';

const [, , url = '', tablePrefix = ''] = process.argv;
const database = await connectDatabase(url);
console.log(JSON.stringify(await migrate(database, { tablePrefix })));
await database.close();
