/**
 * `npm run benchmark:engine`: requests per second of the engine, compared with bare routes of the same host, on SQLite and
 * PostgreSQL. Engine and bare route alternate, so that disturbances of the machine affect both; the figures are medians.
 *
 * The bare routes do one indexed query (or one insert) and respond with JSON of the same shape.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 8;

interface Row {
  what: string;
  bare: number;
  engine: number;
  goal: number;
}

interface Load {
  path: string;
  method?: 'GET' | 'PUT';
  /** A new user for each request, so that each one is a first decision. */
  newUsers?: boolean;
}

let users = 0;

async function requestsPerSecond(
  origin: string,
  { path: address, method = 'GET', newUsers = false }: Load,
): Promise<number> {
  const headers = { accept: 'application/json', 'x-user': 'anna', 'sec-fetch-site': 'same-origin' };
  const result = await autocannon({
    url: origin + address,
    method,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...(newUsers && {
      requests: [
        {
          setupRequest: (request: { headers: Record<string, string> }) => {
            users += 1;
            return { ...request, headers: { ...request.headers, 'x-user': `user-${users}` } };
          },
        },
      ],
    }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${address}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  }
  return result.requests.average;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function compare(origin: string, what: string, goal: number, bare: Load, engine: Load): Promise<Row> {
  const [bares, engines]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    bares.push(await requestsPerSecond(origin, bare));
    engines.push(await requestsPerSecond(origin, engine));
  }
  return { what, bare: median(bares), engine: median(engines), goal };
}

async function measure(databaseUrl: string): Promise<Row[]> {
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
        0.7,
        { path: '/bare/pending' },
        { path: '/policies/user_terms/pending.json' },
      ),
      await compare(
        origin,
        'PUT accept.json : one insert',
        0.5,
        { path: '/bare/accept', method: 'PUT', newUsers: true },
        { path: '/policies/user_terms/age/accept.json', method: 'PUT', newUsers: true },
      ),
      await compare(
        origin,
        'shop page with hasConsented : without',
        0.9,
        { path: '/shop' },
        { path: '/shop-with-consent' },
      ),
      await compare(
        origin,
        'empty page with hasConsented : with one query',
        0.9,
        { path: '/page-with-query' },
        { path: '/page-with-consent' },
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

async function onPostgres(): Promise<Row[]> {
  const admin = process.env['TEST_POSTGRES_URL'] ?? `postgres://${userInfo().username}@127.0.0.1:5432/postgres`;
  const name = `policy_engine_benchmark_${process.pid}`;
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query(`create database ${name}`);
  try {
    return await measure(new URL(`/${name}`, admin).href);
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
}

async function onSqlite(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-benchmark-'));
  try {
    return await measure(path.join(folder, 'benchmark.db'));
  } finally {
    rmSync(folder, { recursive: true });
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

print('SQLite', await onSqlite());
print('PostgreSQL', await onPostgres());
