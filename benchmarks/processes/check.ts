/** Compares the journals of the processes with the ledger. */
import { sql } from 'kysely';
import type { Database } from 'policy-engine';
import { createQueries } from '../../packages/policy-engine/dist/schema.js';
import { STEPS } from './journal.ts';

/** People that are compared at once. */
const PAGE = 5000;

/** The comparison of answers with the ledger. */
export interface Compared {
  readonly answered: number;
  readonly events: number;
  /** People for whom the ledger has something else than what was answered: not all of it, more, or in another order. */
  readonly wrong: readonly string[];
  /** Events that were not sealed in the order of their subject. */
  readonly disordered: number;
}

/** @param answered - how many decisions of each person were answered, by the ID of the person */
export async function compare(database: Database, answered: ReadonlyMap<string, number>): Promise<Compared> {
  const wrong: string[] = [];
  const missing = new Map(answered);
  let events = 0;
  for await (const [person, decided] of peopleIn(database)) {
    events += decided.length;
    const expected = STEPS.slice(0, answered.get(person) ?? 0).map(({ rule, decision }) => `${rule} ${decision}`);
    if (decided.join() !== expected.join()) wrong.push(person);
    missing.delete(person);
  }
  wrong.push(...missing.keys());
  const total = [...answered.values()].reduce((sum, count) => sum + count, 0);
  return { answered: total, events, wrong, disordered: await disorderedIn(database) };
}

/** The decisions of each person in the ledger, in the order of their numbers. */
async function* peopleIn(database: Database): AsyncGenerator<[person: string, decided: string[]]> {
  let after = '';
  for (;;) {
    const people = await createQueries(database)
      .selectFrom('ledger_accounts')
      .select('subject')
      .where('subject', '>', after)
      .orderBy('subject')
      .limit(PAGE)
      .execute();
    const last = people.at(-1)?.subject;
    if (last === undefined) return;
    const rows = await createQueries(database)
      .selectFrom('ledger_identities')
      .innerJoin('ledger_events', 'ledger_events.id', 'ledger_identities.event_id')
      .select(['subject', 'rule', 'decision'])
      .where('subject', '>', after)
      .where('subject', '<=', last)
      .orderBy('subject')
      .orderBy('number')
      .execute();
    const decided = Map.groupBy(rows, ({ subject }) => subject!);
    for (const { subject } of people) {
      yield [subject, (decided.get(subject) ?? []).map(({ rule, decision }) => `${rule} ${decision}`)];
    }
    after = last;
  }
}

async function disorderedIn(database: Database): Promise<number> {
  const place = sql<number>`row_number() over (partition by subject order by sealed)`;
  const { total } = await createQueries(database)
    .selectFrom((from) =>
      from
        .selectFrom('ledger_identities')
        .innerJoin('ledger_events', 'ledger_events.id', 'ledger_identities.event_id')
        .select(['number', place.as('place')])
        .where('subject', 'is not', null)
        .as('placed'),
    )
    .select(({ fn }) => fn.countAll().as('total'))
    .whereRef('number', '<>', 'place')
    .executeTakeFirstOrThrow();
  return Number(total);
}
