/**
 * Seconds and memory that verifying a ledger takes. Not a test: `node measure-verify.ts <database URL> [events] [batch
 * size]`. The
 * database must exist; its tables are made, filled as far as they lack events, sealed, and left there: run it again to see
 * the memory of verifying alone.
 */
import { createPrivateKey } from 'node:crypto';
import { connectDatabase, createPolicyEngine, type Database } from 'policy-engine';
import { createQueries } from '../../dist/schema.js';
import { newEvent } from '../../dist/modules/proof/event.js';
import { secretKey } from '../../dist/modules/proof/keys.js';
import { rowsOf } from '../../dist/modules/proof/rows.js';

const [, , url = ':memory:', wanted = '1000000', batchSize = '500'] = process.argv;
const AT_ONCE = 1000;
// The same at each run, so that the second one finds what the first one signed. PKCS #8 (RFC 8410 §7).
const ledgerKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'07'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const { append } = secretKey(ledgerKey);
const database = await connectDatabase(url);
const engine = createPolicyEngine({
  database,
  rules: [{ name: 'age' }],
  currentUser: () => ({ id: 'admin', record: null }),
  isAdminMethod: () => true,
  ledgerKey,
  ledger: { batchSize: Number(batchSize) },
});
await engine.migrate();
// Published once; a second run finds it.
const published = await engine.fetch(
  new Request('http://measure.test/policies/categories/age/terms.json', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ description: 'Old enough.', state: 'published' }),
  }),
);
const { hash: textHash } = (await published.json()) as { hash: string };

async function fill(transaction: Database, from: number, size: number): Promise<void> {
  const events = Array.from({ length: size }, (_, index) =>
    newEvent(
      {
        kind: 'decision',
        rule: 'age',
        version: 1,
        textHash,
        decision: index % 3 === 0 ? 'rejected' : 'accepted',
        how: 'panel',
        at: new Date(),
        subject: { userId: `user-${from + index}`, visitorId: null },
        circumstances: { locale: 'en', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', ip: '203.0.113.0/24' },
      },
      append,
    ),
  ).map(rowsOf);
  const queries = createQueries(transaction);
  await queries
    .insertInto('ledger_events')
    .values(events.map(({ event }) => event))
    .execute();
  await queries
    .insertInto('ledger_identities')
    .values(events.map(({ identity }) => identity))
    .execute();
}

const cpu = () => (process.cpuUsage().user / 1e6).toFixed(1);
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);
const { rows } = await database.execute('select count(*) as present from policy_manager_ledger_events');
let began = performance.now();
for (let from = Number(rows[0]?.['present']); from < Number(wanted); from += AT_ONCE) {
  const size = Math.min(AT_ONCE, Number(wanted) - from);
  await database.transaction((transaction) => fill(transaction, from, size));
}
console.log(`filled in ${seconds(began)} s; ${cpu()} s of CPU so far`);
began = performance.now();
const { events: sealed } = await engine.ledger.seal();
const perSecond = Math.round((sealed / (performance.now() - began)) * 1000);
console.log(`${sealed} events sealed in ${seconds(began)} s, ${perSecond}/s; ${cpu()} s of CPU so far`);
globalThis.gc?.();
const before = process.memoryUsage().rss;
let highest = before;
const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 20);
began = performance.now();
const { ok, events, checkpoints } = await engine.ledger.verify();
clearInterval(watch);
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
console.log(
  `${events} events under ${checkpoints} checkpoints verified in ${seconds(began)} s, ${ok ? 'nothing found' : 'findings'}; ` +
    `resident ${megabytes(before)} before, at most ${megabytes(highest)} meanwhile`,
);
await database.close();
