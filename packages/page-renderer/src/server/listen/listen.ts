import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RendererError } from '../../kernel/errors.ts';
import { inTime } from '../../kernel/in-time.ts';
import type { Pace } from './reading-pace.ts';
import { dropSlowReaders, PACE } from './reading-pace.ts';

/** A service that accepts connections. */
export interface Listening {
  /** Address to reach it at, for example `http://127.0.0.1:3000`. */
  readonly url: string;
  readonly port: number;
  /** What accepts them. */
  readonly server: Server;
  /** From now on, every response ends its connection, so that clients connect to another process. */
  drain(): void;
  /** Accepts no more connections, and ends when the open requests have been answered. */
  close(): Promise<void>;
}

/** Options for listening: the global `Request` and `Response` are the host's and stay unchanged. */
export const LISTENING = { hostname: 'localhost', overrideGlobalObjects: false } as const;

/** Servers whose responses end their connections. */
const draining = new WeakSet<Server>();
/** The responses that have not been sent yet. */
const unanswered = new WeakMap<Server, Set<ServerResponse>>();
/** Milliseconds that clients have to read the last responses. */
const LAST_READ = 5_000;

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
    drain: () => drainServer(server),
    close: () => closeServer(server),
  };
}

/** A server that slow clients cannot block. @param pace how slowly they may read */
export function serverFor(listener: RequestListener, pace: Pace = PACE): Server {
  const open = new Set<ServerResponse>();
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    if (draining.has(server)) endConnection(response);
    if (!hasValidHost(request)) response.writeHead(400, { Connection: 'close' }).end();
    else listener(request, response);
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  unanswered.set(server, open);
  server.on('close', dropSlowReaders(open, pace));
  return server;
}

/** `uri-host [":" port]` (RFC 9110 §7.2, RFC 3986 §3.2.2); empty if the target has none. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** HTTP/1.0 has no Host (RFC 1945); an HTTP/1.1 request without one, with several or an invalid one is refused (RFC 9112 §3.2). */
function hasValidHost({ headers, headersDistinct, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion === '1.0';
  return headersDistinct['host']?.length === 1 && HOST.test(headers.host);
}

/** From now on, every response ends its connection (RFC 9112 §9.6). @param server of {@link serverFor} */
export function drainServer(server: Server): void {
  draining.add(server);
  for (const response of unanswered.get(server) ?? []) if (!response.headersSent) endConnection(response);
}

function endConnection(response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}

/** Accepts no more connections, and ends when the open requests have been answered. */
export function closeServer(server: Server): Promise<void> {
  drainServer(server);
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}

/** Waits until a server has closed, but not for clients that do not read their responses. */
export async function untilClosed(server: Server, closed: Promise<void>): Promise<void> {
  await inTime(closed, LAST_READ).catch(() => {
    server.closeAllConnections();
    return closed;
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
