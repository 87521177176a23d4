/** The goals of a benchmark. The exit code is 1 if one is missed. */
import { loadavg } from 'node:os';

/** Prints whether a goal is reached. */
export function goal(what: string, met: boolean): void {
  console.log(`  ${met ? 'met' : 'MISSED'}: ${what}`);
  if (!met) process.exitCode = 1;
}

/** Prints the load of the machine: the figures of a busy machine are too high. */
export function printLoad(): void {
  console.log(`load over the last minute: ${loadavg()[0]?.toFixed(1)}`);
}
