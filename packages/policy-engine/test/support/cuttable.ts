/** A connection to a server that can be interrupted, like a network. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Cuttable extends AsyncDisposable {
  /** The server's URL through it. */
  readonly url: string;
  /** Interrupts open connections and refuses new ones, or accepts them again. */
  cut(isCut: boolean): void;
}

/** @param to URL of a server, with its port */
export async function cuttable(to: string): Promise<Cuttable> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const target = new URL(to);
  const server = createServer((incoming) => {
    if (isCut) return void incoming.destroy();
    const outgoing = connect(Number(target.port), target.hostname);
    for (const socket of [incoming, outgoing]) sockets.add(socket.on('error', () => {}));
    incoming.pipe(outgoing).pipe(incoming);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const destroy = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut(isNow) {
      isCut = isNow;
      if (isNow) destroy();
    },
    [Symbol.asyncDispose]: async () => {
      destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
