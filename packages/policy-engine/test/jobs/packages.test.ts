/** An installation without the packages of a queue gets an error at start that names them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const ROOT = path.join(PACKAGE, '..', '..');
let host: string;

before(async () => {
  host = await mkdtemp(path.join(tmpdir(), 'policy-engine-host-'));
  const installed = path.join(host, 'node_modules', 'policy-engine');
  await mkdir(installed, { recursive: true });
  await cp(path.join(PACKAGE, 'package.json'), path.join(installed, 'package.json'));
  const filter = (source: string) => !/\.(?:d\.ts|map|tsbuildinfo)$/.test(source);
  await cp(path.join(PACKAGE, 'dist'), path.join(installed, 'dist'), { recursive: true, filter });
});
after(() => rm(host, { recursive: true, force: true }));

async function runs(code: string): Promise<string> {
  const program = `import * as queues from 'policy-engine/${code.startsWith('pg') ? 'pg-boss' : 'bullmq'}';
    try { queues.${code}; console.log('fine'); } catch (error) { console.log(error.code, error.reason); }`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { cwd: host });
  return stdout.trim();
}

test('the pg-boss queue requires its package, unless the host passes its own instance', async () => {
  assert.equal(
    await runs("pgBossJobs({ connectionString: 'postgres://localhost/shop' })"),
    'configuration_invalid jobs: pgBossJobs needs the npm package pg-boss: npm install pg-boss',
  );
  assert.equal(await runs('pgBossJobs({ boss: {} })'), 'fine');
});

test('the BullMQ queue requires its package and the Redis client', async () => {
  const bullmq = "bullmqJobs({ connection: 'redis://127.0.0.1' })";
  const sentence = 'configuration_invalid jobs: bullmqJobs needs the npm package';
  assert.equal(await runs(bullmq), `${sentence}s bullmq and ioredis: npm install bullmq ioredis`);
  for (const [installed, answer] of [
    ['bullmq', `${sentence} ioredis: npm install ioredis`],
    ['ioredis', 'fine'],
  ] as const) {
    await symlink(path.join(ROOT, 'node_modules', installed), path.join(host, 'node_modules', installed), 'dir');
    assert.equal(await runs(bullmq), answer);
  }
});
