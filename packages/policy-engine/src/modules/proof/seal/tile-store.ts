/** The table of tiles: hashes of the tree. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { countOf } from '../../../platform/database/statements/values.ts';
import { isBegun, LogFormatError, type ReadTiles, type Tile, type TileCoordinates } from '../log/index.ts';

const nameOf = ({ level, index }: TileCoordinates) => `${level}/${index}`;

/** Tiles in one database, or inside one transaction of it. */
export class TileStore {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** @throws {LogFormatError} for a tile that is not base64 */
  readonly read: ReadTiles = async (wanted) => {
    const names = wanted.map(nameOf);
    const found = await this.texts(names);
    return names.map((name) => {
      const text = found.get(name);
      return text === undefined ? undefined : hashesIn(text, name);
    });
  };

  /** Tiles as they are stored, by name. */
  async texts(names: readonly string[]): Promise<Map<string, string>> {
    if (names.length === 0) return new Map();
    const rows = await this.#queries.selectFrom('ledger_tiles').selectAll().where('tile', 'in', names).execute();
    return new Map(rows.map(({ tile, hashes }) => [tile, hashes]));
  }

  /** How many tiles there are. */
  async count(): Promise<number> {
    const row = await this.#queries
      .selectFrom('ledger_tiles')
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirst();
    return countOf(row?.total ?? 0);
  }

  /** Stores tiles of a tree that has grown. @param before its previous size */
  async write(tiles: readonly Tile[], before: number): Promise<void> {
    const fresh: { tile: string; hashes: string }[] = [];
    for (const tile of tiles) {
      const row = { tile: nameOf(tile), hashes: tile.hashes.toString('base64') };
      if (isBegun(tile, before)) {
        const { hashes } = row;
        await this.#queries.updateTable('ledger_tiles').set({ hashes }).where('tile', '=', row.tile).execute();
      } else {
        fresh.push(row);
      }
    }
    if (fresh.length > 0) await this.#queries.insertInto('ledger_tiles').values(fresh).execute();
  }
}

/** The hashes of a tile, which is too long for the decoder that a browser has in common with Node. */
function hashesIn(text: string, name: string): Buffer {
  const hashes = Buffer.from(text, 'base64');
  if (hashes.toString('base64') !== text) throw new LogFormatError(`tile ${name}: not base64`);
  return hashes;
}

/** Tiles as {@link TileStore.texts} returns them. */
export function tileTexts(tiles: readonly Tile[]): Map<string, string> {
  return new Map(tiles.map((tile) => [nameOf(tile), tile.hashes.toString('base64')]));
}
