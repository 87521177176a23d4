import { open } from 'node:fs/promises';

/**
 * Writes the directory entries of a folder to the disk; on Windows, where folders can't be opened, the file system does
 * so itself.
 */
export async function persist(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  try {
    await handle?.sync();
  } catch {
    // Not every file system supports this; the file itself is on the disk.
  } finally {
    await handle?.close();
  }
}
