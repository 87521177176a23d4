/** A ledger of many events, each of another person: the rows that the engine would have written for them, sealed by the engine. */
import { createPrivateKey } from 'node:crypto';
import { connectDatabase, createPolicyEngine, type Database, type PolicyEngine } from 'policy-engine';
import { EventAppender } from '../../packages/policy-engine/dist/modules/proof/ledger/append.js';
import { newEvent } from '../../packages/policy-engine/dist/modules/proof/ledger/event.js';
import { secretKey } from '../../packages/policy-engine/dist/modules/proof/seal/keys.js';
import { rowOf } from '../../packages/policy-engine/dist/modules/proof/projection/user-term-store.js';
import { timeText } from '../../packages/policy-engine/dist/platform/database/statements/times.js';
import { createQueries, engineNaming } from '../../packages/policy-engine/dist/schema.js';

/** Number of people in one transaction. */
const AT_ONCE = 1000;
const ADMINISTRATOR = 'admin';
export const RULE = 'age';

// The same in each run, so that a database can be reused. PKCS #8 (RFC 8410 §7).
const ledgerKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'07'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const { append } = secretKey(ledgerKey);

/** The header `X-User` names the user. */
export function engineOn(database: Database): PolicyEngine {
  return createPolicyEngine({
    database,
    rules: [{ name: RULE }],
    currentUser: (request) => ({ id: request.headers.get('x-user') ?? '', record: null }),
    isAdminMethod: ({ id }) => id === ADMINISTRATOR,
    ledgerKey,
  });
}

/** Id of a person, counted from 0. */
export const userId = (number: number): string => `user-${number}`;

/** Publishes a text. */
async function publish(engine: PolicyEngine): Promise<void> {
  const response = await engine.fetch(
    new Request(`http://host.test/policies/categories/${RULE}/terms.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user': ADMINISTRATOR },
      body: JSON.stringify({ description: 'Old enough.', state: 'published' }),
    }),
  );
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

interface Text {
  readonly id: string;
  readonly version: number | null;
  readonly hash: string | null;
}

/** The text on which people decide; undefined before it is published. */
function textIn(database: Database): Promise<Text | undefined> {
  return createQueries(database).selectFrom('terms').select(['id', 'version', 'hash']).executeTakeFirst();
}

/** Inserts the first decisions of people, with all rows that the engine writes for each. */
async function decide(transaction: Database, text: Text, people: readonly string[]): Promise<void> {
  const queries = createQueries(transaction);
  const at = new Date();
  const decisions = people.map(
    (userId, index) => ({ userId, decision: index % 3 === 0 ? 'rejected' : 'accepted' }) as const,
  );
  const accounts = people.map((subject) => ({ subject, last: 1 }));
  await queries.insertInto('ledger_accounts').values(accounts).execute();
  const rows = decisions.map((one) =>
    rowOf({ ...one, rule: RULE, termId: text.id, at: timeText(at), vendors: null, months: null }),
  );
  await queries.insertInto('user_terms').values(rows).execute();
  const events = decisions.map(({ userId, decision }) =>
    newEvent(
      {
        kind: 'decision',
        rule: RULE,
        version: text.version,
        textHash: text.hash,
        decision,
        how: 'panel',
        at,
        subject: { userId, visitorId: null },
        circumstances: { locale: 'en', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', ip: '203.0.113.0/24' },
      },
      { key: append, number: 1 },
    ),
  );
  await new EventAppender(engineNaming(transaction.dialect)).appendMany(transaction, events);
}

/** Creates the tables, adds people up to the given number, and seals. A database that already has them stays unchanged. */
export async function fill(url: string, wanted: number): Promise<{ readonly vkeys: readonly string[] }> {
  const database = await connectDatabase(url);
  const engine = engineOn(database);
  await engine.migrate();
  if ((await textIn(database)) === undefined) await publish(engine);
  const text = await textIn(database);
  if (text === undefined) throw new Error('nothing is published');
  const { count } = await createQueries(database)
    .selectFrom('ledger_accounts')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  for (let from = Number(count); from < wanted; from += AT_ONCE) {
    const people = Array.from({ length: Math.min(AT_ONCE, wanted - from) }, (_, index) => userId(from + index));
    await database.transaction((transaction) => decide(transaction, text, people));
  }
  // Autovacuum does the same about a minute after such a load, unless it is off.
  if (database.dialect === 'postgres') await database.execute('analyze');
  await engine.ledger.seal();
  const vkeys = await engine.ledger.vkeys();
  // Autovacuum does the same a minute later.
  if (database.dialect === 'postgres') await database.execute('vacuum analyze');
  await database.close();
  return { vkeys };
}
