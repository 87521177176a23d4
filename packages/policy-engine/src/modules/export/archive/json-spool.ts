/** A large JSON array, stored deflated until it can be written to the archive. */
import { PackedSpool } from './packed-spool.ts';
import type { Packed } from './zip-writer.ts';

const PIECE = 64 * 1024;

/** Receives items as JSON text and becomes an entry of a ZIP file. */
export class JsonSpool implements AsyncDisposable {
  readonly #packed: PackedSpool;
  #buffer: Buffer = Buffer.alloc(0);
  #text = '[';
  #isEmpty = true;

  constructor(folder: string) {
    this.#packed = new PackedSpool(folder, { isText: true });
  }

  /** @param items the items of a JSON array, separated by commas, without brackets; empty for none */
  append(items: string): Promise<void> | undefined {
    if (items === '') return undefined;
    this.#text += this.#isEmpty ? `\n${items}` : `,\n${items}`;
    this.#isEmpty = false;
    return this.#text.length < PIECE ? undefined : this.#flush();
  }

  /** Ends the array. @returns the entry and the SHA-256 of its content, hexadecimal */
  async end(): Promise<Packed & { readonly sha256: string }> {
    this.#text += '\n]\n';
    await this.#flush();
    return this.#packed.end();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#packed[Symbol.asyncDispose]();
  }

  /** The buffer is reused: nothing is appended while a piece of it is deflated. */
  #encoded(text: string): Buffer {
    const bytes = Buffer.byteLength(text);
    if (bytes > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(2 * bytes);
    return this.#buffer.subarray(0, this.#buffer.write(text));
  }

  async #flush(): Promise<void> {
    const piece = this.#encoded(this.#text);
    this.#text = '';
    await this.#packed.append(piece);
  }
}
