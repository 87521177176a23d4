/** Migrates and prints what was applied: `node migrate.ts <url> <tablePrefix> <migrations>`. */
// Parts of the package, which start in a fourth of the time of the whole; the modules' migrations are passed as JSON.
import { connectDatabase } from '../../../dist/platform/database/connect.js';
import { migrate } from '../../../dist/platform/database/migrate.js';
import { resolveNaming } from '../../../dist/platform/database/names.js';
import { type Migration, tableSet } from '../../../dist/platform/database/migration.js';

const [, , url = '', tablePrefix = '', migrations = ''] = process.argv;
const database = await connectDatabase(url);
const naming = resolveNaming(database.dialect, tableSet(JSON.parse(migrations) as Migration[]), { tablePrefix });
console.log(JSON.stringify(await migrate(database, naming, () => new Date())));
await database.close();
