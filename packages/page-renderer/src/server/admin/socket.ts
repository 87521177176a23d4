/** A Unix socket for administration: users who can open its file need no token. */
import { chmod, lstat, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { RendererError } from '../../kernel/errors.ts';
import { isAccepting, listenAt } from '../../kernel/local-socket.ts';
import { closeServer, serverFor } from '../listen/listen.ts';

/** A socket that accepts connections. */
export interface AdminSocket {
  /** Accepts no more connections, and ends when the open requests have been answered. Then the file is removed. */
  close(): Promise<void>;
}

/** Serves on a Unix socket that only this user can open. @throws {RendererError} `cannot-listen` */
export async function listenOnSocket(listener: RequestListener, file: string): Promise<AdminSocket> {
  const server = serverFor(listener);
  try {
    await removeDead(file);
    await listenAt(server, file);
    await chmod(file, 0o600);
  } catch (error) {
    server.close();
    const message = `adminSocket: ${file} can't be opened: ${(error as Error).message}`;
    throw new RendererError('cannot-listen', message, { cause: error });
  }
  return { close: () => closeServer(server) };
}

/** Removes the socket file of a service that was killed; the socket of a running service is not touched. */
async function removeDead(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null);
  if (found === null) return;
  if (!found.isSocket()) throw new Error('the file is not a socket');
  if (await isAccepting(file)) throw new Error('another service is listening on it');
  await rm(file);
}
