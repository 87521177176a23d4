/** Merkle trees after RFC 6962 §2.1 (RFC 9162 §2.1): leaves and nodes are hashed apart, so that none passes for the other. */
import { sha256 } from './hashes.ts';

const LEAF = new Uint8Array([0]);
const NODE = new Uint8Array([1]);

/** Hash of a leaf, hexadecimal. */
export function leafHash(content: Uint8Array): string {
  return sha256(LEAF, content);
}

function nodeHash(left: string, right: string): string {
  return sha256(NODE, Buffer.from(left, 'hex'), Buffer.from(right, 'hex'));
}

/** Computes the root of leaves that come one by one, holding as many hashes as the tree is high. */
export class RootBuilder {
  /** Roots of complete subtrees, the widest first, with their heights. */
  readonly #subtrees: { height: number; hash: string }[] = [];

  add(leaf: string): void {
    let added = { height: 0, hash: leaf };
    for (let last = this.#subtrees.at(-1); last?.height === added.height; last = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      added = { height: added.height + 1, hash: nodeHash(last.hash, added.hash) };
    }
    this.#subtrees.push(added);
  }

  /** The root; of no leaves it is the hash of nothing. */
  root(): string {
    const [last, ...wider] = this.#subtrees.toReversed();
    if (last === undefined) return sha256();
    return wider.reduce((right, { hash }) => nodeHash(hash, right), last.hash);
  }
}

/** The root of a tree. */
export function rootOf(leaves: readonly string[]): string {
  const builder = new RootBuilder();
  for (const leaf of leaves) builder.add(leaf);
  return builder.root();
}

/** Width of the left half: the largest power of two below the width. */
function leftWidth(width: number): number {
  return 2 ** Math.floor(Math.log2(width - 1));
}

/** The hashes that lead from a leaf to the root, the leaf's neighbour first (RFC 6962 §2.1.1). */
export function inclusionPath(leaves: readonly string[], index: number): string[] {
  if (leaves.length <= 1) return [];
  const left = leftWidth(leaves.length);
  const [first, second] = [leaves.slice(0, left), leaves.slice(left)];
  return index < left
    ? [...inclusionPath(first, index), rootOf(second)]
    : [...inclusionPath(second, index - left), rootOf(first)];
}

/**
 * The root that a path leads to (RFC 9162 §2.1.3.2).
 *
 * @returns null if a tree of that width has no such path
 */
export function rootOfPath(leaf: string, index: number, width: number, path: readonly string[]): string | null {
  if (!Number.isSafeInteger(width) || !Number.isSafeInteger(index) || index < 0 || index >= width) return null;
  if (width === 1) return path.length === 0 ? leaf : null;
  const [last, below] = [path.at(-1), path.slice(0, -1)];
  if (last === undefined) return null;
  const left = leftWidth(width);
  const isLeft = index < left;
  const root = isLeft ? rootOfPath(leaf, index, left, below) : rootOfPath(leaf, index - left, width - left, below);
  if (root === null) return null;
  return isLeft ? nodeHash(root, last) : nodeHash(last, root);
}
