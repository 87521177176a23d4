/** Unix sockets, and named pipes on Windows. */
import type { Server } from 'node:net';
import { connect } from 'node:net';

/** Whether a process accepts connections on a socket. */
export async function isAccepting(file: string): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Lets a server accept connections on a socket. @throws the error of the system */
export async function listenAt(server: Server, file: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, resolve);
  });
}
