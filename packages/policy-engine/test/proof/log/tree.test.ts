/** RFC 6962 §2.1, RFC 9162 §2.1.3 and §2.1.4, compared with their recursive definitions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  consistencySubtrees,
  inclusionSubtrees,
  proveConsistency,
  proveInclusion,
  verifyConsistency,
  verifyInclusion,
} from '../../../dist/modules/proof/log/tree-proofs.js';
import {
  EMPTY_ROOT,
  foldSubtrees,
  fullSubtrees,
  type Hash,
  leafHash,
  nodeHash,
  type ReadNodes,
  readRoot,
  RootBuilder,
} from '../../../dist/modules/proof/log/tree.js';
import { LONGEST_PROOF } from '../../../dist/modules/proof/log/verify-tree.js';
import { leavesFrom } from './support.ts';

const leaves = leavesFrom(0, 70);

/** k of RFC 6962 §2.1: the largest power of two below n. */
const split = (n: number) => 2 ** Math.floor(Math.log2(n - 1));

/** MTH of RFC 6962 §2.1. */
function definedRoot(hashes: readonly Hash[]): Hash {
  const [first = EMPTY_ROOT] = hashes;
  if (hashes.length <= 1) return first;
  const k = split(hashes.length);
  return nodeHash(definedRoot(hashes.slice(0, k)), definedRoot(hashes.slice(k)));
}

/** PATH of RFC 6962 §2.1.1. */
function definedPath(index: number, hashes: readonly Hash[]): Hash[] {
  if (hashes.length <= 1) return [];
  const k = split(hashes.length);
  const [left, right] = [hashes.slice(0, k), hashes.slice(k)];
  return index < k
    ? [...definedPath(index, left), definedRoot(right)]
    : [...definedPath(index - k, right), definedRoot(left)];
}

/** SUBPROOF of RFC 6962 §2.1.2. */
function definedProof(from: number, hashes: readonly Hash[], isWhole = true): Hash[] {
  if (from === hashes.length) return isWhole ? [] : [definedRoot(hashes)];
  const k = split(hashes.length);
  const [left, right] = [hashes.slice(0, k), hashes.slice(k)];
  return from <= k
    ? [...definedProof(from, left, isWhole), definedRoot(right)]
    : [...definedProof(from - k, right, false), definedRoot(left)];
}

/** Reads nodes of the leaves above. */
const read: ReadNodes = async (nodes) =>
  nodes.map(({ level, index }) => definedRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));

/** A tree whose leaves are all equal, so that it can have any size. */
const sameLeaf = leafHash(Buffer.from('same'));
const byLevel = [sameLeaf];
for (let level = 1; level < 54; level++) byLevel.push(nodeHash(byLevel[level - 1]!, byLevel[level - 1]!));
const readSame: ReadNodes = async (nodes) => nodes.map(({ level }) => byLevel[level]!);

/** Any size; large ones are as frequent as small ones. */
const sizes = fc
  .tuple(fc.integer({ min: 0, max: 53 }), fc.integer({ min: -3, max: 3 }), fc.maxSafeNat())
  .map(([power, offset, any]) => {
    const near = Math.min(Math.max(2 ** power + offset, 1), Number.MAX_SAFE_INTEGER);
    return offset === 3 ? 1 + (any % near) : near;
  });

test('RFC 6962 §2.1: the root of each size is the defined one, and can be extended from each size', async () => {
  const builder = new RootBuilder();
  for (let size = 0; size <= leaves.length; size++) {
    const root = definedRoot(leaves.slice(0, size));
    assert.deepEqual(builder.root(), root);
    assert.deepEqual(await readRoot(read, size), root);
    const resumed = new RootBuilder(size, await read(fullSubtrees(0, size)));
    for (const leaf of leaves.slice(size)) resumed.add(leaf);
    assert.equal(resumed.size, leaves.length);
    assert.deepEqual(resumed.root(), definedRoot(leaves));
    builder.add(leaves[size] ?? sameLeaf);
  }
  assert.equal(EMPTY_ROOT.toString('hex'), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  assert.throws(() => new RootBuilder(3, []), RangeError);
  assert.throws(() => new RootBuilder().add(Buffer.alloc(31)), RangeError);
});

test('RFC 9162 §2.1.3: every leaf of every size is proved as defined, and by no other proof', async () => {
  for (let size = 1; size <= 40; size++) {
    const root = definedRoot(leaves.slice(0, size));
    for (let index = 0; index < size; index++) {
      const proof = await proveInclusion(read, index, size);
      assert.deepEqual(proof, definedPath(index, leaves.slice(0, size)));
      const leaf = leaves[index]!;
      const holds = (changed: object, by: readonly Hash[] = proof) =>
        verifyInclusion({ leaf, index, size, root, ...changed }, by);
      assert.ok(holds({}));
      assert.ok(!holds({}, [...proof, root]) && !holds({}, [root, ...proof]));
      assert.ok(!holds({ leaf: sameLeaf }) && !holds({ root: sameLeaf }));
      for (let other = 0; other < size; other++) assert.equal(holds({ index: other }), other === index);
      if (proof.length > 0) assert.ok(!holds({}, proof.slice(1)) && !holds({}, proof.slice(0, -1)));
      for (const at of proof.keys()) assert.ok(!holds({}, proof.with(at, sameLeaf)));
    }
  }
});

test('RFC 9162 §2.1.4: every tree contains each smaller one as a prefix, proved as defined, and by no other proof', async () => {
  for (let to = 0; to <= 40; to++) {
    const newer = { size: to, root: definedRoot(leaves.slice(0, to)) };
    for (let from = 0; from <= to; from++) {
      const older = { size: from, root: definedRoot(leaves.slice(0, from)) };
      const proof = await proveConsistency(read, from, to);
      assert.deepEqual(proof, from === 0 ? [] : definedProof(from, leaves.slice(0, to)));
      assert.ok(verifyConsistency(older, newer, proof), `${from} to ${to}`);
      assert.ok(!verifyConsistency(older, newer, [...proof, newer.root]));
      if (proof.length > 0) assert.ok(!verifyConsistency(older, newer, proof.slice(0, -1)));
      assert.ok(!verifyConsistency({ ...older, root: sameLeaf }, newer, proof));
      // Every tree contains the empty tree, which therefore proves nothing.
      if (from > 0) assert.ok(!verifyConsistency(older, { ...newer, root: sameLeaf }, proof));
      for (const at of proof.keys()) assert.ok(!verifyConsistency(older, newer, proof.with(at, sameLeaf)));
      if (from < to) assert.ok(!verifyConsistency(newer, older, proof));
    }
  }
});

test('trees of any size up to 2^53 - 1 are proved', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, fc.maxSafeNat(), async (size, any) => {
      const [index, from] = [any % size, 1 + (any % size)];
      const root = await readRoot(readSame, size);
      const inclusion = await proveInclusion(readSame, index, size);
      assert.ok(inclusion.length <= 53 && verifyInclusion({ leaf: sameLeaf, index, size, root }, inclusion));
      const consistency = await proveConsistency(readSame, from, size);
      assert.ok(consistency.length <= LONGEST_PROOF);
      const older = { size: from, root: await readRoot(readSame, from) };
      assert.ok(verifyConsistency(older, { size, root }, consistency));
    }),
    { numRuns: 300 },
  );
});

test('subtrees are in order, complete and without gaps', () => {
  fc.assert(
    fc.property(sizes, fc.maxSafeNat(), (size, any) => {
      let at = 0;
      for (const { level, index } of fullSubtrees(0, size)) {
        assert.equal(index * 2 ** level, at);
        at += 2 ** level;
      }
      assert.equal(at, size);
      const covered = inclusionSubtrees(any % size, size)
        .flat()
        .reduce((sum, { level }) => sum + 2 ** level, 0);
      assert.equal(covered, size - 1);
    }),
  );
});

test('invalid sizes and indexes are refused', async () => {
  for (const size of [-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) {
    assert.throws(() => fullSubtrees(0, size), RangeError);
    assert.throws(() => inclusionSubtrees(0, size), RangeError);
    assert.throws(() => consistencySubtrees(0, size), RangeError);
    assert.equal(verifyInclusion({ leaf: sameLeaf, index: 0, size, root: sameLeaf }, []), false);
    assert.equal(verifyConsistency({ size, root: sameLeaf }, { size, root: sameLeaf }, []), false);
  }
  assert.throws(() => inclusionSubtrees(5, 5), RangeError);
  assert.throws(() => inclusionSubtrees(0, 0), RangeError);
  assert.throws(() => consistencySubtrees(6, 5), RangeError);
  assert.equal(verifyInclusion({ leaf: sameLeaf, index: 1, size: 1, root: sameLeaf }, []), false);
  assert.equal(verifyInclusion({ leaf: Buffer.alloc(31), index: 0, size: 1, root: Buffer.alloc(31) }, []), false);
  assert.equal(verifyConsistency({ size: 0, root: sameLeaf }, { size: 0, root: sameLeaf }, []), false);
  assert.throws(() => nodeHash(sameLeaf, Buffer.alloc(31)), RangeError);
  assert.deepEqual(foldSubtrees([]), EMPTY_ROOT);
});
