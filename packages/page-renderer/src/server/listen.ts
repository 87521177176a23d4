import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RendererError } from '../errors.ts';

/** A service that accepts connections. */
export interface Listening {
  /** Address to reach it at, for example `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly port: number;
  /** What accepts them. */
  readonly server: Server;
  /** Accepts no more connections, and ends when the open requests have been answered. */
  close(): Promise<void>;
}

/** Starts an HTTP server. @throws {RendererError} `cannot-listen`, with a remedy */
export async function listen(listener: RequestListener, port: number, host: string): Promise<Listening> {
  const server = serverFor(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return {
    url: `http://${shown.includes(':') ? `[${shown}]` : shown}:${bound}`,
    port: bound,
    server,
    close: () => closeServer(server),
  };
}

/** A server that slow clients cannot block. */
export function serverFor(listener: RequestListener): Server {
  // HTTP/1.0 has no Host (RFC 1945); an HTTP/1.1 request without one is refused (RFC 9112 §3.2).
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    const lacksHost = request.headers.host === undefined && request.httpVersion !== '1.0';
    if (lacksHost) response.writeHead(400, { Connection: 'close' }).end();
    else listener(request, response);
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  return server;
}

/** Accepts no more connections, and ends when the open requests have been answered. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

function cannotListen(error: NodeJS.ErrnoException, port: number, host: string): RendererError {
  const where = `port ${port} on ${host}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return new RendererError('cannot-listen', `${where} is already in use; choose another with PORT or "port"`);
    case 'EACCES':
      return new RendererError('cannot-listen', `${where} may not be opened by this user; choose one above 1023`);
    default:
      return new RendererError('cannot-listen', `${where} can't be opened: ${error.message}`, { cause: error });
  }
}
