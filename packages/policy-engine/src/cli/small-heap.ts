/** Limits the memory of a command that runs for long. */
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** How much garbage may exceed live objects before it is collected. */
const GROWING_PERCENT = 50;
/**
 * Size of the young generation. With V8's initial 1 MB, a quarter of a verification is spent moving pages that are
 * about to become garbage.
 */
const YOUNG_BYTES = 8 * 2 ** 20;
/** The first round is enough. */
const MOST_ROUNDS = 100;

/**
 * Makes V8 collect garbage often from now on. By default V8 lets the heap grow to several times the size of live
 * objects on a machine with much memory. For commands that read much, keep little and have a process of their own.
 */
export function keepHeapSmall(): void {
  growYoungGeneration();
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}

/** V8 takes the size only from the command line; the heap grows in steps of the factor while live objects exceed it. */
function growYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=4');
  for (let round = 0; round < MOST_ROUNDS && youngBytes() < YOUNG_BYTES; round++) {
    Array.from({ length: 2000 }, () => Array.from({ length: 100 }, () => round));
  }
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
