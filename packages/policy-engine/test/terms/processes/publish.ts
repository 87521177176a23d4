/** Publishes a text in a process of its own: `publish.ts <database url> <rule> <text>`. */
import { connectDatabase } from 'policy-engine';
import { Rules } from '../../../dist/modules/rules/rules.js';
import { TermsService } from '../../../dist/modules/terms/service.js';
import { engineNaming } from '../../../dist/schema.js';

const [url = '', rule = '', markdown = ''] = process.argv.slice(2);
const database = await connectDatabase(url);
const terms = new TermsService({
  database,
  naming: engineNaming(database.dialect),
  rules: new Rules([{ name: rule }]),
  defaultLocale: 'en',
});
await terms.createPublished(rule, { markdown });
await database.close();
