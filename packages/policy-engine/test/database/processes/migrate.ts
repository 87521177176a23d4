/** Migrates and prints what was applied: `node migrate.ts <url> <tablePrefix> <migrations>`. */
// Parts of the package, which start in a fourth of the time of the whole; the modules' migrations are passed as JSON.
import { connectDatabase } from '../../../dist/platform/database/connection/connect.js';
import { migrate } from '../../../dist/platform/database/migrations/migrate.js';
import { resolveNaming } from '../../../dist/platform/database/schema/names.js';
import { type Migration, tableSet } from '../../../dist/platform/database/migrations/migration.js';

const [, , url = '', tablePrefix = '', migrations = ''] = process.argv;
const database = await connectDatabase(url);
const naming = resolveNaming(database.dialect, tableSet(JSON.parse(migrations) as Migration[]), { tablePrefix });
console.log(JSON.stringify(await migrate(database, naming, () => new Date())));
await database.close();
