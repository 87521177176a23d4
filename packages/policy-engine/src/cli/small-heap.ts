/** Keeps the memory of a long command near what it needs. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** By how much garbage may exceed what is alive before it is collected. */
const GROWING_PERCENT = 50;
/**
 * What rows and what is made of them may take before what is still in use is moved away. With the 1 MB that V8 begins with, a
 * quarter of a verification is the moving of a page that is about to be done with.
 */
const YOUNG_BYTES = 8 * 2 ** 20;
/** The first round is enough. */
const MOST_ROUNDS = 100;

/**
 * From now on, garbage is collected often. By itself V8 lets the heap grow to several times of what is alive where a machine
 * has memory. For commands that read much and keep little, in a process that is their own.
 */
export function keepHeapSmall(): void {
  growYoungGeneration();
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}

/** V8 takes the size from the command line alone; what is in use when it collects lets it grow in steps of the factor. */
function growYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=4');
  for (let round = 0; round < MOST_ROUNDS && youngBytes() < YOUNG_BYTES; round++) {
    Array.from({ length: 2000 }, () => Array.from({ length: 100 }, () => round));
  }
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
