/** Commitments of the ledger. */
import { createHmac } from 'node:crypto';
import { canonical, type Plain } from './canonical.ts';

/**
 * A commitment: binds to the record, and reveals nothing about it without the salt. Without the salt not even a guess
 * can be verified, so erasing the salt leaves a number that is about nobody (GDPR recital 26).
 *
 * @param salt - 256 random bits, hexadecimal
 */
export function commitment(salt: string, record: Plain): string {
  return createHmac('sha256', salt, { encoding: 'hex' }).update(canonical(record)).digest('hex');
}
