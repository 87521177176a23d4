/** A worker that delivers until it is killed: `node deliver.ts <database url> <url of the receiver> <name of the webhook>`. */
import { connectDatabase, createPolicyEngine, embeddedJobs } from 'policy-engine';
import { SECRET } from '../support.ts';

const [, , databaseUrl = '', url = '', name = ''] = process.argv;
const engine = createPolicyEngine({
  database: await connectDatabase(databaseUrl),
  rules: [{ name: 'cookie', sessionless: true }, { name: 'age' }, { name: 'privacy_terms' }],
  currentUser: () => null,
  webhooks: [{ name, url, secret: SECRET }],
  jobs: embeddedJobs({ pollSeconds: 0.05, leaseSeconds: 1 }),
  logger: { error: () => {} },
});
engine.start();
// The engine keeps no process alive.
setInterval(() => {}, 1000);
