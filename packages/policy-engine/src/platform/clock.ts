import { types } from 'node:util';
import { atOnce } from './answered.ts';

/** The system clock: the default of `now`. */
export const systemNow = (): Date => new Date();

/** The host's clock. @returns throws for anything but a time, which would be stored */
export function checkedClock(now: () => Date): () => Date {
  return () => {
    const time: unknown = atOnce(now());
    if (types.isDate(time) && !Number.isNaN(time.getTime())) return time;
    throw new TypeError('now did not return a valid Date');
  };
}
