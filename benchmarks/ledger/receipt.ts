/**
 * `npm run benchmark:receipts -- [events] [database URL…]`: the duration of a receipt with its proof, from a ledger of 100,000
 * decisions (default), each of another person, and of the request for it. The order of people defeats the database's cache.
 */
import { connectDatabase, type Database, type PolicyEngine } from 'policy-engine';
import { createQueries } from '../../packages/policy-engine/dist/schema.js';
import { onEach, type Target } from './databases.ts';
import { goal, printLoad } from './goals.ts';
import { engineOn, fill, RULE, userId } from './ledger.ts';

const LIMIT_MILLISECONDS = 5;
const RECEIPTS = 2000;
const WARM_UP = 200;
/** A prime, so that the steps reach all people. */
const STEP = 7919;
const [, , wanted = '100000', ...urls] = process.argv;
const events = Number(wanted);

/** Durations of consecutive calls, the shortest first. */
async function timesOf(call: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < WARM_UP + RECEIPTS; index++) {
    const began = performance.now();
    await call(index);
    if (index >= WARM_UP) times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other);
}

async function eventIds(database: Database): Promise<string[]> {
  const people = Array.from({ length: WARM_UP + RECEIPTS }, (_, index) => userId((index * STEP) % events));
  const rows = await createQueries(database)
    .selectFrom('ledger_identities')
    .select(['subject', 'event_id'])
    .where('subject', 'in', people)
    .execute();
  const byPerson = new Map(rows.map(({ subject, event_id }) => [subject, event_id]));
  return people.map((person) => byPerson.get(person) ?? '');
}

async function ask(engine: PolicyEngine, index: number): Promise<void> {
  const headers = { 'x-user': userId((index * STEP) % events) };
  const response = await engine.fetch(
    new Request(`http://host.test/policies/user_terms/${RULE}/receipt.json`, { headers }),
  );
  const receipt = (await response.json()) as { proof?: unknown };
  if (typeof receipt.proof !== 'string') throw new Error(`${response.status}: no proof`);
}

async function measure({ title, url }: Target): Promise<void> {
  await fill(url, events);
  const database = await connectDatabase(url);
  const engine = engineOn(database);
  const ids = await eventIds(database);
  console.log(title);
  printLoad();
  const receipts = await timesOf(async (index) => {
    const receipt = await engine.ledger.receipt(ids[index] ?? '');
    if (receipt === null || receipt.proof === null) throw new Error(`event ${ids[index]} has no proof`);
  });
  report('engine.ledger.receipt(id)', receipts);
  report('GET /user_terms/{rule}/receipt.json', await timesOf((index) => ask(engine, index)));
  await database.close();
}

function report(what: string, times: readonly number[]): void {
  const at = (share: number) => times[Math.floor(times.length * share)] ?? NaN;
  const [p50, p95] = [at(0.5), at(0.95)];
  const figures = `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`;
  goal(`${what}: ${figures} (limit: ${LIMIT_MILLISECONDS})`, p95 <= LIMIT_MILLISECONDS);
}

await onEach(['sqlite', 'postgres'], urls, measure);
