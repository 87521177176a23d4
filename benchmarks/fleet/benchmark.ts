/**
 * `npm run benchmark:fleet -- [minutes] [clients]`: three services with one Redis on this machine, of which a random node is killed
 * every few seconds, and Redis every now and then; see README.md. The exit code is 1 if a response was wrong.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FleetNode, nextVersion, THIS_VERSION } from '../../packages/page-renderer/test/fleet/node.ts';
import { Origin } from '../../packages/page-renderer/test/fleet/origin.ts';
import { Trial } from '../../packages/page-renderer/test/fleet/trial.ts';
import { startRedis } from '../../packages/page-renderer/test/support/redis-server.ts';
import { freePort } from '../../testing/free-port.ts';

const [minutes = 5, clients = 8] = process.argv.slice(2).map(Number);
/** Maximum milliseconds between two kills, that a killed node stays away, and that Redis does. */
const PAUSE = { between: 4_000, node: 3_000, redis: 3_000 };
/** One kill in so many is of Redis. */
const REDIS_IN = 12;
/** Milliseconds until all nodes use Redis again: a node that has lost it tries after 10 seconds. */
const SETTLED = 13_000;

const folder = mkdtempSync(path.join(tmpdir(), 'fleet-'));
const next = nextVersion();
const redis = await startRedis();
const origin = new Origin(12);
await origin.start();
const nodes: FleetNode[] = [];
for (const [name, program] of [
  ['one', THIS_VERSION],
  ['two', THIS_VERSION],
  ['three', next.folder],
] as const) {
  const limits = { concurrency: 2, browsers: 1, allowPrivateNetworks: ['127.0.0.1'] };
  const options = {
    port: await freePort(),
    cache: 'redis',
    cacheConfig: { redisUrl: redis.url },
    logLevel: 'silent',
    ...limits,
  };
  nodes.push(new FleetNode(name, program, folder, options));
}

try {
  await Promise.all(nodes.map((node) => node.start()));
  const trial = new Trial({ nodes, redis, origin }, clients);
  const end = performance.now() + minutes * 60_000;
  let kills = 0;
  while (performance.now() < end) {
    await sleep(Math.random() * PAUSE.between);
    kills += 1;
    if (kills % REDIS_IN === 0) await trial.killRedis(() => sleep(Math.random() * PAUSE.redis));
    else await trial.killNode(Math.random() * PAUSE.node);
  }
  const outcome = await trial.end(SETTLED);
  const { wrong, ...counts } = outcome;
  console.log(
    JSON.stringify({ minutes, clients, load: Math.round(loadavg()[0]), ...counts, wrong: wrong.length }, null, 2),
  );
  for (const one of wrong.slice(0, 20)) console.log(one);
  process.exitCode = wrong.length > 0 || counts.overlaps > 0 ? 1 : 0;
} finally {
  await Promise.all(nodes.map((node) => node.kill()));
  await redis[Symbol.asyncDispose]();
  await origin[Symbol.asyncDispose]();
  next.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
