import type { CacheLabel } from './definitions.ts';

/**
 * The value of `Server-Timing` (https://www.w3.org/TR/server-timing/): where the response came from, and the durations of the steps
 * in milliseconds.
 */
export function serverTiming(cache: CacheLabel, steps: ReadonlyMap<string, number>, total: number): string {
  const source = cache === 'none' ? [] : [`cache;desc="${cache}"`];
  const durations = [...steps, ['total', total] as const].map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`);
  return [...source, ...durations].join(', ');
}
