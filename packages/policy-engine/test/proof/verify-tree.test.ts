/** Tiles are compared in parts, and none is omitted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from 'policy-engine/database';
import { appendLeaves, TILE_WIDTH } from '../../dist/modules/proof/log/tiles.js';
import { EMPTY_ROOT, HASH_BYTES, leafHash } from '../../dist/modules/proof/log/tree.js';
import { TileStore } from '../../dist/modules/proof/seal/tile-store.js';
import { TreeCheck } from '../../dist/modules/proof/verify/tree.js';
import { engineNaming } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';

const SIZE = 600;
const leaves = Array.from({ length: SIZE }, (_, index) => leafHash(`leaf ${index}`));
const nothing = async () => [];

forEachDatabase((target) => {
  for (const { name, isLost } of [
    { name: 'where all leaves are there', isLost: false },
    { name: 'where a later leaf is missing and the tiles lead nowhere', isLost: true },
  ]) {
    test(`a changed tile under an early checkpoint is detected at the end, ${name}`, async () => {
      const database = await target.open();
      const prefix = { tablePrefix: isLost ? 'lost_' : 'whole_' };
      await migrate(database, prefix);
      const naming = engineNaming(database.dialect, prefix);
      const store = new TileStore(database, naming);
      const { tiles } = await appendLeaves(nothing, { size: 0, root: EMPTY_ROOT }, leaves);
      await store.write(tiles, 0);
      const others = Buffer.alloc(TILE_WIDTH * HASH_BYTES);
      await store.write([{ level: 0, index: 0, width: TILE_WIDTH, hashes: others }], SIZE);

      const early = await appendLeaves(nothing, { size: 0, root: EMPTY_ROOT }, leaves.slice(0, 300));
      const late = await appendLeaves(nothing, { size: 0, root: EMPTY_ROOT }, leaves);
      const tree = new TreeCheck(database, naming);
      for (const leaf of leaves.slice(0, 300)) tree.add(leaf);
      const found = await tree.at(early);
      if (isLost) tree.lose();
      for (const leaf of leaves.slice(300)) tree.add(leaf);
      // With an unreachable root, the stored tiles do not help.
      const root = isLost ? leafHash('another') : late.root;
      const lost = await tree.at({ size: SIZE, root });
      found.push(...lost, ...(await tree.end(async () => true)));
      assert.deepEqual(
        found.map(({ code, message }) => (code === 'tile_changed' ? message.split(' ', 2).join(' ') : code)),
        isLost ? ['tree_changed', 'the stored', 'tile 0/0'] : ['tile 0/0'],
      );
    });
  }
});
