/** Servers of tests on a free port of this machine. */
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** A server that accepts connections until it is disposed of. */
export interface Listening extends AsyncDisposable {
  readonly port: number;
  /** As in `127.0.0.1:41234`. */
  readonly host: string;
  /** As in `http://127.0.0.1:41234`. */
  readonly url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Lets a server of `node:http`, `node:https` or `node:net` listen on a free port. Disposing of it closes its connections, too.
 *
 * @example
 * ```ts
 * await using shop = await listening(createServer(app));
 * await fetch(`${shop.url}/cart`);
 * ```
 */
export async function listening(server: Server, address = '127.0.0.1'): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, address), 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `${address}:${port}`;
  return {
    port,
    host,
    url: `http://${host}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
