/** Proofs that a leaf is in a tree, and that one tree is the beginning of another (RFC 9162 §2.1.3, §2.1.4). */
import { nodeCrypto } from './node.ts';
import { checkSize, fullSubtrees, type Hash, type ReadNodes, readSubtrees, type SubtreeCoordinates } from './tree.ts';
import { type Inclusion, isContinued, isIncluded, type TreeHead } from './verify-tree.ts';

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

/** {@link isIncluded} in Node. */
export const verifyInclusion = (inclusion: Inclusion, proof: readonly Uint8Array[]): boolean =>
  isIncluded(inclusion, proof, nodeCrypto.sha256);

/** {@link isContinued} in Node. */
export const verifyConsistency = (older: TreeHead, newer: TreeHead, proof: readonly Uint8Array[]): boolean =>
  isContinued(older, newer, proof, nodeCrypto.sha256);
