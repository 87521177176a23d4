/** Stores bytes that are needed again later and may not fit in memory. */
import { randomUUID } from 'node:crypto';
import { close, openSync, read, unlinkSync, write } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const reading = promisify(read);
const writing = promisify(write);
const closing = promisify(close);

const HELD = 256 * 1024;

/**
 * Keeps bytes in memory up to 256 KiB, beyond that in a file without a name: it is unlinked as soon as it is open, before anything
 * is written, so that a killed process leaves no personal data behind.
 */
export class Spool implements AsyncDisposable {
  /** Bytes appended. */
  size = 0;
  readonly #folder: string;
  /** Reused, and no larger than necessary: most spools stay small. */
  #buffer: Buffer = Buffer.alloc(0);
  #held = 0;
  #written = 0;
  /** Its descriptor. */
  #file: number | undefined;
  /** Set if a name cannot be removed before the file is closed (some network drives). */
  #leftover: string | undefined;

  /** @param folder where the file is created if it is needed */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Copies a piece; returns a promise if the disk must be awaited. */
  append(piece: Uint8Array): Promise<void> | undefined {
    this.size += piece.byteLength;
    if (this.#held + piece.byteLength > HELD) return this.#spill(piece);
    this.#hold(piece);
    return undefined;
  }

  /** Everything appended, in order. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    if (this.#file !== undefined) {
      await this.#flush();
      for (let position = 0; position < this.#written;) {
        const buffer = Buffer.allocUnsafe(Math.min(HELD, this.#written - position));
        const { bytesRead } = await reading(this.#file, buffer, 0, buffer.length, position);
        if (bytesRead === 0) throw new Error('A temporary file of the export is shorter than what was written to it');
        yield buffer.subarray(0, bytesRead);
        position += bytesRead;
      }
      return;
    }
    yield this.#buffer.subarray(0, this.#held);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) await closing(file);
    if (this.#leftover !== undefined) await rm(this.#leftover, { force: true });
  }

  #hold(piece: Uint8Array): void {
    const needed = this.#held + piece.byteLength;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(HELD, Math.max(4096, 2 * needed)));
      this.#buffer.copy(larger, 0, 0, this.#held);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#held);
    this.#held = needed;
  }

  async #spill(piece: Uint8Array): Promise<void> {
    await this.#flush();
    if (piece.byteLength > HELD) await this.#write(piece);
    else this.#hold(piece);
  }

  async #flush(): Promise<void> {
    if (this.#held > 0) await this.#write(this.#buffer.subarray(0, this.#held));
    this.#held = 0;
  }

  async #write(data: Uint8Array): Promise<void> {
    const file = (this.#file ??= this.#open());
    for (let done = 0; done < data.length;) {
      const { bytesWritten } = await writing(file, data, done, data.length - done, this.#written);
      done += bytesWritten;
      this.#written += bytesWritten;
    }
  }

  /** Synchronous, not in the thread pool: a process that is killed in the meantime would leave the name behind. */
  #open(): number {
    const name = path.join(this.#folder, `.${randomUUID()}.part`);
    const file = openSync(name, 'wx+', 0o600);
    try {
      unlinkSync(name);
    } catch {
      this.#leftover = name;
    }
    return file;
  }
}
