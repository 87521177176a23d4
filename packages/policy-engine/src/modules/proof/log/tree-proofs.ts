/** Proofs that a leaf is in a tree, and that one tree is the beginning of another (RFC 9162 §2.1.3, §2.1.4). */
import {
  checkSize,
  EMPTY_ROOT,
  fullSubtrees,
  type Hash,
  HASH_BYTES,
  nodeHash,
  type ReadNodes,
  readSubtrees,
  type SubtreeCoordinates,
} from './tree.ts';

/** A proof has at most as many hashes as the largest tree has levels (tlog-witness: 63 lines). */
export const LONGEST_PROOF = 63;

/** Width of a tree's left half: the largest power of two below its width, which is at least 2. */
function leftWidth(width: number): number {
  let left = 1;
  while (left < width / 2) left *= 2;
  return left;
}

/**
 * The subtrees whose hashes prove that a leaf is in a tree, the leaf's neighbour first (RFC 9162 §2.1.3.1).
 *
 * @throws {RangeError} unless the tree has such a leaf
 */
export function inclusionSubtrees(index: number, size: number): SubtreeCoordinates[] {
  checkSize(size);
  checkSize(index);
  if (index >= size) throw new RangeError(`a tree of ${size} leaves has no leaf ${index}`);
  const subtrees: SubtreeCoordinates[] = [];
  for (let [start, end] = [0, size]; end - start > 1;) {
    const middle = start + leftWidth(end - start);
    if (index < middle) {
      subtrees.push(fullSubtrees(middle, end));
      end = middle;
    } else {
      subtrees.push(fullSubtrees(start, middle));
      start = middle;
    }
  }
  return subtrees.toReversed();
}

/**
 * The subtrees whose hashes prove that the first `from` of `to` leaves are an older tree (RFC 9162 §2.1.4.1).
 * None if `from` is 0, since every tree begins with nothing, or equal to `to`.
 *
 * @throws {RangeError} unless `from` is at most `to`
 */
export function consistencySubtrees(from: number, to: number): SubtreeCoordinates[] {
  checkSize(from);
  checkSize(to);
  if (from > to) throw new RangeError(`a tree of ${to} leaves can't begin with ${from}`);
  if (from === 0 || from === to) return [];
  const subtrees: SubtreeCoordinates[] = [];
  let [start, end] = [0, to];
  while (from < end) {
    const middle = start + leftWidth(end - start);
    if (from <= middle) {
      subtrees.push(fullSubtrees(middle, end));
      end = middle;
    } else {
      subtrees.push(fullSubtrees(start, middle));
      start = middle;
    }
  }
  // The verifier knows the root of the older tree, unless only a part of it is a subtree of the newer one.
  if (start > 0) subtrees.push(fullSubtrees(start, end));
  return subtrees.toReversed();
}

/** Proves that the tree of `size` leaves has the leaf `index`. */
export async function proveInclusion(read: ReadNodes, index: number, size: number): Promise<Hash[]> {
  return readSubtrees(read, inclusionSubtrees(index, size));
}

/** Proves that the tree of `to` leaves begins with the tree of `from` leaves. */
export async function proveConsistency(read: ReadNodes, from: number, to: number): Promise<Hash[]> {
  return readSubtrees(read, consistencySubtrees(from, to));
}

const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0;
const areHashes = (...hashes: readonly Hash[]) => hashes.every(({ length }) => length === HASH_BYTES);
const isOdd = (value: number) => value % 2 === 1;
const halved = (value: number) => Math.floor(value / 2);

/** The statement of a proof of inclusion. */
export interface Inclusion {
  readonly leaf: Hash;
  readonly index: number;
  readonly size: number;
  readonly root: Hash;
}

/** Whether a proof shows that a tree has a leaf at an index (RFC 9162 §2.1.3.2). */
export function verifyInclusion({ leaf, index, size, root }: Inclusion, proof: readonly Hash[]): boolean {
  if (!isSize(index) || !isSize(size) || index >= size || !areHashes(leaf, root, ...proof)) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const neighbour of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = nodeHash(neighbour, hash);
      // The last node of a level without a neighbour moves up until it has one.
      while (at !== 0 && !isOdd(at)) [at, last] = [halved(at), halved(last)];
    } else {
      hash = nodeHash(hash, neighbour);
    }
    [at, last] = [halved(at), halved(last)];
  }
  return last === 0 && hash.equals(root);
}

/** Size and root of a tree. */
export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

/**
 * Whether a proof shows that the newer tree begins with the older one (RFC 9162 §2.1.4.2).
 *
 * RFC 9162 defines proofs between two different trees with leaves. For an empty older tree and for equal sizes the proof
 * is empty, and the roots are compared, as tlog-witness requires.
 */
export function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly Hash[]): boolean {
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false;
  if (!areHashes(older.root, newer.root, ...proof)) return false;
  if (newer.size === 0 && !newer.root.equals(EMPTY_ROOT)) return false;
  if (older.size === newer.size) return proof.length === 0 && older.root.equals(newer.root);
  if (older.size === 0) return proof.length === 0 && older.root.equals(EMPTY_ROOT);
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
      [old, whole] = [nodeHash(hash, old), nodeHash(hash, whole)];
      while (at !== 0 && !isOdd(at)) [at, last] = [halved(at), halved(last)];
    } else {
      whole = nodeHash(whole, hash);
    }
    [at, last] = [halved(at), halved(last)];
  }
  return last === 0 && old.equals(older.root) && whole.equals(newer.root);
}
