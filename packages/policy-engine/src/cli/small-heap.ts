/** Keeps the memory of a long command near what it needs. */
import { setFlagsFromString } from 'node:v8';

/** By how much garbage may exceed what is alive before it is collected. */
const GROWING_PERCENT = 50;

/**
 * From now on, garbage is collected often. By itself V8 lets the heap grow to several times of what is alive where a machine
 * has memory. For commands that read much and keep little, in a process that is their own.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}
