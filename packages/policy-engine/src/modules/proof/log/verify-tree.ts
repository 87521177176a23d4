/** Verifies proofs that a leaf is in a tree, and that one tree is the beginning of another (RFC 9162 §2.1.3, §2.1.4). */
import { isSame, joined } from './bytes.ts';
import type { Cryptography } from './crypto.ts';

/** A proof has at most as many hashes as the largest tree has levels (tlog-witness: 63 lines). */
export const LONGEST_PROOF = 63;

/** The byte before the two hashes of a node. */
const NODE = [1];

const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0;
const areHashes = (...hashes: readonly Uint8Array[]) => hashes.every(({ length }) => length === 32);
const isOdd = (value: number) => value % 2 === 1;
const halved = (value: number) => Math.floor(value / 2);

/** The statement of a proof of inclusion. */
export interface Inclusion {
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether a proof shows that a tree has a leaf at an index (RFC 9162 §2.1.3.2). */
export function isIncluded(
  { leaf, index, size, root }: Inclusion,
  proof: readonly Uint8Array[],
  sha256: Cryptography['sha256'],
): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes(leaf, root, ...proof)) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const neighbour of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = sha256(joined(NODE, neighbour, hash));
      // The last node of a level without a neighbour moves up until it has one.
      while (at !== 0 && !isOdd(at)) [at, last] = [halved(at), halved(last)];
    } else {
      hash = sha256(joined(NODE, hash, neighbour));
    }
    [at, last] = [halved(at), halved(last)];
  }
  return last === 0 && isSame(hash, root);
}

/** Size and root of a tree. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * Whether a proof shows that the newer tree begins with the older one (RFC 9162 §2.1.4.2).
 *
 * RFC 9162 defines proofs between two different trees with leaves. For an empty older tree and for equal sizes the proof
 * is empty, and the roots are compared, as tlog-witness requires.
 */
export function isContinued(
  older: TreeHead,
  newer: TreeHead,
  proof: readonly Uint8Array[],
  sha256: Cryptography['sha256'],
): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false;
  if (!areHashes(older.root, newer.root, ...proof)) return false;
  const isWhole = older.size !== 0 || isSame(older.root, sha256(new Uint8Array()));
  if (older.size === newer.size) return isWhole && proof.length === 0 && isSame(older.root, newer.root);
  if (older.size === 0) return isWhole && proof.length === 0;
  if (proof.length === 0) return false;
  let [at, last] = [older.size - 1, newer.size - 1];
  while (isOdd(at)) [at, last] = [halved(at), halved(last)];
  // An older tree whose size is a power of two is itself the first subtree.
  const [first, ...rest] = at === 0 ? [older.root, ...proof] : proof;
  if (first === undefined) return false;
  let [old, whole] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      [old, whole] = [sha256(joined(NODE, hash, old)), sha256(joined(NODE, hash, whole))];
      while (at !== 0 && !isOdd(at)) [at, last] = [halved(at), halved(last)];
    } else {
      whole = sha256(joined(NODE, whole, hash));
    }
    [at, last] = [halved(at), halved(last)];
  }
  return last === 0 && isSame(old, older.root) && isSame(whole, newer.root);
}
