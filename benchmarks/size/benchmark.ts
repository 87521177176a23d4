/**
 * `npm run benchmark:size [-- FRACTION] [--events 10000000] [--databases postgres,mariadb,sqlite] [--url URL --small URL]
 * [--only verify,…]`: a ledger of many events and a tenth as many people, beside one of ten thousand events. With a fraction, as in
 * `-- 0.01`, that part of the events.
 *
 * - `verify`: processor time and memory of `policy-engine ledger verify`, compared with a tenth of the events.
 * - `check`, `lists`, `seal`, `retention`, `erasure`: see `parts.ts`.
 *
 * Given databases are filled up to that number, and left in place.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { onEach } from '../ledger/databases.ts';
import { goal, printLoad } from '../ledger/goals.ts';
import { verified } from '../ledger/verification.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    events: { type: 'string', default: '10000000' },
    databases: { type: 'string', default: 'postgres,mariadb,sqlite' },
    url: { type: 'string' },
    small: { type: 'string' },
    only: { type: 'string', default: 'verify,check,lists,seal,retention,erasure' },
  },
});
const SMALL = 10_000;
/** Times the duration per event of a tenth, up to which a verification counts as linear. */
const LINEAR = 1.25;
const MEGABYTES = 250;
const [fraction = '1', ...unknown] = positionals;
const events = Math.round(Number(values.events) * Number(fraction));
// A tenth of them is also measured, and is no smaller than the small ledger.
if (unknown.length > 0 || !(events >= 10 * SMALL)) {
  throw new Error('Measure at least 100,000 events: `npm run benchmark:size -- 0.01`.');
}
const parts = values.only.split(',');
const run = promisify(execFile);
const script = (name: string) => path.join(import.meta.dirname, name);

/** Fills in a process of its own, so that this one stays small: the memory of a child includes that of its parent at its start. */
async function fill(url: string, count: number): Promise<string> {
  const begun = performance.now();
  const { stdout } = await run(process.execPath, [script('run-fill.ts'), url, String(count)]);
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (seconds > 5) console.log(`  filled up to ${count.toLocaleString('en')} events in ${seconds} s`);
  return stdout;
}

async function verify(url: string, count: number, vkeys: string): Promise<number> {
  printLoad();
  const { ok, said, seconds, processor, megabytes } = await verified(url, vkeys);
  const perMillion = (processor / count) * 1e6;
  console.log(
    `  ${seconds.toFixed(1)} s, ${processor} s of processor time: ${perMillion.toFixed(1)} s per million events`,
  );
  goal(said, ok);
  goal(`${megabytes} MB resident at most (limit: ${MEGABYTES})`, megabytes <= MEGABYTES);
  return perMillion;
}

async function measure(url: string, small: string): Promise<void> {
  await fill(small, SMALL);
  if (parts.includes('verify')) {
    const tenth = await verify(url, events / 10, await fill(url, events / 10));
    const whole = await verify(url, events, await fill(url, events));
    goal(
      `processor time per event: ${(whole / tenth).toFixed(2)} times that of a tenth (limit: ${LINEAR})`,
      whole <= LINEAR * tenth,
    );
  }
  await fill(url, events);
  const others = parts.filter((part) => part !== 'verify').join(',');
  if (others === '') return;
  const child = spawn(process.execPath, [script('parts.ts'), url, small, String(events), others], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}

const kinds = values.databases.split(',').map((name) => {
  if (name === 'postgres' || name === 'mariadb' || name === 'sqlite') return name;
  throw new Error(`${name} is not postgres, mariadb or sqlite.`);
});
const { url, small } = values;
if (url !== undefined && small !== undefined) await measure(url, small);
else {
  for (const kind of kinds) {
    await onEach([kind], [], (large) =>
      onEach([kind], [], async (few) => {
        console.log(large.title);
        await measure(large.url, few.url);
      }),
    );
  }
}
