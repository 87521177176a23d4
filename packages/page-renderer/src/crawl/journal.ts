/** A file of records, one JSON text per line: it is only appended to, so that a killed process loses at most its last line. */
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { z } from 'zod';

/** See the head of the file. */
export class Journal<T> implements AsyncDisposable {
  readonly #file: string;
  readonly #schema: z.ZodType<T>;
  #handle: FileHandle | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param schema of a record; what does not match is not read */
  constructor(file: string, schema: z.ZodType<T>) {
    this.#file = file;
    this.#schema = schema;
  }

  /** Appends a record. @throws if the disk is full or the file cannot be written */
  async append(record: T): Promise<void> {
    const written = this.#appendAfter(this.#writing, record);
    this.#writing = written.catch(() => {});
    await written;
  }

  async #appendAfter(others: Promise<void>, record: T): Promise<void> {
    await others;
    this.#handle ??= await openWhole(this.#file);
    await this.#handle.appendFile(`${JSON.stringify(record)}\n`);
  }

  /** All records in the order in which they were appended; none if there is no file. */
  async *read(): AsyncGenerator<T> {
    await this.#writing;
    const stream = createReadStream(this.#file, 'utf8');
    const lines = createInterface({ input: stream, crlfDelay: Infinity });
    try {
      for await (const line of lines) {
        const { data } = this.#schema.safeParse(valueOf(line));
        if (data !== undefined) yield data;
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    } finally {
      lines.close();
      stream.destroy();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writing;
    await this.#handle?.close();
    this.#handle = undefined;
  }
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The last line of a process that was killed.
    return undefined;
  }
}

/** Opens a file to append to it. A last line without an end is ended, so that it does not damage the next one. */
async function openWhole(file: string): Promise<FileHandle> {
  const handle = await open(file, 'a+', 0o600);
  const { size } = await handle.stat();
  if (size === 0) return handle;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer[0] !== 0x0a) await handle.appendFile('\n');
  return handle;
}
