import { randomFillSync } from 'node:crypto';

const bytes = new Uint8Array(16);
let lastMillisecond = 0;
let counter = 0;

/**
 * A new UUID version 7 (RFC 9562 §5.7): 48 bits of milliseconds, then a 12-bit counter, then 62 random bits.
 * Ids of one process sort in the order they were made, also within a millisecond and when the clock steps back.
 */
export function createId(now: number = Date.now()): string {
  randomFillSync(bytes);
  if (now > lastMillisecond) {
    lastMillisecond = now;
    // Starts low so that a burst has room to count before it must borrow the next millisecond.
    counter = ((bytes[6]! << 8) | bytes[7]!) & 0x1ff;
  } else if (++counter > 0xfff) {
    lastMillisecond += 1;
    counter = 0;
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const sequence = (0x7000 | counter).toString(16);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const random = Buffer.from(bytes.subarray(8)).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${sequence}-${random.slice(0, 4)}-${random.slice(4)}`;
}
