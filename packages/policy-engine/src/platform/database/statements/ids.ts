import { randomHex } from '../../random.ts';

let lastMillisecond = 0;
let counter = 0;

/**
 * A new UUID version 7 (RFC 9562 §5.7): 48 bits of milliseconds, then a 12-bit counter, then 62 random bits. IDs of one
 * process sort in the order of their creation, also within a millisecond and when the clock is set back.
 */
export function createId(now: number = Date.now()): string {
  const random = randomHex(10);
  if (now > lastMillisecond) {
    lastMillisecond = now;
    // Starts low so that a burst has room to count before it must borrow the next millisecond.
    counter = Number.parseInt(random.slice(16), 16) & 0x1ff;
  } else if (++counter > 0xfff) {
    lastMillisecond += 1;
    counter = 0;
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const sequence = (0x7000 | counter).toString(16);
  const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-${sequence}-${variant}${random.slice(1, 4)}-${random.slice(4, 16)}`;
}
