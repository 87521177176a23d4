/**
 * Shared by all hosts built on Node's `http`: Node's request becomes a web-standard one, even if the framework has
 * shortened its URL, read its body, or runs behind a proxy.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { HostEnv } from '../../platform/host-env.ts';
import { partsOf, type ReplyParts } from '../../platform/web/response/reply.ts';
import { lazyRequest } from './lazy-request.ts';
import { isPlain, originOf } from './public-url.ts';
import type { TrustingEngine } from './trusted.ts';

/** The part of an engine a host needs. */
export interface EngineHandler extends TrustingEngine {
  /** Mount path, as in `/policies`. */
  readonly basePath: string;
  readonly fetch: (request: Request, env?: HostEnv) => Promise<Response>;
  /**
   * Registers how to get the path that the framework mounts the engine at; null while the framework doesn't know it.
   */
  readonly mountedAt?: (path: () => string | null) => void;
}

/** What the framework knows about one request. */
export interface HostRequest {
  /** URL as the client sent it, with the mount path. */
  readonly url: string;
  /** Mount path, where the framework knows it. */
  readonly mountPath?: string;
  /** The body as parsed by middleware, if any ran. */
  readonly body?: unknown;
  /** Public protocol and host, from `X-Forwarded-*` only if the framework was told to trust the proxy. */
  readonly protocol: string;
  readonly host: string | undefined;
  readonly ip: string | undefined;
  readonly hostRequest?: unknown;
}

type NodeEnv = { incoming: IncomingMessage; outgoing: ServerResponse };

/** The bytes of the body, if a parser of the host kept them; null if none are left. */
function keptBody(incoming: IncomingMessage, parsed: unknown): Buffer | string | null {
  const raw = 'rawBody' in incoming ? incoming.rawBody : undefined;
  for (const candidate of [raw, parsed]) {
    if (Buffer.isBuffer(candidate) || typeof candidate === 'string') return candidate;
  }
  return null;
}

function isConsumed(incoming: IncomingMessage): boolean {
  return incoming.readableDidRead || incoming.readableEnded;
}

/** The body as parsed by the host, used unchanged; undefined if there are bytes to read. */
function parsedBody(incoming: IncomingMessage, { body }: HostRequest): unknown {
  if (body === undefined || body === null || !isConsumed(incoming)) return undefined;
  return keptBody(incoming, body) === null ? body : undefined;
}

function publicUrl(url: string, host: HostRequest): string {
  if (host.host === undefined) return url;
  const origin = originOf(`${host.protocol}://${host.host}`);
  const { pathname, search } = new URL(url);
  return origin === null ? url : origin + pathname + search;
}

/** Whether the framework and the request itself agree on protocol and host, as they do without a proxy. */
function isPublicAlready(incoming: IncomingMessage, { host, protocol }: HostRequest): boolean {
  return host === incoming.headers.host && (protocol === 'https') === 'encrypted' in incoming.socket;
}

/** The request as the engine should see it; unchanged if nothing has to be corrected. */
function repaired(request: Request, incoming: IncomingMessage, host: HostRequest): Request {
  const url = isPublicAlready(incoming, host) ? request.url : publicUrl(request.url, host);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const consumed = hasBody && isConsumed(incoming);
  if (url === request.url && !consumed) return request;
  const headers = new Headers(request.headers);
  const init = { method: request.method, headers, signal: request.signal };
  if (!consumed) return new Request(url, hasBody ? { ...init, body: request.body, duplex: 'half' } : init);
  // Both headers describe the bytes as transferred; parsers decompress.
  headers.delete('content-length');
  headers.delete('content-encoding');
  const kept = keptBody(incoming, host.body);
  return new Request(url, { ...init, body: typeof kept === 'string' ? kept : kept && new Uint8Array(kept) });
}

/** Aborts when the client disconnects before it has its response. */
function goneSignal(outgoing: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const check = () => {
    if (!outgoing.writableFinished) gone.abort();
  };
  if (outgoing.destroyed) check();
  else outgoing.once('close', check);
  return gone.signal;
}

function hasUnreadBody({ method, headers, httpVersionMajor }: IncomingMessage): boolean {
  // In HTTP/2 a request can have a body without a header that announces it.
  if (httpVersionMajor > 1 && method !== 'GET' && method !== 'HEAD') return true;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * A request that needs no correction and has no body left to read, as most do; null for any other. `@hono/node-server`
 * creates more of a request than these need.
 */
function bodiless(incoming: IncomingMessage, outgoing: ServerResponse, host: HostRequest): Request | null {
  const { method, headers } = incoming;
  if (parsedBody(incoming, host) === undefined && hasUnreadBody(incoming)) return null;
  if (method === undefined || host.host === undefined || !isPlain(host.url)) return null;
  const origin = originOf(`${host.protocol}://${host.host}`);
  if (origin === null) return null;
  const url = origin + host.url;
  return lazyRequest({ method, headers, url: () => url, signal: () => goneSignal(outgoing) });
}

function writeHead(outgoing: ServerResponse, { status, headers, body }: ReplyParts): void {
  const all: OutgoingHttpHeaders = { ...headers };
  if (typeof body === 'string') all['content-length'] = Buffer.byteLength(body);
  else if (body instanceof Uint8Array) all['content-length'] = body.byteLength;
  outgoing.writeHead(status, all);
}

/** Also for HTTP/2, where the response object outlives its stream. */
function isGone(outgoing: ServerResponse & { readonly stream?: { readonly destroyed: boolean } }): boolean {
  return outgoing.destroyed || outgoing.stream?.destroyed === true || outgoing.socket?.destroyed === true;
}

/** Writes an answer. @returns resolves when it is written, or its reader has disconnected */
async function write(outgoing: ServerResponse, response: Response): Promise<void> {
  const parts = partsOf(response);
  const { body } = parts;
  if (!(body instanceof ReadableStream)) {
    writeHead(outgoing, parts);
    outgoing.end(body);
    return;
  }
  try {
    // A pipeline to a closed response would never end, and would leave the stream and its file open.
    if (isGone(outgoing)) throw new Error('The client disconnected');
    writeHead(outgoing, parts);
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
  } catch (error) {
    if (!body.locked) await body.cancel(error).catch(() => {});
    // The status may already be sent: then the only option is to abort, so that nobody treats a partial response as
    // complete.
    outgoing.destroy(error instanceof Error ? error : undefined);
  }
}

function envOf(incoming: IncomingMessage, outgoing: ServerResponse, host: HostRequest): HostEnv & NodeEnv {
  const parsed = parsedBody(incoming, host);
  return {
    incoming,
    outgoing,
    writesReplies: true,
    ...(parsed !== undefined && { parsedBody: parsed }),
    ...(host.ip !== undefined && { ip: host.ip }),
    ...(host.mountPath !== undefined && { mountPath: host.mountPath }),
    ...(host.hostRequest !== undefined && { hostRequest: host.hostRequest }),
  };
}

/**
 * Creates the function a host adapter calls for each request.
 *
 * @returns resolves once the answer is sent
 */
export function createNodeHandler(
  engine: EngineHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse, host: HostRequest) => Promise<void> {
  const hosts = new WeakMap<IncomingMessage, HostRequest>();
  const listener = getRequestListener(
    async (request: Request, env) => {
      const { incoming, outgoing } = env as NodeEnv;
      const host = hosts.get(incoming);
      if (host === undefined) throw new TypeError('The request did not come through a host adapter');
      const asked = repaired(request, incoming, host);
      await write(outgoing, await engine.fetch(asked, envOf(incoming, outgoing, host)));
      return RESPONSE_ALREADY_SENT;
    },
    // Leaves the globals unchanged: they belong to the host.
    { overrideGlobalObjects: false, hostname: 'localhost' },
  );
  return async (incoming, outgoing, host) => {
    const request = bodiless(incoming, outgoing, host);
    if (request !== null) {
      await write(outgoing, await engine.fetch(request, envOf(incoming, outgoing, host)));
      return;
    }
    hosts.set(incoming, host);
    const shortened = incoming.url;
    incoming.url = host.url;
    const answered = listener(incoming, outgoing);
    // The listener reads the URL before its first await; afterwards loggers of the host expect their own URL.
    if (shortened !== undefined) incoming.url = shortened;
    await answered;
  };
}
