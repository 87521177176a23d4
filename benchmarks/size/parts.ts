/**
 * `parts.ts URL SMALL EVENTS PARTS`: measures a large database, beside a small one: the consent check, the lists, and what happens
 * to other people's decisions while the ledger is sealed, retention is applied and people are erased.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PolicyEngine } from 'policy-engine';
import { ask } from '../../packages/policy-engine/test/proof/support.ts';
import { goal, printLoad } from '../ledger/goals.ts';
import { measure as measureLists } from '../lists/measure.ts';
import { insert, WORDS } from '../lists/words.ts';
import { open, type Opened } from './database.ts';
import { longestLock } from './locks.ts';
import { besideOthers, type Waits } from './others.ts';

const [, , url = '', smallUrl = '', events = '0', parts = ''] = process.argv;
const PEOPLE = { large: Number(events) / 10, small: 1000 };
const LIMIT = { check: 1.1, list: 60, lock: 20, erasure: 1.5 };
/** People whose consent is checked again and again, spread over all of them. */
const ACTIVE = 1000;
/** Consent checks of a round, and rounds of each database, in turns. */
const CHECKS = 500;
const ROUNDS = 12;
const WARM = 8;
const UNSEALED = 5000;
const VISITS = 200_000;
const ERASED = 20;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const anyOf = (people: number): string => `user-${Math.floor(Math.random() * people)}`;

/** Compares the consent check of some people: those who are on the site, and, without a limit, anyone. */
async function check(large: Opened, small: Opened): Promise<void> {
  const active = Array.from({ length: ACTIVE }, () => anyOf(PEOPLE.large));
  const someone = { large: () => active[Math.floor(Math.random() * ACTIVE)], small: () => anyOf(PEOPLE.small) };
  const anyone = { large: () => anyOf(PEOPLE.large), small: someone.small };
  const [many, few] = await checked({ large, small }, someone);
  goal(
    `consent check: ${many.toFixed(3)} ms, with ten thousand events ${few.toFixed(3)} ms: ${(many / few).toFixed(2)} times (limit: ${LIMIT.check})`,
    many <= LIMIT.check * few,
  );
  const [all, again] = await checked({ large, small }, anyone);
  console.log(
    `  of anyone, with pages that the database has to read first: ${all.toFixed(3)} ms: ${(all / again).toFixed(2)} times`,
  );
}

type Side = 'large' | 'small';

async function checked(
  opened: Readonly<Record<Side, Opened>>,
  who: Readonly<Record<Side, () => string>>,
): Promise<[large: number, small: number]> {
  const took = { large: [] as number[], small: [] as number[] };
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const name: Side = round % 2 === 0 ? 'small' : 'large';
    for (let count = 0; count < CHECKS; count += 1) {
      const request = new Request('http://host.test/shop', { headers: { 'x-user': who[name]() } });
      const begun = performance.now();
      await opened[name].engine.consentContext(request).hasConsented('cookie');
      // The first rounds read the pages that the others find in memory.
      if (round >= WARM) took[name].push(performance.now() - begun);
    }
  }
  return [median(took.large), median(took.small)];
}

async function lists({ engine, database }: Opened): Promise<void> {
  const measured = await measureLists(engine, database);
  const slowest = measured.filter(({ answer }) => answer !== null).toSorted((one, other) => other.p95 - one.p95);
  for (const { name, median: middle, p95, processor } of slowest.slice(0, 12)) {
    console.log(`  ${name}: median ${middle.toFixed(1)}, p95 ${p95.toFixed(1)}, processor ${processor.toFixed(1)} ms`);
  }
  const over = slowest.filter(({ p95 }) => p95 > LIMIT.list);
  goal(`${measured.length} lists and pages: ${over.length} over ${LIMIT.list} ms (p95)`, over.length === 0);
}

const words = ({ count, median: middle, p99, longest }: Waits): string =>
  `median ${middle.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${longest.toFixed(1)} ms of ${count}`;

/** Does something beside others, and compares their decisions with those before it. */
async function beside(what: string, act: () => Promise<string>): Promise<void> {
  const quiet = await besideOthers(url, () => sleep(3000));
  const begun = performance.now();
  const { result, waits } = await besideOthers(url, () => longestLock(url, act));
  console.log(`  ${what}: ${result.result}, in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  console.log(`    decisions of others before: ${words(quiet.waits)}`);
  console.log(`    decisions of others meanwhile: ${words(waits)}`);
  const { longest } = result;
  goal(`longest wait for a lock: ${longest.toFixed(1)} ms (limit: ${LIMIT.lock})`, longest <= LIMIT.lock);
}

async function decideMany(engine: PolicyEngine): Promise<void> {
  const loop = async (lane: number) => {
    for (let count = lane; count < UNSEALED; count += 8) {
      await ask(engine, '/user_terms/media/accept.json', { method: 'PUT', user: `late-${process.pid}-${count}` });
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, lane) => loop(lane)));
}

async function seal({ engine }: Opened): Promise<void> {
  await decideMany(engine);
  await beside('sealing', async () => {
    const begun = performance.now();
    const { events: sealed } = await engine.ledger.seal();
    return `${sealed} events, ${Math.round(sealed / ((performance.now() - begun) / 1000))} a second`;
  });
}

async function retention({ engine, database }: Opened): Promise<void> {
  const dialect = WORDS[database.dialect];
  await database.execute('drop table if exists shop_visits');
  await database.execute('create table shop_visits (id bigint primary key, user_id varchar(64), seen_at varchar(40))');
  const seen = "case when i % 10 = 0 then '2020-01-01T00:00:00.000Z' else '2099-01-01T00:00:00.000Z' end";
  const visits = { id: 'i', user_id: dialect.join("'user-'", dialect.text('i')), seen_at: seen };
  await insert(database, dialect, 'shop_visits', visits, VISITS);
  await database.execute('create index shop_visits_seen on shop_visits (seen_at)');
  await beside('retention', async () => {
    const report = await engine.erasure.applyRetention();
    return report.map(({ rule, rows, error }) => `${rows} rows of ${rule} ${error ?? ''}`).join();
  });
}

async function erase({ engine }: Opened, people: number): Promise<number[]> {
  const took: number[] = [];
  for (let count = 0; count < ERASED; count += 1) {
    const id = anyOf(people);
    const begun = performance.now();
    await engine.ledger.erase(id);
    took.push(performance.now() - begun);
  }
  return took;
}

async function erasure(large: Opened, small: Opened): Promise<void> {
  await beside('erasure', async () => {
    await erase(small, PEOPLE.small);
    const [few, many] = [median(await erase(small, PEOPLE.small)), median(await erase(large, PEOPLE.large))];
    const ratio = many / few;
    goal(
      `erasure of one person: ${many.toFixed(1)} ms, with a thousand people ${few.toFixed(1)} ms: ${ratio.toFixed(2)} times (limit: ${LIMIT.erasure})`,
      ratio <= LIMIT.erasure,
    );
    return `${ERASED} people`;
  });
}

const PARTS: Readonly<Record<string, (large: Opened, small: Opened) => Promise<void>>> = {
  check,
  lists,
  seal,
  retention,
  erasure,
};

const [large, small] = [await open(url), await open(smallUrl)];
for (const name of parts.split(',')) {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`There is no part ${name}.`);
  printLoad();
  await part(large, small);
}
await large.engine.stop();
await large.close();
await small.close();
