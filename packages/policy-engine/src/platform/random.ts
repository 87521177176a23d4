/** Random bits for ids and salts. Asked of the system some thousand at a time: each question costs more than an event does. */
import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let used = pool.length;

/** Fresh random bytes, unpredictable (`node:crypto`), as hexadecimal digits. @param count at most 64 */
export function randomHex(count: number): string {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const hex = pool.toString('hex', used, used + count);
  // What was given out is a secret of whoever asked.
  pool.fill(0, used, used + count);
  used += count;
  return hex;
}
