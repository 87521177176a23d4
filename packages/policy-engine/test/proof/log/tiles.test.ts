/** C2SP tlog-tiles, "Merkle Tree" and "Partial Tiles". */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LogFormatError, LogVerificationError } from '../../../dist/modules/proof/log/errors.js';
import { appendLeaves, TILE_WIDTH } from '../../../dist/modules/proof/log/tiles.js';
import {
  proveConsistency,
  proveInclusion,
  verifyConsistency,
  verifyInclusion,
} from '../../../dist/modules/proof/log/tree-proofs.js';
import { EMPTY_ROOT, readRoot, RootBuilder } from '../../../dist/modules/proof/log/tree.js';
import { leafAt, leavesFrom, logOf, MemoryLog } from './support.ts';

const tilesOf = ({ tiles }: MemoryLog) => [...tiles.values()].map((one) => `${one.level}/${one.index}.p/${one.width}`);

test('a tree has the tiles of the specification', async () => {
  assert.deepEqual(tilesOf(await logOf(0)), []);
  assert.deepEqual(tilesOf(await logOf(1)), ['0/0.p/1']);
  assert.deepEqual(tilesOf(await logOf(255)), ['0/0.p/255']);
  assert.deepEqual(tilesOf(await logOf(256)), ['0/0.p/256', '1/0.p/1']);
  // "For example, a tree of size 70,000 …"
  const log = await logOf(70_000);
  const count = (level: number, width: number) =>
    [...log.tiles.values()].filter((one) => one.level === level && one.width === width).length;
  assert.deepEqual(
    [count(0, 256), count(0, 112), count(1, 256), count(1, 17), count(2, 1), log.tiles.size],
    [273, 1, 1, 1, 1, 277],
  );
  const root = log.tiles.get('1/0')?.hashes.subarray(0, 32);
  assert.deepEqual(root, (await logOf(256)).head.root);
});

test('batches of any sizes create the tiles and the root of one batch', async () => {
  const batches = fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 200, max: 600 })), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(batches, async (sizes) => {
      const log = new MemoryLog();
      const builder = new RootBuilder();
      for (const size of sizes) {
        const leaves = leavesFrom(log.head.size, size);
        const before = log.reads.length;
        await log.append(leaves);
        assert.ok(log.reads.length <= before + 1, 'one reading of tiles');
        for (const leaf of leaves) builder.add(leaf);
        assert.deepEqual(log.head.root, builder.root());
      }
      const whole = await logOf(log.head.size);
      assert.deepEqual(log.tiles, whole.tiles);
    }),
    { numRuns: 40 },
  );
});

test('proofs between any sizes verify, and read few tiles once', async () => {
  const log = await logOf(67_000);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 67_000 }), fc.nat(), async (size, any) => {
      const [index, from] = [any % size, any % (size + 1)];
      const root = await readRoot(log.nodes(size), size);
      const older = { size: from, root: await readRoot(log.nodes(from), from) };
      log.reads.length = 0;
      const inclusion = await proveInclusion(log.nodes(size), index, size);
      assert.ok(verifyInclusion({ leaf: leafAt(index), index, size, root }, inclusion));
      const consistency = await proveConsistency(log.nodes(size), from, size);
      assert.ok(verifyConsistency(older, { size, root }, consistency));
      assert.ok(log.reads.length <= 2);
      for (const wanted of log.reads) {
        assert.ok(wanted.length <= 5, JSON.stringify(wanted));
        assert.equal(new Set(wanted.map((one) => `${one.level}/${one.index}`)).size, wanted.length);
        for (const { width } of wanted) assert.ok(width >= 1 && width <= TILE_WIDTH);
      }
    }),
    { numRuns: 200 },
  );
});

test('a node that a tree does not have is not read', async () => {
  const log = await logOf(300);
  await assert.rejects(async () => log.nodes()([{ level: 0, index: 300 }]), RangeError);
  await assert.rejects(async () => log.nodes()([{ level: 8, index: 1 }]), RangeError);
  await assert.rejects(async () => log.nodes(256)([{ level: 3, index: 32 }]), RangeError);
});

test('nothing is appended to tiles that are missing, changed or of another size', async () => {
  const append = async (change: (log: MemoryLog) => void) => {
    const log = await logOf(700);
    change(log);
    return log.append(leavesFrom(700, 5));
  };
  const withTile = (log: MemoryLog, change: (hashes: Buffer) => Buffer) => {
    const tile = log.tiles.get('0/2')!;
    log.tiles.set('0/2', { ...tile, hashes: change(Buffer.from(tile.hashes)) });
  };
  assert.equal((await append(() => undefined)).size, 705);
  await assert.rejects(
    append(({ tiles }) => void tiles.delete('1/0')),
    /tile 1\/0 is missing/,
  );
  const shorter = append((log) => withTile(log, (hashes) => hashes.subarray(32)));
  await assert.rejects(shorter, /tile 0\/2 has 187 of 188 hashes/);
  const longer = append((log) => withTile(log, (hashes) => Buffer.concat([hashes, EMPTY_ROOT])));
  await assert.rejects(longer, /tile 0\/2 has more than 188 hashes/);
  const uneven = append((log) => withTile(log, (hashes) => hashes.subarray(1)));
  await assert.rejects(uneven, LogFormatError);
  const changed = append((log) => withTile(log, (hashes) => hashes.fill(7, 64, 65)));
  await assert.rejects(changed, (error) => error instanceof LogVerificationError && error.failure === 'consistency');
  const log = await logOf(3);
  await assert.rejects(appendLeaves(log.read, { size: 3, root: EMPTY_ROOT }, []), LogVerificationError);
});
