import { availableParallelism, loadavg } from 'node:os';

/** A machine on which each process gets less than an eighth of a core is not waited for. */
const MOST = 8;
const PROBE_MILLISECONDS = 20;

/** How many times longer than on an idle machine something takes here and now. */
const factor = Math.min(MOST, Math.max(1, loadavg()[0]! / availableParallelism(), stall()));

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

/** A time budget that is enough on an idle machine, stretched by how busy this one is. */
export function stretched(milliseconds: number): number {
  return Math.round(milliseconds * factor);
}
