/**
 * `npm run benchmark:schemas -- [schemas] [first seed] [each]`: random schemas with random rows, on SQLite, PostgreSQL and MariaDB in
 * turn, or with `each` every seed on each of them. One person of each is erased. Fails if an erasure fails after it was confirmed, if data of the person is left that no rule keeps, if data
 * of others is lost, or if a second run finds something.
 */
import { connectDatabase, type Database } from 'policy-engine';
import { shopEngine, makeShop } from '../../packages/policy-engine/test/erasure/shop.ts';
import { type Outcome, tryRandomSchema } from '../../packages/policy-engine/test/erasure/random-outcome.ts';
import { findMariadb, findPostgres, uniqueName } from '../../testing/databases.ts';
import { printLoad } from '../ledger/goals.ts';

const [, , wanted = '1000', first = '1', each] = process.argv;
const begun = performance.now();
const servers = await Promise.all([findPostgres(), findMariadb()]);
const places: Array<{ readonly title: string; readonly url: string; readonly drop: () => Promise<void> }> = [
  { title: 'SQLite', url: ':memory:', drop: async () => {} },
];
for (const server of servers) {
  if (server.url === undefined) throw new Error(`${server.tried} does not answer`);
  places.push({ title: server.title, ...(await server.create(uniqueName('policy_engine_schemas'))) });
}
const databases: Array<{ readonly title: string; readonly database: Database; readonly outcomes: Outcome[] }> = [];
for (const { title, url } of places) {
  const database = await connectDatabase(url);
  await shopEngine(database);
  await makeShop(database);
  databases.push({ title, database, outcomes: [] });
}
async function tryOn({ title, database, outcomes }: (typeof databases)[number], from: number): Promise<void> {
  const [begin, step] = each === 'each' ? [0, 1] : [from, databases.length];
  for (let seed = Number(first) + begin; seed < Number(first) + Number(wanted); seed += step) {
    const outcome = await tryRandomSchema(database, seed);
    outcomes.push(outcome);
    if (outcome.end === 'failed')
      console.log(`${title}, seed ${seed}: failed after it was confirmed: ${outcome.reason}`);
    for (const problem of outcome.problems) console.log(`${title}, seed ${seed}: ${problem}`);
  }
}
await Promise.all(databases.map(tryOn));
const seeds = `${first} to ${Number(first) + Number(wanted) - 1}`;
console.log(`\nSeeds ${seeds}, ${Math.round((performance.now() - begun) / 1000)} s`);
printLoad();
console.log(
  '\n| | Schemas | Completed | Refused before | Failed after | Wrong | Circles | To itself | Several people | Long keys |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
let isBad = false;
for (const { title, database, outcomes } of databases) {
  const ends = (end: Outcome['end']) => outcomes.filter((one) => one.end === end).length;
  const wrong = outcomes.filter(({ problems }) => problems.length > 0).length;
  const having = (what: string) => outcomes.filter(({ has, end }) => has.includes(what) && end === 'completed').length;
  isBad ||= ends('failed') > 0 || wrong > 0;
  console.log(
    `| ${[title, outcomes.length, ends('completed'), ends('stopped'), ends('failed'), wrong, ...['circle', 'itself', 'several people', 'long key'].map(having)].join(' | ')} |`,
  );
  await database.close();
}
for (const { drop } of places) await drop();
if (isBad) process.exitCode = 1;
