/** Compares leaves, one by one, with the roots of checkpoints and the stored tiles. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LedgerFinding } from './finding.ts';
import { span } from './finding.ts';
import {
  countTiles,
  type Hash,
  LogFormatError,
  nodeReader,
  readGrowing,
  readRoot,
  RootBuilder,
  type Tile,
  TileCollector,
  type TreeHead,
} from '../log/index.ts';
import { TileStore, tileTexts } from '../seal/tile-store.ts';

/** Tiles to be compared: some hundreds of kilobytes. */
const MOST_WAITING = 64;

/** The tree of the leaves so far. */
export class TreeCheck {
  readonly #tiles: TileStore;
  #builder = new RootBuilder();
  #collector = new TileCollector();
  /** Tiles under matching checkpoints, to be compared. */
  #waiting: Tile[] = [];
  /** Size of the last checkpoint that was compared with the leaves. */
  #checked = 0;
  /** Whether a leaf is missing or different since the last matching checkpoint. */
  #isLost = false;
  /** Whether that was reported, and stored tiles did not help. */
  #isSaid = false;

  constructor(database: Database, naming: Naming) {
    this.#tiles = new TileStore(database, naming);
  }

  /** Appends a leaf. */
  add(leaf: Hash): void {
    if (this.#isLost) return;
    this.#builder.add(leaf, (level, hash) => this.#collector.add(level, hash));
  }

  /** Records that the next leaf is missing. */
  lose(): void {
    this.#isLost = true;
  }

  /** Compares tiles, once there are many of them. */
  async settle(): Promise<LedgerFinding[]> {
    const count = this.#waiting.length + this.#collector.waiting;
    return count < MOST_WAITING ? [] : this.#compareAll(this.#collector.takeFull());
  }

  /** Compares the root with that of a checkpoint. */
  async at(head: TreeHead): Promise<LedgerFinding[]> {
    const from = this.#checked;
    this.#checked = head.size;
    if (!this.#isLost && this.#builder.root().equals(head.root)) {
      this.#waiting.push(...this.#collector.takeFull());
      return this.settle();
    }
    if (await this.#resume(head)) {
      this.#isSaid = false;
      return [this.#changed(from, head.size)];
    }
    this.#isLost = true;
    if (this.#isSaid) return [];
    this.#isSaid = true;
    const message = `the stored tiles do not lead to the root of checkpoint ${head.size} either: no event after it can be checked`;
    return [this.#changed(from, head.size), { code: 'tile_changed', message }];
  }

  /** Findings that are known only at the end. @param isEnd whether the tree has not grown in the meantime */
  async end(isEnd: () => Promise<boolean>): Promise<LedgerFinding[]> {
    if (this.#isLost) return this.#compareAll([]);
    const findings = await this.#compareAll(this.#collector.takeFull());
    const partial = await this.#compare(this.#collector.partial());
    const count = await this.#tiles.count();
    const expected = countTiles(this.#builder.size);
    if (count !== expected && (await isEnd())) {
      findings.push({ code: 'tile_changed', message: `there are ${count} tiles, not ${expected}` });
    }
    return partial.length > 0 && (await isEnd()) ? [...findings, ...partial] : findings;
  }

  /** Root of the first leaves according to the checked tiles; null if they lead to none. */
  async rootAt(size: number): Promise<Hash | null> {
    try {
      return await readRoot(nodeReader(this.#tiles.read, this.#checked), size);
    } catch (error) {
      if (error instanceof LogFormatError || error instanceof RangeError) return null;
      throw error;
    }
  }

  #changed(from: number, until: number): LedgerFinding {
    const message = `the events ${span(from, until)} are not those of checkpoint ${until}, or not in their order`;
    return { code: 'tree_changed', message };
  }

  /** Continues from the stored tiles, if they are what was signed, so that what follows can be checked. */
  async #resume({ size, root }: TreeHead): Promise<boolean> {
    try {
      const { builder, begun } = await readGrowing(this.#tiles.read, size);
      if (!builder.root().equals(root)) return false;
      this.#builder = builder;
      this.#collector = new TileCollector(size, begun);
      this.#isLost = false;
      return true;
    } catch (error) {
      if (error instanceof LogFormatError) return false;
      throw error;
    }
  }

  /** Compares the pending tiles, and some more. */
  #compareAll(tiles: readonly Tile[]): Promise<LedgerFinding[]> {
    const all = [...this.#waiting, ...tiles];
    this.#waiting = [];
    return this.#compare(all);
  }

  async #compare(tiles: readonly Tile[]): Promise<LedgerFinding[]> {
    const expected = tileTexts(tiles);
    const stored = await this.#tiles.texts([...expected.keys()]);
    return [...expected].flatMap(([name, hashes]): LedgerFinding[] =>
      stored.get(name) === hashes
        ? []
        : [{ code: 'tile_changed', message: `tile ${name} does not have the hashes of the events` }],
    );
  }
}
