/** Makes changes: each file is written whole, beside its place, and put there by one rename. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import type { Change } from './change.ts';

interface Write {
  readonly file: string;
  readonly text: string;
  /** Null for a new file. */
  readonly before: string | null;
}

/** What became of the changes: `changed` is a file that is not what it was when the change was shown; then nothing is written. */
export interface Applied {
  readonly written: readonly string[];
  readonly changed?: string;
}

/**
 * Writes the files, or none if one has changed.
 *
 * @throws {Error} naming the first file that could not be written, for example because the disk is full; those before it are written
 */
export function applied(folder: string, changes: readonly Change[]): Applied {
  const writes = changes.flatMap((change): Write[] => {
    if (change.kind === 'create') return [{ file: change.file, text: change.text, before: null }];
    return change.kind === 'edit' ? [{ file: change.file, text: change.after, before: change.before }] : [];
  });
  for (const { file, before } of writes) {
    const place = path.join(folder, file);
    const now = existsSync(place) ? readFileSync(place, 'utf8') : null;
    if (now !== before) return { written: [], changed: file };
  }
  for (const { file, text } of writes) {
    try {
      replace(path.join(folder, file), text);
    } catch (error) {
      const { errno } = error as NodeJS.ErrnoException;
      const reason = errno === undefined ? String(error) : getSystemErrorMessage(errno);
      throw new Error(
        `${file} in ${folder} could not be written: ${reason}. What was written before stays; init may be run again.`,
        { cause: error },
      );
    }
  }
  return { written: writes.map(({ file }) => file) };
}

function replace(named: string, text: string): void {
  mkdirSync(path.dirname(named), { recursive: true });
  // A link stays a link.
  const place = existsSync(named) ? realpathSync(named) : named;
  const beside = `${place}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text, { flag: 'wx' });
    if (existsSync(place)) chmodSync(beside, statSync(place).mode);
    renameSync(beside, place);
  } finally {
    rmSync(beside, { force: true });
  }
}
