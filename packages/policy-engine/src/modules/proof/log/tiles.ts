/**
 * Hashes of a tree stored as tiles (C2SP tlog-tiles, "Merkle Tree"): 256 consecutive hashes each, so that a tree of a
 * million leaves has about 4000 tiles, and a proof reads a few of them.
 *
 * Entry `i` of tile `index` at tile level `level` is the root of the complete subtree over `256^level` leaves that begins
 * with leaf `(index * 256 + i) * 256^level`. Nodes between two tile levels are hashed again when they are needed.
 */
import { LogFormatError, LogVerificationError } from './errors.ts';
import {
  checkSize,
  completeRoot,
  fullSubtrees,
  type Hash,
  HASH_BYTES,
  type NodeCoordinates,
  type ReadNodes,
  RootBuilder,
} from './tree.ts';

/** Levels of the tree in a tile. */
const TILE_HEIGHT = 8;

/** Hashes in a full tile. */
export const TILE_WIDTH = 256;

/** A tile, and how many of its hashes a tree of a given size has: 1 to 256. */
export interface TileCoordinates {
  readonly level: number;
  readonly index: number;
  readonly width: number;
}

/** A tile and its `width` concatenated hashes. */
export interface Tile extends TileCoordinates {
  readonly hashes: Buffer;
}

/**
 * Reads the hashes of tiles, in the requested order. A tile that has grown since may be returned whole; a missing one
 * is `undefined`.
 */
export type ReadTiles = (wanted: readonly TileCoordinates[]) => Promise<readonly (Uint8Array | undefined)[]>;

/**
 * Entries at a tile level: complete subtrees over `256^level` leaves. The division is exact except for the truncated
 * fraction.
 */
const entriesAt = (level: number, size: number) => Math.floor(size / TILE_WIDTH ** level);

const nameOf = ({ level, index }: TileCoordinates) => `tile ${level}/${index}`;

/**
 * The tiles that the next leaf may extend: the last one of each level, unless it is full (tlog-tiles, "Partial Tiles").
 */
function partialTiles(size: number): TileCoordinates[] {
  const tiles: TileCoordinates[] = [];
  for (let level = 0; entriesAt(level, size) > 0; level++) {
    const entries = entriesAt(level, size);
    const width = entries % TILE_WIDTH;
    if (width > 0) tiles.push({ level, index: (entries - width) / TILE_WIDTH, width });
  }
  return tiles;
}

/** Reads tiles, each with at least the required number of hashes. */
async function readWhole(read: ReadTiles, wanted: readonly TileCoordinates[]): Promise<Buffer[]> {
  const found = wanted.length === 0 ? [] : await read(wanted);
  return wanted.map((tile, at) => {
    const bytes = found[at];
    if (bytes === undefined) throw new LogFormatError(`${nameOf(tile)} is missing`);
    const width = bytes.length / HASH_BYTES;
    if (!Number.isInteger(width) || width > TILE_WIDTH) {
      throw new LogFormatError(`${nameOf(tile)} has ${bytes.length} bytes`);
    }
    if (width < tile.width) throw new LogFormatError(`${nameOf(tile)} has ${width} of ${tile.width} hashes`);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  });
}

/** The position of a node in a tile: the root of `count` entries from `first` on. */
interface NodeLocation {
  readonly tile: TileCoordinates;
  readonly first: number;
  readonly count: number;
}

function locationOf({ level, index }: NodeCoordinates, size: number): NodeLocation {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const count = 2 ** (level % TILE_HEIGHT);
  const perTile = TILE_WIDTH / count;
  const tileIndex = Math.floor(index / perTile);
  const first = (index % perTile) * count;
  const width = Math.min(TILE_WIDTH, entriesAt(tileLevel, size) - tileIndex * TILE_WIDTH);
  if (first + count > width) throw new RangeError(`a tree of ${size} leaves has no node ${index} at level ${level}`);
  return { tile: { level: tileLevel, index: tileIndex, width }, first, count };
}

/** Reads nodes of a tree of `size` leaves from tiles. Each call reads all tiles at once, each tile once. */
export function nodeReader(read: ReadTiles, size: number): ReadNodes {
  checkSize(size);
  return async (nodes) => {
    const places = nodes.map((one) => locationOf(one, size));
    const wanted = [...new Map(places.map(({ tile }) => [nameOf(tile), tile])).values()];
    const hashes = await readWhole(read, wanted);
    const byName = new Map(wanted.map((tile, at) => [nameOf(tile), hashes[at]]));
    return places.map(({ tile, first, count }) => {
      const row = byName.get(nameOf(tile));
      if (row === undefined) throw new RangeError(`${nameOf(tile)} was not read`);
      return completeRoot(row, first, count);
    });
  };
}

/** A tree that has grown. */
export interface GrownTree {
  readonly size: number;
  readonly root: Hash;
  /** Tiles to be stored, each in the place of its earlier version. */
  readonly tiles: Tile[];
}

/** Tiles of one level while leaves are added. */
class TileColumn {
  readonly #level: number;
  #index: number;
  #width: number;
  #hashes = Buffer.alloc(TILE_WIDTH * HASH_BYTES);
  #isChanged = false;

  constructor(level: number, size: number, hashes?: Buffer) {
    this.#level = level;
    this.#width = entriesAt(level, size) % TILE_WIDTH;
    this.#index = (entriesAt(level, size) - this.#width) / TILE_WIDTH;
    hashes?.copy(this.#hashes, 0, 0, this.#width * HASH_BYTES);
  }

  /** @returns the tile that this hash filled, if any */
  add(hash: Hash): Tile | undefined {
    hash.copy(this.#hashes, this.#width * HASH_BYTES);
    this.#width++;
    this.#isChanged = true;
    if (this.#width < TILE_WIDTH) return undefined;
    const full = { level: this.#level, index: this.#index, width: TILE_WIDTH, hashes: this.#hashes };
    this.#index++;
    this.#width = 0;
    this.#hashes = Buffer.alloc(TILE_WIDTH * HASH_BYTES);
    this.#isChanged = false;
    return full;
  }

  /** The last tile, if it is partial and has changed. */
  partial(): Tile | undefined {
    if (!this.#isChanged) return undefined;
    const hashes = this.#hashes.subarray(0, this.#width * HASH_BYTES);
    return { level: this.#level, index: this.#index, width: this.#width, hashes };
  }
}

/** Collects the tiles of a tree while leaves are added, see {@link OnCompleted}. */
export class TileCollector {
  readonly #size: number;
  readonly #begun: ReadonlyMap<number, Buffer>;
  readonly #columns: TileColumn[] = [];
  #full: Tile[] = [];

  /** @param begun hashes of the tiles that leaves may extend, by level, if there are leaves already */
  constructor(size = 0, begun: ReadonlyMap<number, Buffer> = new Map()) {
    this.#size = size;
    this.#begun = begun;
  }

  /** Takes a node that a leaf has completed. */
  add(level: number, hash: Hash): void {
    if (level % TILE_HEIGHT !== 0) return;
    const tileLevel = level / TILE_HEIGHT;
    this.#columns[tileLevel] ??= new TileColumn(tileLevel, this.#size, this.#begun.get(tileLevel));
    const full = this.#columns[tileLevel].add(hash);
    if (full !== undefined) this.#full.push(full);
  }

  /** How many tiles became full and were not taken yet. */
  get waiting(): number {
    return this.#full.length;
  }

  /** The tiles that became full since the last call. */
  takeFull(): Tile[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** The extended tiles that are not full. */
  partial(): Tile[] {
    return this.#columns.flatMap((column) => column.partial() ?? []);
  }
}

/** Whether a tree of a given size has hashes of a tile. */
export function isBegun({ level, index }: TileCoordinates, size: number): boolean {
  return entriesAt(level, size) > index * TILE_WIDTH;
}

/** How many tiles a tree has. */
export function countTiles(size: number): number {
  let count = 0;
  for (let level = 0; entriesAt(level, size) > 0; level++) count += Math.ceil(entriesAt(level, size) / TILE_WIDTH);
  return count;
}

/** A tree to which leaves can be added. */
export interface GrowingTree {
  readonly builder: RootBuilder;
  /** Hashes of the tiles that leaves may extend, by level. */
  readonly begun: ReadonlyMap<number, Buffer>;
}

/**
 * Reads what is needed to add leaves: at most one tile of each level, in one call.
 *
 * @throws {LogFormatError} if a tile is missing
 */
export async function readGrowing(read: ReadTiles, size: number): Promise<GrowingTree> {
  const wanted = partialTiles(size);
  const found = await readWhole(read, wanted);
  const begun = new Map(wanted.map(({ level }, at) => [level, found[at] ?? Buffer.alloc(0)]));
  const readFound: ReadTiles = async (tiles) => tiles.map(({ level }) => begun.get(level));
  const subtrees = await nodeReader(readFound, size)(fullSubtrees(0, size));
  return { builder: new RootBuilder(size, subtrees), begun };
}

/**
 * Appends leaves to a tree. It reads at most one tile of each level, in one call, and writes nothing.
 *
 * @param before size of the tree, and its signed root: tiles that lead to another root are rejected
 * @throws {LogVerificationError} `consistency`
 * @throws {LogFormatError} if a tile is missing, or has more hashes than the tree: then another process has appended
 */
export async function appendLeaves(
  read: ReadTiles,
  before: { readonly size: number; readonly root: Uint8Array },
  leaves: readonly Hash[],
): Promise<GrownTree> {
  checkSize(before.size + leaves.length);
  const { builder, begun } = await readGrowing(read, before.size);
  const longer = partialTiles(before.size).find(({ level, width }) => begun.get(level)?.length !== width * HASH_BYTES);
  if (longer !== undefined) throw new LogFormatError(`${nameOf(longer)} has more than ${longer.width} hashes`);
  if (!builder.root().equals(before.root)) {
    throw new LogVerificationError('consistency', `the stored tiles do not lead to the root of ${before.size} leaves`);
  }
  const collector = new TileCollector(before.size, begun);
  for (const leaf of leaves) builder.add(leaf, (level, hash) => collector.add(level, hash));
  return { size: builder.size, root: builder.root(), tiles: [...collector.takeFull(), ...collector.partial()] };
}
