/**
 * A ZIP64 archive that is written from first to last byte and never held in memory. The known libraries keep every entry, or take
 * time quadratic in their number; here an entry costs its bytes, and its record in the central directory is kept in a spool.
 */
import { crc32 } from 'node:zlib';
import { deflated, deflatedPiece, LAST_PIECE } from './deflate.ts';
import type { Output } from './output.ts';
import {
  centralHeader,
  dataDescriptor,
  DEFLATED,
  type DosTime,
  dosTime,
  endOfArchive,
  type EntryFacts,
  localHeader,
  STORED,
  streamedHeader,
} from './records.ts';
import { Spool } from './spool.ts';

/** Content for the archive, deflated or stored, with its facts. */
export interface Packed {
  readonly method: EntryFacts['method'];
  readonly crc: number;
  /** Bytes of the content. */
  readonly size: number;
  /** Bytes of the chunks. */
  readonly compressed: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Bytes that deflating hardly reduces. */
const TINY = 64;

/** Writes an archive; one entry at a time. Names are trusted: the caller has checked them. */
export class ZipWriter implements AsyncDisposable {
  entries = 0;
  readonly #output: Output;
  readonly #when: DosTime;
  readonly #directory: Spool;

  /** @param folder where a large central directory is stored */
  constructor(output: Output, { date, folder }: { date: Date; folder: string }) {
    this.#output = output;
    this.#when = dosTime(date);
    this.#directory = new Spool(folder);
  }

  /**
   * @param data may change once the promise is fulfilled
   * @param options.store for content that is already compressed
   */
  async add(name: string, data: Uint8Array, { store = false }: { store?: boolean } = {}): Promise<void> {
    const packed = store || data.byteLength < TINY ? undefined : deflated(data);
    const deflate = packed instanceof Promise ? await packed : packed;
    // Content that deflating makes larger is stored.
    const isStored = deflate === undefined || deflate.length >= data.byteLength;
    const content = isStored ? data : deflate;
    const facts: EntryFacts = {
      name: Buffer.from(name),
      method: isStored ? STORED : DEFLATED,
      crc: crc32(data),
      compressed: content.byteLength,
      size: data.byteLength,
    };
    const offset = this.#output.bytes;
    await this.#output.write(localHeader(facts, this.#when));
    await this.#output.write(content);
    await this.#note(facts, offset, false);
  }

  /** An entry of unknown size; deflated while it is read. @returns bytes of its content */
  async addStream(name: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    const entry = Buffer.from(name);
    const offset = this.#output.bytes;
    await this.#output.write(streamedHeader(entry, this.#when));
    const start = this.#output.bytes;
    let crc = 0;
    let size = 0;
    for await (const chunk of chunks) {
      crc = crc32(chunk, crc);
      size += chunk.byteLength;
      await this.#output.write(await deflatedPiece(chunk));
    }
    await this.#output.write(LAST_PIECE);
    const compressed = this.#output.bytes - start;
    await this.#output.write(dataDescriptor({ crc, compressed, size }));
    await this.#note({ name: entry, method: DEFLATED, crc, compressed, size }, offset, true);
    return size;
  }

  /** An entry whose content was packed before. */
  async addPacked(name: string, { method, crc, size, compressed, chunks }: Packed): Promise<void> {
    const facts: EntryFacts = { name: Buffer.from(name), method, crc, compressed, size };
    const offset = this.#output.bytes;
    await this.#output.write(localHeader(facts, this.#when));
    for await (const chunk of chunks) await this.#output.write(chunk);
    await this.#note(facts, offset, false);
  }

  /** Writes the central directory; nothing can be added afterwards. The caller must end the stream. */
  async finish(): Promise<void> {
    const offset = this.#output.bytes;
    for await (const chunk of this.#directory.chunks()) await this.#output.write(chunk);
    await this.#output.write(endOfArchive({ entries: this.entries, offset, size: this.#directory.size }));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#directory[Symbol.asyncDispose]();
  }

  async #note(facts: EntryFacts, offset: number, streamed: boolean): Promise<void> {
    this.entries++;
    await this.#directory.append(centralHeader(facts, offset, streamed, this.#when));
  }
}
