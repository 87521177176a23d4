import { availableParallelism, loadavg } from 'node:os';

/** Maximum factor: a process is assumed to get at least an eighth of a core. */
const MOST = 8;
const PROBE_MILLISECONDS = 10;
/** Milliseconds for which a measurement is used. */
const FRESH = 1_000;

let measured = { at: -Infinity, factor: 1 };

/**
 * A time budget that is enough on an idle machine, extended by the current load: other lanes of the tests start and end during
 * this process.
 *
 * @param most maximum factor; small for a page that keeps a core busy until the time budget ends
 */
export function stretched(milliseconds: number, most = MOST): number {
  const now = performance.now();
  if (now - measured.at > FRESH) measured = { at: now, factor: factorNow() };
  return Math.round(milliseconds * Math.min(most, measured.factor));
}

/**
 * What a result of the renderer says of its page, as on an idle machine: where nothing but the load of the machine kept it from being
 * complete, it says so (`busy`).
 */
export function toldUnlessBusy({ verdict, pending }: Told): readonly [verdict: string, pending: object] {
  return Object.keys(pending).join() === 'busy' ? ['complete', {}] : [verdict, pending];
}

interface Told {
  readonly verdict: string;
  readonly pending: object;
}

/**
 * Factor by which something may take longer than on an idle machine. All lanes of `npm test` count as busy: those that wait now
 * may become busy.
 */
function factorNow(): number {
  const lanes = Number(process.env['TEST_LANES'] ?? 1);
  const cores = availableParallelism();
  return Math.min(MOST, Math.max(1, lanes / cores, loadavg()[0]! / cores, stall()));
}

/** How much slower this process is than on its own core: elapsed time divided by processor time. */
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
