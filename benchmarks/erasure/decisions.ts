/** Many decisions of one person: sealed events of the ledger, as the engine would have written them. */
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { EventAppender } from '../../packages/policy-engine/dist/modules/proof/ledger/append.js';
import { newEvent } from '../../packages/policy-engine/dist/modules/proof/ledger/event.js';
import { createQueries, engineNaming } from '../../packages/policy-engine/dist/schema.js';
import { PERSON } from './data.ts';

const AT_ONCE = 1000;

/** @param count number of events of the person; each is a decision on another version, none of which is in force */
export async function fillDecisions(file: string, count: number): Promise<void> {
  const database = nodeSqliteDatabase(file);
  // They do not become current decisions, which the engine would report.
  const logger = { error: () => {} };
  const engine = createPolicyEngine({ database, rules: [{ name: 'age' }], currentUser: () => null, logger });
  await engine.migrate();
  const appender = new EventAppender(engineNaming(database.dialect));
  for (let from = 0; from < count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => from + index + 1);
    await database.transaction((transaction) => appender.appendMany(transaction, numbers.map(decision)));
  }
  await createQueries(database).insertInto('ledger_accounts').values({ subject: PERSON, last: count }).execute();
  await engine.ledger.seal();
  await database.close();
}

function decision(number: number): ReturnType<typeof newEvent> {
  return newEvent(
    {
      kind: 'decision',
      rule: 'age',
      version: 1,
      textHash: 'a'.repeat(64),
      decision: number % 2 === 0 ? 'accepted' : 'rejected',
      how: 'panel',
      at: new Date(),
      subject: { userId: PERSON, visitorId: null },
      circumstances: { locale: 'en', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', ip: '203.0.113.0/24' },
    },
    { number },
  );
}
