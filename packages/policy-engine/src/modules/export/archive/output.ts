/** The output of an archive: small pieces in, large writes out, no faster than the stream accepts them. */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

const LARGE = 128 * 1024;

/** Counts and hashes the bytes of a stream. */
export class Output {
  /** Bytes received so far, including those not yet written. */
  bytes = 0;
  readonly #out: Writable;
  readonly #hash: Hash = createHash('sha256');
  readonly #lost = new AbortController();
  readonly #stop: AbortSignal;
  /** Pieces are copied, so that they can be collected early. */
  #chunk: Buffer = Buffer.alloc(0);
  #held = 0;

  constructor(out: Writable, signal: AbortSignal) {
    this.#out = out;
    this.#stop = AbortSignal.any([signal, this.#lost.signal]);
    // A permanent listener, so that a storage that fails between two writes fails the export and not the process.
    out.on('error', (error) => this.#lost.abort(error));
    out.once('close', () => this.#lost.abort(new Error('The storage closed before the export was complete')));
  }

  /** Copies a piece; returns a promise if the stream must be awaited. */
  write(piece: Uint8Array): Promise<void> | undefined {
    this.bytes += piece.byteLength;
    if (this.#held + piece.byteLength > LARGE) return this.#writeLarge(piece);
    if (this.#chunk.length === 0) this.#chunk = Buffer.allocUnsafeSlow(LARGE);
    this.#chunk.set(piece, this.#held);
    this.#held += piece.byteLength;
    return undefined;
  }

  async flush(): Promise<void> {
    this.#stop.throwIfAborted();
    if (this.#held === 0) return;
    const chunk = this.#chunk.subarray(0, this.#held);
    // The stream may keep what it receives for any time.
    this.#chunk = Buffer.alloc(0);
    this.#held = 0;
    await this.#send(chunk);
  }

  async #writeLarge(piece: Uint8Array): Promise<void> {
    await this.flush();
    for (let from = 0; from < piece.byteLength; from += LARGE) {
      await this.#send(Buffer.from(piece.subarray(from, from + LARGE)));
    }
  }

  async #send(chunk: Buffer): Promise<void> {
    this.#stop.throwIfAborted();
    this.#hash.update(chunk);
    if (this.#out.write(chunk)) return;
    try {
      await once(this.#out, 'drain', { signal: this.#stop });
    } catch (error) {
      throw this.#stop.aborted ? this.#stop.reason : error;
    }
  }

  /** Ends the stream. @returns SHA-256 of everything, hexadecimal */
  async end(): Promise<string> {
    await this.flush();
    const isDone = finished(this.#out, { readable: false, signal: this.#stop });
    this.#out.end();
    try {
      await isDone;
    } catch (error) {
      // The stream closes after its end as expected: only an earlier error counts.
      if (!this.#out.writableFinished) throw this.#stop.aborted ? this.#stop.reason : error;
    }
    return this.#hash.digest('hex');
  }
}
