/**
 * `npm run benchmark:engine`: requests per second of the engine, compared with bare routes of the same host, on SQLite,
 * PostgreSQL and MariaDB (`BENCHMARK_DATABASE` names one of them). Engine and bare route alternate, so that disturbances of the machine affect both; the figures are medians.
 *
 * The bare routes do one indexed query (or one insert) and respond with JSON of the same shape. With folders of other builds as
 * arguments, the engine is compared with itself instead: see `compare.ts`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import path from 'node:path';
import { compareBuilds } from './compare.ts';
import { databases } from './databases.ts';
import { ENGINE, type Load, loaded, median } from './load.ts';

const ROUNDS = 5;
const SECONDS = 3;

interface Row {
  what: string;
  bare: number;
  engine: number;
  goal: number;
}

async function compare(origin: string, what: string, goal: number, bare: Load, engine: Load): Promise<Row> {
  const [bares, engines]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    bares.push(await loaded(origin, bare, { duration: SECONDS }));
    engines.push(await loaded(origin, engine, { duration: SECONDS }));
  }
  return { what, bare: median(bares), engine: median(engines), goal };
}

/** The least ratio for each row: pending, accept, shop page, empty page. MariaDB: 0.8 of those of PostgreSQL. */
const GOALS: Readonly<Record<string, readonly [number, number, number, number]>> = {
  SQLite: [0.75, 0.8, 0.97, 0.9],
  PostgreSQL: [0.85, 0.65, 0.95, 0.95],
  MariaDB: [0.68, 0.52, 0.76, 0.76],
};

async function measure(databaseUrl: string, goals: readonly [number, number, number, number]): Promise<Row[]> {
  const host = fork(path.join(import.meta.dirname, 'host.ts'), [databaseUrl], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [{ port }] = (await once(host, 'message')) as [{ port: number }];
  const origin = `http://127.0.0.1:${port}`;
  try {
    return [
      await compare(
        origin,
        'GET pending.json : one indexed query',
        goals[0],
        { path: '/bare/pending' },
        ENGINE.pending,
      ),
      await compare(
        origin,
        'PUT accept.json : one insert',
        goals[1],
        { path: '/bare/accept', method: 'PUT', newUsers: true },
        ENGINE.accept,
      ),
      await compare(origin, 'shop page with hasConsented : without', goals[2], { path: '/shop' }, ENGINE.shop),
      await compare(
        origin,
        'empty page with hasConsented : with one query',
        goals[3],
        { path: '/page-with-query' },
        ENGINE.page,
      ),
      // The cost of one more query for the same page: an upper bound for every engine that queries the database.
      await compare(
        origin,
        'limit: shop page with one query more : without',
        NaN,
        { path: '/shop' },
        { path: '/shop-with-query' },
      ),
    ];
  } finally {
    host.disconnect();
    await once(host, 'exit');
  }
}

function print(title: string, rows: Row[]): void {
  console.log(`\n${title}\n| | bare, req/s | engine, req/s | ratio | goal |\n|---|---|---|---|---|`);
  for (const { what, bare, engine, goal } of rows) {
    const ratio = (engine / bare).toFixed(2);
    console.log(
      `| ${what} | ${Math.round(bare)} | ${Math.round(engine)} | ${ratio} | ${Number.isNaN(goal) ? '' : goal} |`,
    );
  }
}

const [first, ...others] = process.argv.slice(2);
if (first !== undefined) {
  await compareBuilds(first, others);
} else {
  for (const [name, database] of databases()) {
    const rows = await database((url) => measure(url, GOALS[name]));
    print(`${name}, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end`, rows);
  }
}
