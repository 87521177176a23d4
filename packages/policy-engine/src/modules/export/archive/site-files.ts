/** The files of an export: each is added to the archive and to the manifest, so that its completeness can be verified. */
import { hash } from 'node:crypto';
import type { ExportFailure } from '../export-request.ts';
import type { JsonSpool } from './json-spool.ts';
import type { PackedSpool } from './packed-spool.ts';
import { Spool } from './spool.ts';
import type { ZipWriter } from './zip-writer.ts';

/** Failures that are listed; further ones are counted. */
const LISTED = 1000;
const REUSED = 512 * 1024;

/** Writes files and records them. One file at a time. */
export class SiteFiles implements AsyncDisposable {
  /** The first thousand missing things. */
  readonly failures: ExportFailure[] = [];
  readonly #zip: ZipWriter;
  readonly #listed: Spool;
  #scratch: Buffer | undefined;
  /** Number of missing things. */
  failed = 0;

  constructor(zip: ZipWriter, folder: string) {
    this.#zip = zip;
    this.#listed = new Spool(folder);
  }

  get count(): number {
    return this.#zip.entries;
  }

  /** @param options.store for content that is already compressed */
  async add(path: string, content: string | Uint8Array, options: { store?: boolean } = {}): Promise<void> {
    const data = typeof content === 'string' ? this.#encoded(content) : content;
    await this.#zip.add(path, data, options);
    await this.#list(path, data.byteLength, hash('sha256', data, 'hex'));
  }

  /** @returns the SHA-256 of the content, hexadecimal */
  async addSpooled(path: string, spool: JsonSpool | PackedSpool): Promise<string> {
    const entry = await spool.end();
    await this.#zip.addPacked(path, entry);
    await this.#list(path, entry.size, entry.sha256);
    return entry.sha256;
  }

  /** Records what is missing on a page. */
  miss(failure: ExportFailure): void {
    this.failed++;
    if (this.failures.length < LISTED) this.failures.push(failure);
  }

  /** Writes `manifest.json`: every other file with its size and SHA-256, and the facts of the export. */
  async finish(facts: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#zip.addStream('manifest.json', this.#manifest(facts));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#listed[Symbol.asyncDispose]();
  }

  /** Text in a reused buffer: thousands of pages would otherwise leave as many buffers behind. */
  #encoded(text: string): Uint8Array {
    const room = 3 * text.length;
    if (room > REUSED) return Buffer.from(text);
    this.#scratch ??= Buffer.allocUnsafeSlow(REUSED);
    return this.#scratch.subarray(0, this.#scratch.write(text));
  }

  async *#manifest(facts: Readonly<Record<string, unknown>>): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"files":[\n');
    yield* this.#listed.chunks();
    const rest = { ...facts, failed: this.failed, failures: this.failures };
    yield Buffer.from(`\n],${JSON.stringify(rest).slice(1)}\n`);
  }

  async #list(path: string, bytes: number, sha256: string): Promise<void> {
    const separator = this.#listed.size === 0 ? '' : ',\n';
    await this.#listed.append(Buffer.from(`${separator}${JSON.stringify({ path, bytes, sha256 })}`));
  }
}
