import { timingSafeEqual } from 'node:crypto';

/** Compares a text with the expected one in constant time. */
export function isSameText(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
