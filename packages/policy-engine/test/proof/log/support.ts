/** Keys from known seeds, and tiles in memory. */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { NoteVerifier } from '../../../dist/modules/proof/log/note.js';
import {
  appendLeaves,
  type GrownTree,
  nodeReader,
  type Tile,
  type TileCoordinates,
} from '../../../dist/modules/proof/log/tiles.js';
import { EMPTY_ROOT, type Hash, leafHash, type ReadNodes } from '../../../dist/modules/proof/log/tree.js';
import { parseVkey, verifierOf } from '../../../dist/modules/proof/log/node.js';

/** The private key whose seed is 32 times this byte (RFC 8410: a fixed prefix, then the seed). */
export function secretOf(byte: number): KeyObject {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, byte)]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

export const verifierFor = (vkey: string): NoteVerifier => verifierOf(parseVkey(vkey));

/** The leaf of the test vectors at an index. */
export const leafAt = (index: number): Hash => leafHash(Buffer.from(`leaf ${index}`));

export const leavesFrom = (first: number, count: number): Hash[] =>
  Array.from({ length: count }, (_, at) => leafAt(first + at));

/** A log that stores its tiles in memory and counts its reads. */
export class MemoryLog {
  readonly tiles = new Map<string, Tile>();
  readonly reads: (readonly TileCoordinates[])[] = [];
  head: { readonly size: number; readonly root: Hash } = { size: 0, root: EMPTY_ROOT };

  readonly read = async (wanted: readonly TileCoordinates[]): Promise<(Buffer | undefined)[]> => {
    this.reads.push(wanted);
    return wanted.map(({ level, index }) => this.tiles.get(`${level}/${index}`)?.hashes);
  };

  async append(leaves: readonly Hash[]): Promise<GrownTree> {
    const grown = await appendLeaves(this.read, this.head, leaves);
    for (const tile of grown.tiles) this.tiles.set(`${tile.level}/${tile.index}`, tile);
    this.head = { size: grown.size, root: grown.root };
    return grown;
  }

  nodes(size: number = this.head.size): ReadNodes {
    return nodeReader(this.read, size);
  }
}

/** A log with this many leaves. */
export async function logOf(size: number): Promise<MemoryLog> {
  const log = new MemoryLog();
  await log.append(leavesFrom(0, size));
  return log;
}

export const base64Of = (hashes: readonly Uint8Array[]): string[] =>
  hashes.map((hash) => Buffer.from(hash).toString('base64'));
