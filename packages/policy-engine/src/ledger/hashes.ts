/** The hash functions of the ledger, and the one way its records become bytes. */
import { createHash, createHmac } from 'node:crypto';

/** 64 zeros: what the first head names as the one before. */
export const NO_HASH: string = '0'.repeat(64);

/** A flat record of text, whole numbers and null. */
export type Plain = Readonly<Record<string, string | number | null>>;

/**
 * JSON of one form: members sorted by name, no white space (RFC 8785; its rules for fractions and nested values are never
 * needed here). The same record gives the same bytes in any language.
 */
export function canonical(record: Plain): Buffer {
  const names = Object.keys(record).toSorted();
  return Buffer.from(`{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(record[name])}`).join(',')}}`);
}

/** SHA-256, 64 lower-case hexadecimal digits. */
export function sha256(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/**
 * A commitment: binds to the record, and says nothing about it to who has not the salt. Without the salt even a guess can't
 * be tried, so erasing it leaves a number that is about nobody (GDPR recital 26).
 *
 * @param salt - 256 random bits, hexadecimal
 */
export function commitment(salt: string, record: Plain): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(canonical(record)).digest('hex');
}
