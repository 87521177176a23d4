import { open } from 'node:fs/promises';

/** Writes the new names in a folder to the disk; where folders can't be opened (Windows) the file system does so itself. */
export async function persist(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  try {
    await handle?.sync();
  } catch {
    // Not every file system can; the file itself is on the disk.
  } finally {
    await handle?.close();
  }
}
