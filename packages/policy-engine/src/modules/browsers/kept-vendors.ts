/**
 * The vendors of a decision as a browser stores them: a few characters of the hash of each name, the accepted ones, a full stop,
 * the rejected ones. So a cookie stays small regardless of the names, and contains no decision on vendors that were added later.
 */
import { createHash } from 'node:crypto';
import type { VendorChoice } from '../rules/index.ts';

const LENGTH = 6;
const KEPT = new RegExp(`^(?:[\\w-]{${LENGTH}})*\\.(?:[\\w-]{${LENGTH}})*$`);

/** No vendor is accepted: the choice of vendors cannot be read. */
export const NO_VENDOR = '.';

const hashes = new Map<string, string>();
/** More vendors than any site declares. */
const MOST = 10_000;

function hashOf(vendor: string): string {
  const known = hashes.get(vendor);
  if (known !== undefined) return known;
  if (hashes.size >= MOST) hashes.clear();
  const hash = createHash('sha256').update(vendor).digest('base64url').slice(0, LENGTH);
  hashes.set(vendor, hash);
  return hash;
}

/** The stored form of a choice. Equal choices have equal texts. */
export function keptVendors({ offered, refused }: VendorChoice): string {
  const [no, all] = [new Set(refused.map(hashOf)), new Set(offered.map(hashOf))];
  const accepted = [...all].filter((hash) => !no.has(hash));
  return `${accepted.toSorted().join('')}.${[...no].toSorted().join('')}`;
}

/** Reads the cookie of a browser; {@link NO_VENDOR} for a value that the engine did not write. */
export function readKeptVendors(text: string): string {
  return KEPT.test(text) ? text : NO_VENDOR;
}

/** The decision on a vendor; null for one that was not offered. */
export function saidOfVendor(kept: string, vendor: string): 'accepted' | 'rejected' | null {
  const hash = hashOf(vendor);
  const [accepted = '', refused = ''] = kept.split('.');
  if (has(refused, hash)) return 'rejected';
  return has(accepted, hash) ? 'accepted' : null;
}

function has(list: string, hash: string): boolean {
  for (let at = 0; at < list.length; at += LENGTH) if (list.startsWith(hash, at)) return true;
  return false;
}

/** Hash of the stored choice, for the signature of the proof cookie. */
export function keptVendorsHash(kept: string): string {
  return createHash('sha256').update(kept).digest('base64url').slice(0, 11);
}
