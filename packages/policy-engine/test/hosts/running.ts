/** Servers for the tests of hosts. */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestPort, type RunningHost } from './suite.ts';

/** A host with a server. */
export interface ListeningHost extends RunningHost, AsyncDisposable {
  readonly port: number;
}

/** Listens on a free port of this machine. */
export async function listening(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<ListeningHost> {
  const server = http.createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const { port } = server.address() as AddressInfo;
  return {
    port,
    request: requestPort(port),
    close,
    [Symbol.asyncDispose]: close,
  };
}
