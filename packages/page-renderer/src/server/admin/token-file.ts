/** The generated admin token: created at start, and written to a file that only the service's user can read. */
import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { RendererError } from '../../kernel/errors.ts';

/** 256 random bits. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A file with a token. */
export interface TokenFile extends AsyncDisposable {
  readonly path: string;
}

/**
 * Writes a token to a file of its own for each port, which is removed on disposal.
 *
 * @param folder default: a folder of this user, in `XDG_RUNTIME_DIR` or else in the temporary folder
 * @throws {RendererError} `cannot-write-token`, with a remedy
 */
export async function writeToken(token: string, port: number, folder: string = ownFolder()): Promise<TokenFile> {
  const file = path.join(folder, `admin-token-${port}`);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(folder, { mode: 0o700, recursive: true });
    await requireOwn(folder);
    await writeFile(draft, `${token}\n`, { mode: 0o600, flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const reason = (error as Error).message;
    const message = `The generated admin token cannot be written to ${folder} (${reason}); set "adminToken" or "adminSocket"`;
    throw new RendererError('cannot-write-token', message, { cause: error });
  }
  return { path: file, [Symbol.asyncDispose]: () => rm(file, { force: true }) };
}

/** The file with the generated token of a service of this user. */
export function tokenFileOf(port: number): string {
  return path.join(ownFolder(), `admin-token-${port}`);
}

function ownFolder(): string {
  const { XDG_RUNTIME_DIR: runtime } = process.env;
  return runtime ? path.join(runtime, 'page-renderer') : path.join(tmpdir(), `page-renderer-${userInfo().uid}`);
}

/** In a folder that everybody may write to, another user may have created ours before. */
async function requireOwn(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new Error('it is not a folder');
  const { uid } = userInfo();
  // Windows has no user ids, and no file modes.
  if (uid === -1) return;
  if (found.uid !== uid) throw new Error('it belongs to another user');
  if ((found.mode & 0o077) !== 0) throw new Error('other users can read it');
}
