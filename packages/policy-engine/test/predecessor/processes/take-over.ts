/** Takes over an installation until it is killed. Arguments: URL of the database, prefixes of both engines. */
import { connectDatabase, createPolicyEngine } from 'policy-engine';
import { PREDECESSOR_RULES } from '../tables.ts';

const [, , url = '', tablePrefix = '', prefix = ''] = process.argv;
const database = await connectDatabase(url);
const engine = createPolicyEngine({
  database,
  tablePrefix,
  rules: PREDECESSOR_RULES,
  currentUser: () => null,
});
await engine.takeOver({ prefix });
await engine.stop();
await database.close();
