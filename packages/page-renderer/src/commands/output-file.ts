/** The file that a command writes its result to (`-o FILE`). */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Refuses a file that cannot be written, before the work whose result would be lost. Nothing is created.
 *
 * @param file undefined for the standard output
 * @throws {Error} with a code of the system
 */
export async function requireWritable(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  try {
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    await access(found ? file : path.dirname(file), constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? `there is no folder ${path.dirname(file)}` : message;
    throw Object.assign(new Error(`-o: ${file} cannot be written: ${reason}`, { cause: error }), { code });
  }
}
