/** Attachments in a folder of this machine. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requireAttachmentName } from './name.ts';
import { persist } from './persist.ts';
import type { AttachmentStorage, ByteRange } from './storage.ts';

/**
 * Stores attachments in a folder, which must be outside of what a web server serves; several machines must share it. A
 * file gets its name when it is completely on disk. Files are readable only by the user of the process.
 *
 * @example
 * ```ts
 * attachments: { storage: localAttachments('/var/lib/shop/exports') }
 * ```
 */
export function localAttachments(folder: string): AttachmentStorage {
  const root = path.resolve(folder);
  const at = (name: string) => path.join(root, requireAttachmentName(name));
  // In the same folder, since a rename is atomic only within a file system; with a name that `delete` recognizes, for
  // files that a killed process left.
  const halfOf = (file: string) => `${file}.part`;
  return {
    async put(name, content, { signal }) {
      const file = at(name);
      const partial = halfOf(file);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      try {
        const sink = createWriteStream(partial, { mode: 0o600, flush: true });
        await pipeline(content, sink, { ...(signal && { signal }) });
        await rename(partial, file);
        await persist(path.dirname(file));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    get: async (name, range) => opened(at(name), range),
    async size(name) {
      try {
        return (await stat(at(name))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async delete(name) {
      await rm(at(name), { force: true });
      await rm(halfOf(at(name)), { force: true });
    },
  };
}

/** Resolves once the file is open, so that a missing file is an error and not a broken stream. */
async function opened(file: string, range?: ByteRange): Promise<Readable> {
  const handle = await open(file, 'r');
  return createReadStream(file, { fd: handle, ...range });
}
