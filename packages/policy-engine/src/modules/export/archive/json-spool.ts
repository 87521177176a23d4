/** A large JSON array that waits, deflated, until the archive has room for another entry. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { deflatedPiece, LAST_PIECE } from './deflate.ts';
import { Spool } from './spool.ts';
import type { Deflated } from './zip-writer.ts';

const PIECE = 64 * 1024;

/** Takes items as JSON text and is, in the end, an entry of a ZIP file. */
export class JsonSpool implements AsyncDisposable {
  readonly #spool: Spool;
  readonly #hash = createHash('sha256');
  #buffer: Buffer = Buffer.alloc(0);
  #text = '[';
  #isEmpty = true;
  #crc = 0;
  #size = 0;

  constructor(folder: string) {
    this.#spool = new Spool(folder);
  }

  /** @param items the items of a JSON array, with commas between them and none around; empty for none */
  append(items: string): Promise<void> | undefined {
    if (items === '') return undefined;
    this.#text += this.#isEmpty ? `\n${items}` : `,\n${items}`;
    this.#isEmpty = false;
    return this.#text.length < PIECE ? undefined : this.#flush();
  }

  /** Ends the array. @returns the entry and the SHA-256 of its content, hexadecimal */
  async end(): Promise<Deflated & { readonly sha256: string }> {
    this.#text += '\n]\n';
    await this.#flush();
    await this.#spool.append(LAST_PIECE);
    return {
      crc: this.#crc,
      size: this.#size,
      compressed: this.#spool.size,
      chunks: this.#spool.chunks(),
      sha256: this.#hash.digest('hex'),
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#spool[Symbol.asyncDispose]();
  }

  /** In a buffer that is used again: nothing is appended while a piece of it is deflated. */
  #encoded(text: string): Buffer {
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(2 * bytes);
    return this.#buffer.subarray(0, this.#buffer.write(text));
  }

  async #flush(): Promise<void> {
    const piece = this.#encoded(this.#text);
    this.#text = '';
    this.#crc = crc32(piece, this.#crc);
    this.#hash.update(piece);
    this.#size += piece.length;
    await this.#spool.append(await deflatedPiece(piece));
  }
}
