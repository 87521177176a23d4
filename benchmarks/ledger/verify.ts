/**
 * `npm run benchmark:ledger -- [events] [database URL…]`: seconds and memory of `policy-engine ledger verify`, in a separate
 * process, on a ledger of a million decisions (default), each of another person. Given databases are filled up to that number,
 * and left in place.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onEach, type Target } from './databases.ts';
import { goal, printLoad } from './goals.ts';

const LIMIT = { seconds: 60, megabytes: 200 };
const COMMAND = path.resolve(import.meta.dirname, '../../packages/policy-engine/bin/policy-engine.js');
const script = (name: string) => path.join(import.meta.dirname, name);
const run = promisify(execFile);
const [, , events = '1000000', ...urls] = process.argv;
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-benchmark-'));

async function measure({ title, url }: Target): Promise<void> {
  // In a separate process, so that this one stays small: the reported memory of a child includes that of its parent at the start.
  const { stdout: vkeys } = await run(process.execPath, [script('fill.ts'), url, events]);
  const keys = path.join(folder, 'ledger.vkey');
  writeFileSync(keys, vkeys);
  console.log(title);
  printLoad();
  const began = performance.now();
  const parameters = ['ledger', 'verify', '--database', url, '--key', keys];
  const { stdout, stderr } = await run(process.execPath, [
    '--import',
    script('peak-memory.ts'),
    COMMAND,
    ...parameters,
  ]);
  const seconds = (performance.now() - began) / 1000;
  const megabytes = Number(/^peak memory: (\d+) MB$/m.exec(stderr)?.[1]);
  console.log(`  ${stdout.split('\n', 1)[0]}; ${stdout.trim().split('\n').at(-1)}`);
  goal(`${seconds.toFixed(1)} s (limit: ${LIMIT.seconds})`, seconds <= LIMIT.seconds);
  goal(`${megabytes} MB resident at most (limit: ${LIMIT.megabytes})`, megabytes <= LIMIT.megabytes);
}

try {
  await onEach(['sqlite', 'postgres'], urls, measure);
} finally {
  rmSync(folder, { recursive: true });
}
