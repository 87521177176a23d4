/** Where the journal is stored: a file to which lines are appended, or one text in a storage. */
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { persist } from '../../../platform/storage/persist.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';
import { markAt } from '../../proof/index.ts';

/** A text of lines. One process at a time writes to it. */
export interface JournalStore {
  /** Its name in messages. */
  readonly name: string;
  /** All complete lines. */
  read(): Promise<string[]>;
  /** Adds a line. When it resolves, the line survives a power failure. */
  append(line: string): Promise<void>;
  /** Replaces all lines, completely or not at all. */
  replace(lines: readonly string[]): Promise<void>;
}

/** Name in a storage. */
const STORED = 'erasure-journal.txt';

/** @param given the path of a file, or a storage */
export function journalAt(given: string | AttachmentStorage): JournalStore {
  const whole = markAt(given, STORED);
  const read = async () => linesOf((await whole.read()) ?? '');
  const replace = (lines: readonly string[]) => whole.write(textOf(lines));
  const append =
    typeof given === 'string'
      ? (line: string) => appendTo(path.resolve(given), line)
      : async (line: string) => replace([...(await read()), line]);
  return { name: whole.name, read, append, replace };
}

/** A part after the last line break was interrupted while being written: its erasure was not started. */
function linesOf(text: string): string[] {
  return text.split('\n').slice(0, -1);
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

async function appendTo(file: string, line: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const handle = await open(file, 'a+', 0o600);
  try {
    const size = await wholeSize(handle);
    try {
      await handle.appendFile(textOf([line]));
      await handle.sync();
    } catch (error) {
      // For example on a full disk: half a line would corrupt the next one.
      await handle.truncate(size).catch(() => {});
      throw error;
    }
  } finally {
    await handle.close();
  }
  await persist(folder);
}

/** Cuts off the part after the last line break. @returns the remaining bytes */
async function wholeSize(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  if (size === 0) return 0;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  if (buffer[0] === 0x0a) return size;
  const whole = (await readAll(handle, size)).lastIndexOf(0x0a) + 1;
  await handle.truncate(whole);
  return whole;
}

async function readAll(handle: FileHandle, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
  return buffer.subarray(0, bytesRead);
}
