/**
 * The vendors of a decision as a browser keeps them: a few characters of the hash of each name, those accepted, a full stop,
 * those refused. So a cookie stays small whatever vendors are called, and says of a vendor that came later nothing.
 */
import { createHash } from 'node:crypto';
import type { VendorChoice } from '../proof/vendor-choice.ts';

const LENGTH = 6;
const KEPT = new RegExp(`^(?:[\\w-]{${LENGTH}})*\\.(?:[\\w-]{${LENGTH}})*$`);

/** No vendor is accepted: the choice of vendors can't be read. */
export const NO_VENDOR = '.';

const hashes = new Map<string, string>();
/** More vendors than a site will ever declare. */
const MOST = 10_000;

function hashOf(vendor: string): string {
  const known = hashes.get(vendor);
  if (known !== undefined) return known;
  if (hashes.size >= MOST) hashes.clear();
  const hash = createHash('sha256').update(vendor).digest('base64url').slice(0, LENGTH);
  hashes.set(vendor, hash);
  return hash;
}

/** What a browser keeps of a choice. The same choice is the same text. */
export function keptVendors({ offered, refused }: VendorChoice): string {
  const [no, all] = [new Set(refused.map(hashOf)), new Set(offered.map(hashOf))];
  const accepted = [...all].filter((hash) => !no.has(hash));
  return `${accepted.toSorted().join('')}.${[...no].toSorted().join('')}`;
}

/** Reads what a browser sent; {@link NO_VENDOR} for what no engine wrote. */
export function readKeptVendors(text: string): string {
  return KEPT.test(text) ? text : NO_VENDOR;
}

/** What was said of a vendor; null for one that was not offered. */
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

/** Names what a browser keeps, for the signature of the cookie beside it. */
export function keptVendorsHash(kept: string): string {
  return createHash('sha256').update(kept).digest('base64url').slice(0, 11);
}
