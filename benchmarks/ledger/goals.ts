/** What a benchmark promises. The process ends with 1 where it does not hold. */
import { loadavg } from 'node:os';

/** Prints whether something holds. */
export function goal(what: string, met: boolean): void {
  console.log(`  ${met ? 'met' : 'MISSED'}: ${what}`);
  if (!met) process.exitCode = 1;
}

/** Says how busy the machine is: figures of a busy one are too high. */
export function printLoad(): void {
  console.log(`load over the last minute: ${loadavg()[0]?.toFixed(1)}`);
}
