/**
 * `npm run benchmark:cache`: requests per second of a cached result from each cache that runs here, beside a bare
 * `node:http` server that answers the same number of bytes with the same headers from a Map. The two alternate every
 * second, so that disturbances of the machine affect both; the figures are medians, those of the ratios over the turns.
 * On a shared machine, the processor time that the serving process spends on a request is more reliable.
 */
import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';

const ROUNDS = 9;
const SECONDS = 1;
const CONNECTIONS = 32;

interface Ready {
  page: string;
  bytes: number;
  services: Record<'memory' | 'files' | 'redis' | 'logging', string>;
  bare: Record<'identity' | 'gzip', string>;
}

/** The measurements of a second of load. */
interface Turn {
  /** Requests per second. */
  rate: number;
  /** Microseconds of processor time for one request. */
  cost: number;
}

async function cpuOf(host: ChildProcess): Promise<number> {
  const answer = once(host, 'message') as Promise<[number]>;
  host.send('cpu');
  return (await answer)[0];
}

async function load(host: ChildProcess, url: string, encoding: string): Promise<Turn> {
  const before = await cpuOf(host);
  const result = await autocannon({
    url,
    headers: { 'accept-encoding': encoding },
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  const used = (await cpuOf(host)) - before;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} wrong, ${result.errors} failed`);
  return { rate: result.requests.average, cost: used / result.requests.total };
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-benchmark-'));
const redisUrl = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const host = fork(path.join(import.meta.dirname, 'host.ts'), [folder, redisUrl], {
  env: { ...process.env, NODE_ENV: 'production' },
});
try {
  const [{ page, bytes, services, bare }] = (await once(host, 'message')) as [Ready];
  const rows = [
    { what: 'memory, gzip', origin: services.memory, encoding: 'gzip' },
    { what: 'memory, no coding', origin: services.memory, encoding: 'identity' },
    { what: 'memory, gzip, with a log line each', origin: services.logging, encoding: 'gzip' },
    { what: 'filesystem, gzip', origin: services.files, encoding: 'gzip' },
    { what: 'redis, gzip', origin: services.redis, encoding: 'gzip' },
  ] as const;
  console.log(`\nA page of ${bytes} bytes, ${CONNECTIONS} connections`);
  console.log(
    '| | bare, req/s | cached, req/s | ratio | bare, µs | cached, µs | ratio |\n|---|---|---|---|---|---|---|',
  );
  for (const { what, origin, encoding } of rows) {
    const turns: Array<{ limit: Turn; cached: Turn }> = [];
    for (let round = 0; round < ROUNDS; round++) {
      const limit = await load(host, bare[encoding] + page, encoding);
      turns.push({ limit, cached: await load(host, origin + page, encoding) });
    }
    const of = (read: (turn: { limit: Turn; cached: Turn }) => number) => median(turns.map(read));
    const figures = [
      of(({ limit }) => limit.rate).toFixed(0),
      of(({ cached }) => cached.rate).toFixed(0),
      of(({ limit, cached }) => cached.rate / limit.rate).toFixed(2),
      of(({ limit }) => limit.cost).toFixed(0),
      of(({ cached }) => cached.cost).toFixed(0),
      of(({ limit, cached }) => limit.cost / cached.cost).toFixed(2),
    ];
    console.log(`| ${[what, ...figures].join(' | ')} |`);
  }
} finally {
  if (host.connected) host.disconnect();
  if (host.exitCode === null) await once(host, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
