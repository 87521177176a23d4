/** Content that is stored until it can be written to the archive: its size and hash are known before its first byte is written. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { deflatedPiece, LAST_PIECE } from './deflate.ts';
import { DEFLATED, STORED } from './records.ts';
import { Spool } from './spool.ts';
import type { Packed } from './zip-writer.ts';

/** The minimum that deflating a file must save; most files are already compressed. */
const WORTH_IT = 0.9;

/** Receives content in pieces and becomes an entry of a ZIP file. */
export class PackedSpool implements AsyncDisposable {
  /** Bytes of the content so far. */
  size = 0;
  readonly #spool: Spool;
  readonly #hash = createHash('sha256');
  #crc = 0;
  /** Undefined until the first piece decides. */
  #deflates: boolean | undefined;

  /** @param options.isText whether deflating is always worthwhile; default: decided by the first piece */
  constructor(folder: string, { isText = false }: { readonly isText?: boolean } = {}) {
    this.#spool = new Spool(folder);
    this.#deflates = isText || undefined;
  }

  /** @param piece may change once the promise is fulfilled */
  async append(piece: Uint8Array): Promise<void> {
    this.#crc = crc32(piece, this.#crc);
    this.#hash.update(piece);
    this.size += piece.byteLength;
    if (this.#deflates === false) return this.#spool.append(piece);
    const deflated = await deflatedPiece(piece);
    this.#deflates ??= deflated.length < WORTH_IT * piece.byteLength;
    await this.#spool.append(this.#deflates ? deflated : piece);
  }

  /** Ends the content. @returns the entry and the SHA-256 of its content, hexadecimal */
  async end(): Promise<Packed & { readonly sha256: string }> {
    if (this.#deflates === true) await this.#spool.append(LAST_PIECE);
    return {
      method: this.#deflates === true ? DEFLATED : STORED,
      crc: this.#crc,
      size: this.size,
      compressed: this.#spool.size,
      chunks: this.#spool.chunks(),
      sha256: this.#hash.digest('hex'),
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#spool[Symbol.asyncDispose]();
  }
}
