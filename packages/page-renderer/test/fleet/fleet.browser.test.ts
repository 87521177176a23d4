/** Three services with one Redis, of which nodes and Redis are killed: `npm run benchmark:fleet` does it for longer. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { parseConfig } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from '../support/processes.ts';
import type { RedisServer } from '../support/redis-server.ts';
import { noRedisServer, startRedis } from '../support/redis-server.ts';
import { ADMIN, FleetNode, nextVersion, THIS_VERSION } from './node.ts';
import { Origin } from './origin.ts';
import { Trial } from './trial.ts';
import { freePort } from '../../../../testing/free-port.ts';

const skip = noRedisServer() ?? false;
const guide = readFileSync(path.join(THIS_VERSION, 'docs/fleet.md'), 'utf8');

/** The commands that the guide says are run by a test, with what they show. */
function commandsOf(text: string): Array<{ command: string; shows: string }> {
  const [, block = ''] = /<!-- Run by a test\. -->\n\n```sh\n([^`]*)```/.exec(text) ?? [];
  return block
    .trim()
    .split('\n')
    .map((line) => {
      const [command = '', shows = assert.fail(line)] = line.split('  # ');
      return { command, shows };
    });
}

test('the configurations of the guide are valid', () => {
  const configurations = Array.from(
    guide.matchAll(/^```json\n([^`]*)```/gm),
    ([, json = '']) => JSON.parse(json) as object,
  );
  assert.ok(configurations.length >= 4);
  for (const configuration of configurations) parseConfig(configuration);
});

describe('a fleet', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fleet-'));
  const origin = new Origin(4);
  const nodes: FleetNode[] = [];
  let next: ReturnType<typeof nextVersion>;
  let redis: RedisServer;
  before(async () => {
    next = nextVersion();
    redis = await startRedis();
    await origin.start();
    for (const [name, program] of [
      ['one', THIS_VERSION],
      ['two', THIS_VERSION],
      ['three', next.folder],
    ] as const) {
      const cacheConfig = { redisUrl: redis.url, requiredForReady: name === 'two' };
      const limits = { concurrency: 2, browsers: 1, timeout: stretched(10_000), allowPrivateNetworks: ['127.0.0.1'] };
      const options = { port: await freePort(), cache: 'redis', cacheConfig, logLevel: 'silent', ...limits };
      nodes.push(new FleetNode(name, program, folder, options));
    }
    await Promise.all(nodes.map((node) => node.start()));
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await redis[Symbol.asyncDispose]();
    await origin[Symbol.asyncDispose]();
    next.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  test('the commands of the guide show that the nodes are one service', async () => {
    const { versions } = origin;
    const env = {
      ...process.env,
      ONE: nodes[0]?.url,
      TWO: nodes[1]?.url,
      ADMIN_TOKEN: ADMIN,
      PAGE: origin.urlOf(versions.length - 1),
    };
    for (const { command, shows } of commandsOf(guide)) {
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
      assert.ok(stdout.toLowerCase().includes(shows.toLowerCase()), `${command}: ${stdout}`);
    }
  });

  test('a version does not start with an option that it does not know, and check-config names it', async () => {
    const config = path.join(folder, 'newer.json');
    const program = path.join(THIS_VERSION, 'bin/page-renderer.js');
    const run = async (options: object, ...args: string[]) => {
      writeFileSync(config, JSON.stringify(options));
      const done = await promisify(execFile)(process.execPath, [program, ...args]).catch((error: unknown) => error);
      const { code = 0, stdout, stderr } = done as { code?: number; stdout: string; stderr: string };
      return { code, text: stdout + stderr };
    };
    const started = await run({ optionOfLater: 1 }, '--config', config);
    assert.deepEqual([started.code, /optionOfLater/.test(started.text)], [2, true], started.text);
    const checked = await run({ optionOfLater: 1 }, 'check-config', config, '--offline');
    assert.deepEqual([checked.code, /optionOfLater/.test(checked.text)], [1, true], checked.text);
    assert.equal((await run({}, 'check-config', config, '--offline')).code, 0);
  });

  test('answers every request rightly while its nodes and its Redis are killed and started again', async () => {
    const trial = new Trial({ nodes, redis, origin }, 6);
    await eventually(() => trial.outcome.pages > 20 && trial.outcome.removals > 2, 'it works');
    await trial.killNode(0);
    await trial.killRedis(async () => {
      const ready = await Promise.all(nodes.map(async (node) => (await node.get('/readyz'))?.status));
      assert.deepEqual(ready, [200, 503, 200], 'only a service that requires Redis is not ready without it');
    });
    const before = trial.outcome.removals;
    await eventually(() => trial.outcome.removals > before + 2, 'removals are confirmed again');
    // A node that has lost Redis tries it again after 10 seconds.
    const outcome = await trial.end(stretched(13_000));
    assert.deepEqual(outcome.wrong, []);
    assert.equal(outcome.overlaps, 0, JSON.stringify(outcome));
    // Each was made for a request, and no request needs two. Fewer are not certain: the older version cannot read what the newer one stores.
    const { renders, pages, unavailable, lost } = outcome;
    assert.ok(renders <= pages + unavailable + lost, JSON.stringify(outcome));
  });

  test('after a return to the older version, results of the newer one are removed with the command of the guide', async () => {
    const page = `/render/${origin.urlOf(0)}`;
    const [older, , newer] = nodes;
    const cacheStatus = async (node: FleetNode | undefined) =>
      (await fetch(`${node?.url}${page}`)).headers.get('cache-status');
    const STORED = 'page-renderer; hit';
    await eventually(async () => (await cacheStatus(newer)) === STORED, 'the newer version stores the page');
    for (let round = 0; round < 3; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      assert.match((await cacheStatus(older)) ?? '', /fwd=miss/);
    }
    const [, command = ''] = /```sh\n(curl [^\n]*none\.example[^\n]*)\n```/.exec(guide) ?? [];
    await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, ONE: older?.url, ADMIN_TOKEN: ADMIN } });
    await eventually(async () => (await cacheStatus(older)) === STORED, 'the older version stores it');
  });
});
