/** Files of the state: each is complete or absent, whenever the process is killed. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { refuseForeign } from '../cache/stores/filesystem.ts';
import { RendererError } from '../kernel/errors.ts';
import type { RendererConfig } from '../options/options.ts';
import { isAccepting, listenAt } from '../kernel/local-socket.ts';

/** Maximum length of the path of a Unix socket in bytes, on all systems. */
const MAX_SOCKET_PATH = 100;

/** The error of an operation on the state. */
export function unavailable(message: string, cause?: unknown): RendererError {
  return new RendererError('warming-unavailable', message, { cause, retryAfter: 30 });
}

/** A folder that one process uses at a time. */
export class StateFolder {
  readonly path: string;
  #unlock = async () => {};

  private constructor(folder: string) {
    this.path = folder;
  }

  /** @throws {RendererError} `warming-unavailable` if the folder is not writable, or another process uses it */
  static async open(folder: string): Promise<StateFolder> {
    const state = new StateFolder(path.resolve(folder));
    try {
      await mkdir(state.path, { recursive: true, mode: 0o700 });
      await refuseForeign(state.path);
      state.#unlock = await lock(state.path);
      await state.write('probe', '');
      await state.remove('probe');
      return state;
    } catch (error) {
      await state.close();
      throw unavailable(`stateDir: ${folder} cannot be used: ${(error as Error).message}`, error);
    }
  }

  /**
   * Replaces a file.
   *
   * @param isDurable whether it survives a power failure; every file survives the end of the process
   * @throws {RendererError} `warming-unavailable`, for example if the disk is full
   */
  async write(name: string, content: string, isDurable = true): Promise<void> {
    const file = path.join(this.path, name);
    const part = `${file}.${randomBytes(6).toString('hex')}.part`;
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await using handle = await open(part, 'wx', 0o600);
      await handle.writeFile(content);
      if (isDurable) await handle.datasync();
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw unavailable(`The state of warming cannot be written to ${this.path}: ${(error as Error).message}`, error);
    }
  }

  /** The content of a file; undefined if it does not exist. */
  async read(name: string): Promise<string | undefined> {
    try {
      return await readFile(path.join(this.path, name), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw unavailable(`The state of warming in ${this.path} cannot be read: ${(error as Error).message}`, error);
    }
  }

  /** Names in a folder; none if it does not exist. */
  async names(name: string): Promise<string[]> {
    return readdir(path.join(this.path, name)).catch(() => []);
  }

  /** Removes a file or a folder. */
  async remove(name: string): Promise<void> {
    await rm(path.join(this.path, name), { recursive: true, force: true }).catch(() => {});
  }

  async close(): Promise<void> {
    await this.#unlock();
  }
}

const isWindows = process.platform === 'win32';

/** On Windows, sockets are not files (named pipes). */
function socketOf(folder: string): string {
  if (!isWindows) return path.join(folder, 'lock');
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32);
  return `\\\\.\\pipe\\page-renderer-${name}`;
}

/** The system closes a socket when its process ends, however it ends. */
async function lock(folder: string): Promise<() => Promise<void>> {
  const file = socketOf(folder);
  if (Buffer.byteLength(file) > MAX_SOCKET_PATH) throw new Error('its path is too long; choose a shorter one');
  if (await isAccepting(file)) throw new Error('another process uses it; give each service a stateDir of its own');
  if (!isWindows) await rm(file, { force: true });
  const server = createServer((socket) => socket.destroy());
  await listenAt(server, file);
  server.unref();
  return () => new Promise<void>((resolve) => void server.close(() => resolve()));
}

/**
 * The folder of the state of work in the background that survives the process; undefined if the configuration names none. With
 * Redis, jobs are in Redis.
 */
export function stateFolderOf({ stateDir, cache, cacheConfig }: StateOptions): string | undefined {
  if (stateDir !== null) return stateDir;
  return cache === 'filesystem' ? path.join(cacheConfig.snapshotDir, 'warming') : undefined;
}

type StateOptions = Pick<RendererConfig, 'stateDir' | 'cache' | 'cacheConfig'>;
