/** Servers for the tests of hosts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { requestPort, type RunningHost } from './suite.ts';
import { listening } from '../../../../testing/listening.ts';

/** A host with a server. */
export interface ListeningHost extends RunningHost, AsyncDisposable {
  readonly port: number;
}

/** Listens on a free port of this machine. */
export async function listeningHost(
  listener: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<ListeningHost> {
  const server = await listening(createServer((request, response) => void listener(request, response)));
  const close = () => server[Symbol.asyncDispose]();
  return { port: server.port, request: requestPort(server.port), close, [Symbol.asyncDispose]: close };
}
