import { timingSafeEqual } from 'node:crypto';

/** Whether a text is the expected one, in a time that does not tell how nearly. */
export function isSameText(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
