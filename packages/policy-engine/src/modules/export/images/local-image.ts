/** Reads an image of the host from a declared folder, and from nowhere else. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImageSettings } from '../settings.ts';
import { ImageRefused } from './fetch-image.ts';

/**
 * @param source a path in one of the folders, from its root or absolute, or a `file:` URL
 * @throws {ImageRefused} with the reason, for any failure
 */
export async function readLocalImage(source: string, { folders, maxBytes }: ImageSettings): Promise<Buffer> {
  const wanted = source.startsWith('file:') ? filePath(source) : source;
  for (const folder of folders) {
    // A leading slash may be the root of a site or the root of a disk.
    for (const candidate of [path.resolve(folder, wanted), path.join(folder, wanted)]) {
      const file = await realFile(candidate);
      if (file === undefined || !file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)) continue;
      return read(file, maxBytes);
    }
  }
  throw new ImageRefused('There is no such file in the folders for images');
}

function filePath(source: string): string {
  try {
    return fileURLToPath(source);
  } catch (cause) {
    throw new ImageRefused('This is not the path of a file', { cause });
  }
}

/** The target of a path after all links are followed. */
async function realFile(candidate: string): Promise<string | undefined> {
  try {
    return await realpath(candidate);
  } catch {
    return undefined;
  }
}

async function read(file: string, maxBytes: number): Promise<Buffer> {
  try {
    // Without O_NONBLOCK, opening a named pipe would block.
    await using handle = await open(
      file,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    const stat = await handle.stat();
    if (!stat.isFile()) throw new ImageRefused('This is not a file');
    if (stat.size > maxBytes) throw new ImageRefused(`Larger than ${maxBytes} bytes`);
    const data = Buffer.alloc(stat.size);
    const { bytesRead } = await handle.read(data, 0, data.length, 0);
    return data.subarray(0, bytesRead);
  } catch (cause) {
    if (cause instanceof ImageRefused) throw cause;
    throw new ImageRefused("The file can't be read", { cause });
  }
}
