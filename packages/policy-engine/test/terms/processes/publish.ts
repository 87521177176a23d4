/** Publishes a text in a process of its own: `publish.ts <database url> <rule> <text>`. */
// Parts of the package, which start faster than the whole.
import { connectDatabase } from '../../../dist/platform/database/connection/connect.js';
import { rulesOf } from '../../support/rules.ts';
import { TermsService } from '../../../dist/modules/terms/service.js';
import { engineNaming } from '../../../dist/schema.js';

const [url = '', rule = '', markdown = ''] = process.argv.slice(2);
const database = await connectDatabase(url);
const terms = new TermsService({
  database,
  naming: engineNaming(database.dialect),
  rules: rulesOf([{ name: rule }]),
  now: () => new Date(),
  defaultLocale: 'en',
});
await terms.createPublished(rule, { markdown });
await database.close();
