/** The mark: the newest checkpoint, stored where restoring the database does not revert it. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { persist } from '../../../platform/storage/persist.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';

/** A store for one text. */
export interface Mark {
  /** Its name in messages. */
  readonly name: string;
  /** The text; null if nothing was written yet. */
  read(): Promise<string | null>;
  /** Replaces the text durably and atomically. */
  write(note: string): Promise<void>;
}

/** Name in a storage. */
const STORED = 'ledger-mark.txt';

/** @param given the path of a file, or a storage @param stored name of the mark in a storage */
export function markAt(given: string | AttachmentStorage, stored: string = STORED): Mark {
  return typeof given === 'string' ? fileMark(path.resolve(given)) : storageMark(given, stored);
}

function fileMark(file: string): Mark {
  return {
    name: file,
    async read() {
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(note) {
      const folder = path.dirname(file);
      await mkdir(folder, { recursive: true });
      // A unique name, since another process may write at the same time.
      const partial = `${file}.${randomUUID()}.part`;
      try {
        const handle = await open(partial, 'wx', 0o600);
        try {
          await handle.writeFile(note);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(partial, file);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      await persist(folder);
    },
  };
}

function storageMark(storage: AttachmentStorage, stored: string): Mark {
  return {
    name: stored,
    async read() {
      return (await storage.size(stored)) === null ? null : text(await storage.get(stored));
    },
    async write(note) {
      await storage.put(stored, Readable.from([note]), { contentType: 'text/plain; charset=utf-8' });
    },
  };
}
