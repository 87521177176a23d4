/**
 * `npm run benchmark:ledger -- [events] [database URL…]`: seconds and memory of `policy-engine ledger verify`, in a separate
 * process, on a ledger of a million decisions (default), each of another person. Given databases are filled up to that number,
 * and left in place.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { onEach, type Target } from './databases.ts';
import { goal, printLoad } from './goals.ts';
import { verified } from './verification.ts';

const LIMIT = { seconds: 60, megabytes: 200 };
const run = promisify(execFile);
const [, , events = '1000000', ...urls] = process.argv;

async function measure({ title, url }: Target): Promise<void> {
  // In a separate process, so that this one stays small: the reported memory of a child includes that of its parent at the start.
  const { stdout: vkeys } = await run(process.execPath, [path.join(import.meta.dirname, 'fill.ts'), url, events]);
  console.log(title);
  printLoad();
  const { ok, said, seconds, processor, megabytes } = await verified(url, vkeys);
  goal(said, ok);
  goal(`${seconds.toFixed(1)} s (limit: ${LIMIT.seconds}), ${processor} s of processor time`, seconds <= LIMIT.seconds);
  goal(`${megabytes} MB resident at most (limit: ${LIMIT.megabytes})`, megabytes <= LIMIT.megabytes);
}

await onEach(['sqlite', 'postgres'], urls, measure);
