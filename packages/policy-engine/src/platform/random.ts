/**
 * Random bits for IDs and salts. Some thousand are requested from the system at a time: one request costs more than an
 * event.
 */
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
  // Bytes that were returned are the caller's secret.
  pool.fill(0, used, used + count);
  used += count;
  return hex;
}
