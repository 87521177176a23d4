/** Proofs of trees (RFC 9162 §2.1.3.2 and §2.1.4.2). */
import { type Bytes, isSame, joined, sha256 } from './bytes.ts';

const node = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(joined([1], left, right));

/** Position of a path in a tree: the node's index on its level, and the last index there. Numbers may have 53 bits. */
class Way {
  #at: number;
  #last: number;

  constructor(at: number, last: number) {
    this.#at = at;
    this.#last = last;
  }

  get isAtRoot(): boolean {
    return this.#last === 0;
  }

  get isRight(): boolean {
    return this.#at % 2 === 1;
  }

  /** Whether the sibling of the node is on its left. */
  get isSiblingLeft(): boolean {
    return this.isRight || this.#at === this.#last;
  }

  up(): void {
    this.#at = Math.floor(this.#at / 2);
    this.#last = Math.floor(this.#last / 2);
  }

  /** Skips levels on which the last node has no sibling. */
  skip(): void {
    while (!this.isRight && this.#at !== 0) this.up();
  }
}

/** Whether a path leads from a leaf to the root of a tree. */
export async function isIncluded(
  leaf: { readonly hash: Bytes; readonly index: number },
  tree: { readonly size: number; readonly root: Bytes },
  path: readonly Bytes[],
): Promise<boolean> {
  if (leaf.index >= tree.size) return false;
  const way = new Way(leaf.index, tree.size - 1);
  let { hash } = leaf;
  for (const sibling of path) {
    if (way.isAtRoot) return false;
    hash = await (way.isSiblingLeft ? node(sibling, hash) : node(hash, sibling));
    if (way.isSiblingLeft) way.skip();
    way.up();
  }
  return way.isAtRoot && isSame(hash, tree.root);
}

function isPowerOfTwo(size: number): boolean {
  let rest = size;
  while (rest > 1 && rest % 2 === 0) rest /= 2;
  return rest === 1;
}

/** The tree of a checkpoint. */
export interface Head {
  readonly size: number;
  readonly root: Bytes;
}

/** Whether a tree is an extension of a smaller one. */
export async function isContinued(older: Head, newer: Head, proof: readonly Bytes[]): Promise<boolean> {
  if (older.size === newer.size) return proof.length === 0 && isSame(older.root, newer.root);
  if (older.size === 0) return proof.length === 0 && isSame(older.root, await sha256(new Uint8Array()));
  const [first, ...siblings] = isPowerOfTwo(older.size) ? [older.root, ...proof] : proof;
  if (first === undefined || older.size > newer.size) return false;
  const way = new Way(older.size - 1, newer.size - 1);
  while (way.isRight) way.up();
  let [old, now] = [first, first];
  for (const sibling of siblings) {
    if (way.isAtRoot) return false;
    if (way.isSiblingLeft) {
      [old, now] = [await node(sibling, old), await node(sibling, now)];
      way.skip();
    } else {
      now = await node(now, sibling);
    }
    way.up();
  }
  return way.isAtRoot && isSame(old, older.root) && isSame(now, newer.root);
}
