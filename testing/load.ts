import { availableParallelism, loadavg } from 'node:os';

/** A machine on which each process gets less than an eighth of a core is not waited for. */
const MOST = 8;
const PROBE_MILLISECONDS = 10;
/** Milliseconds for which what was measured is taken to hold. */
const FRESH = 1_000;

let measured = { at: -Infinity, factor: 1 };

/**
 * A time budget that is enough on an idle machine, stretched by how busy this one is now: other lanes of the tests start and
 * end while this process lives.
 *
 * @param most how many times longer at most; small for a page that keeps a core busy until the time is over
 */
export function stretched(milliseconds: number, most = MOST): number {
  const now = performance.now();
  if (now - measured.at > FRESH) measured = { at: now, factor: factorNow() };
  return Math.round(milliseconds * Math.min(most, measured.factor));
}

/**
 * How many times longer than on an idle machine something may take. The lanes of `npm test` are counted as if all were busy:
 * those that wait at this moment may not at the next.
 */
function factorNow(): number {
  const lanes = Number(process.env['TEST_LANES'] ?? 1);
  const cores = availableParallelism();
  return Math.min(MOST, Math.max(1, lanes / cores, loadavg()[0]! / cores, stall()));
}

/** What share of a core this process gets: the time on the clock over the time on the core. */
function stall(): number {
  const before = process.cpuUsage();
  const started = performance.now();
  let onCore = 0;
  while (onCore < PROBE_MILLISECONDS) {
    const { user, system } = process.cpuUsage(before);
    onCore = (user + system) / 1000;
  }
  return (performance.now() - started) / onCore;
}
