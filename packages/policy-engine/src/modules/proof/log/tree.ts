/**
 * The Merkle tree of RFC 6962 §2.1 (RFC 9162 §2.1): its hashes, its root, and where its nodes are.
 *
 * Sizes go up to 2^53 - 1, so nothing here uses the 32-bit operators.
 */
import { hash as digest } from 'node:crypto';

/** A SHA-256 hash: 32 bytes. */
export type Hash = Buffer;

/** Bytes of a {@link Hash}. */
export const HASH_BYTES = 32;

/** As a string of characters up to 0xff, which Node creates several times faster than a buffer. */
const sha256 = (content: Uint8Array | string) => digest('sha256', content, 'binary');

/** Root of the tree without leaves: the hash of nothing. */
export const EMPTY_ROOT: Hash = Buffer.from(sha256(Buffer.alloc(0)), 'binary');

const LEAF = Buffer.from([0]);

/** The bytes hashed for a node: 0x01 and two hashes. Reused, since an allocation takes longer than the hash. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** Hash of a leaf: SHA-256(0x00 || content); text is encoded as UTF-8. */
export function leafHash(content: Uint8Array | string): Hash {
  const leaf = typeof content === 'string' ? `\0${content}` : Buffer.concat([LEAF, content]);
  return Buffer.from(sha256(leaf), 'binary');
}

/** {@link leafHash} of text, hexadecimal. */
export function leafHashHex(content: string): string {
  return digest('sha256', `\0${content}`);
}

/** Hash of an interior node: SHA-256(0x01 || left || right). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Hash {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) throw new RangeError('a hash has 32 bytes');
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return Buffer.from(sha256(node), 'binary');
}

/** Root of the complete subtree over `count` consecutive hashes, a power of two. */
export function completeRoot(hashes: Buffer, first: number, count: number): Hash {
  const row = Buffer.from(hashes.subarray(first * HASH_BYTES, (first + count) * HASH_BYTES));
  for (let width = count; width > 1; width /= 2) {
    for (let at = 0; at < width / 2; at++) {
      row.copy(node, 1, at * 2 * HASH_BYTES, (at + 1) * 2 * HASH_BYTES);
      row.write(sha256(node), at * HASH_BYTES, 'binary');
    }
  }
  return row.subarray(0, HASH_BYTES);
}

/** Root of neighbouring subtrees, the widest first. */
export function foldSubtrees(hashes: readonly Hash[]): Hash {
  return hashes.length === 0 ? EMPTY_ROOT : hashes.reduceRight((right, left) => nodeHash(left, right));
}

/** Called for each node that a new leaf completes, the leaf first, at level 0. */
export type OnCompleted = (level: number, hash: Hash) => void;

/** Computes the root of leaves that are added one by one; memory is proportional to the height of the tree. */
export class RootBuilder {
  #size: number;
  readonly #subtrees: Hash[];

  /**
   * Starts empty, or where another builder stopped.
   *
   * @param subtrees hashes of {@link fullSubtrees} of the leaves so far
   */
  constructor(size = 0, subtrees: readonly Hash[] = []) {
    if (fullSubtrees(0, size).length !== subtrees.length) throw new RangeError('not the subtrees of that size');
    this.#size = size;
    this.#subtrees = [...subtrees];
  }

  /** Leaves so far. */
  get size(): number {
    return this.#size;
  }

  /** Appends a leaf. */
  add(leaf: Hash, onCompleted?: OnCompleted): void {
    if (leaf.length !== HASH_BYTES) throw new RangeError('a hash has 32 bytes');
    let hash = leaf;
    onCompleted?.(0, hash);
    // Each trailing one bit of the size is a subtree that waits for a neighbour of its width.
    for (let level = 1, rest = this.#size; rest % 2 === 1; level++, rest = (rest - 1) / 2) {
      const left = this.#subtrees.pop();
      if (left === undefined) throw new RangeError('fewer subtrees than leaves need');
      hash = nodeHash(left, hash);
      onCompleted?.(level, hash);
    }
    this.#subtrees.push(hash);
    this.#size++;
  }

  /** The root of the leaves so far. */
  root(): Hash {
    return foldSubtrees(this.#subtrees);
  }
}

/** A node: the root of the complete subtree over leaves `index * 2^level` up to `(index + 1) * 2^level`. */
export interface NodeCoordinates {
  readonly level: number;
  readonly index: number;
}

/** Reads hashes of nodes, in the requested order. */
export type ReadNodes = (nodes: readonly NodeCoordinates[]) => Promise<readonly Hash[]>;

/** Neighbouring complete subtrees, the widest first. Their hashes fold into one. */
export type SubtreeCoordinates = readonly NodeCoordinates[];

/** @throws {RangeError} unless it is a whole number of 0 to 2^53 - 1 */
export function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`${size} is not the size of a tree`);
}

/**
 * The complete subtrees that make up the leaves from `start` up to, not including, `end`.
 *
 * @param start 0, or the first leaf of a subtree of the tree that contains these leaves
 */
export function fullSubtrees(start: number, end: number): SubtreeCoordinates {
  checkSize(start);
  checkSize(end);
  const subtrees: NodeCoordinates[] = [];
  for (let at = start; at < end;) {
    let [level, width] = [0, 1];
    while (width <= (end - at) / 2) [level, width] = [level + 1, width * 2];
    subtrees.push({ level, index: at / width });
    at += width;
  }
  return subtrees;
}

/**
 * Hashes of several subtrees, with one read of all their nodes.
 *
 * @example
 * const [root, ...proof] = await readSubtrees(read, [fullSubtrees(0, size), ...inclusionSubtrees(index, size)]);
 */
export async function readSubtrees(read: ReadNodes, subtrees: readonly SubtreeCoordinates[]): Promise<Hash[]> {
  const nodes = subtrees.flat();
  const hashes = nodes.length === 0 ? [] : await read(nodes);
  if (hashes.length !== nodes.length) throw new RangeError(`asked for ${nodes.length} nodes, got ${hashes.length}`);
  let at = 0;
  return subtrees.map(({ length }) => foldSubtrees(hashes.slice(at, (at += length))));
}

/** Root of the first `size` leaves. */
export async function readRoot(read: ReadNodes, size: number): Promise<Hash> {
  const [root = EMPTY_ROOT] = await readSubtrees(read, [fullSubtrees(0, size)]);
  return root;
}
