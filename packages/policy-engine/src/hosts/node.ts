/**
 * What every host built on Node's `http` shares: Node's request becomes a web-standard one, also where the framework has
 * shortened its URL, read its body, or stands behind a proxy.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { HostEnv } from '../web/host-env.ts';
import { type Answering, answeringOf, type Reply } from '../web/reply.ts';

/** The part of an engine a host needs. */
export interface EngineHandler {
  /** Mount path, as in `/policies`. */
  readonly basePath: string;
  readonly fetch: (request: Request, env?: HostEnv) => Promise<Response>;
}

/** What the framework knows about one request. */
export interface HostRequest {
  /** URL as the client sent it, with the mount path. */
  readonly url: string;
  /** Mount path, where the framework knows it. */
  readonly mountPath?: string;
  /** The body as middleware left it, if middleware ran. */
  readonly body?: unknown;
  /** Public protocol and host, from `X-Forwarded-*` only if the framework was told to trust the proxy. */
  readonly protocol: string;
  readonly host: string | undefined;
  readonly ip: string | undefined;
  readonly hostRequest?: unknown;
}

type NodeEnv = { incoming: IncomingMessage; outgoing: ServerResponse };

function* formFields(value: unknown, name: string): Generator<[string, string]> {
  if (Array.isArray(value)) {
    // A flat parser leaves `tags[]` as the name of the list.
    const itemName = name.endsWith('[]') ? name : `${name}[]`;
    for (const item of value) yield* formFields(item, itemName);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* formFields(item, name === '' ? key : `${name}[${key}]`);
  } else if (typeof value === 'string') yield [name, value];
  else if (typeof value === 'number' || typeof value === 'boolean') yield [name, String(value)];
}

const FORM = 'application/x-www-form-urlencoded';

/** The body again, from what a parser made of it; null where nothing is left. */
function rebuiltBody(incoming: IncomingMessage, parsed: unknown): { body: Buffer | string; type?: string } | null {
  const raw = 'rawBody' in incoming ? incoming.rawBody : undefined;
  for (const candidate of [raw, parsed]) {
    if (Buffer.isBuffer(candidate) || typeof candidate === 'string') return { body: candidate };
  }
  if (parsed === undefined || parsed === null) return null;
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(incoming.headers['content-type'] ?? '')) {
    return { body: JSON.stringify(parsed) };
  }
  // A multipart form comes out as fields; its files, if any, stayed with the host's parser.
  return { body: new URLSearchParams([...formFields(parsed, '')]).toString(), type: FORM };
}

function isConsumed(incoming: IncomingMessage): boolean {
  return incoming.readableDidRead || incoming.readableEnded;
}

function publicUrl(url: string, host: HostRequest): string {
  if (host.host === undefined) return url;
  const base = `${host.protocol}://${host.host}`;
  if (!URL.canParse(base)) return url;
  const { pathname, search } = new URL(url);
  const { origin } = new URL(base);
  return origin === new URL(url).origin ? url : origin + pathname + search;
}

/** Whether the framework and the request itself agree on where it came in, as they do without a proxy. */
function isPublicAlready(incoming: IncomingMessage, { host, protocol }: HostRequest): boolean {
  return host === incoming.headers.host && (protocol === 'https') === 'encrypted' in incoming.socket;
}

/** The request as the engine should see it; untouched where nothing has to be repaired. */
function repaired(request: Request, incoming: IncomingMessage, host: HostRequest): Request {
  const url = isPublicAlready(incoming, host) ? request.url : publicUrl(request.url, host);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const consumed = hasBody && isConsumed(incoming);
  if (url === request.url && !consumed) return request;
  const headers = new Headers(request.headers);
  const init = { method: request.method, headers, signal: request.signal };
  if (!consumed) return new Request(url, hasBody ? { ...init, body: request.body, duplex: 'half' } : init);
  const rebuilt = rebuiltBody(incoming, host.body);
  // Both describe the bytes that were on the wire; parsers inflate and re-encode.
  headers.delete('content-length');
  headers.delete('content-encoding');
  if (rebuilt?.type !== undefined) headers.set('content-type', rebuilt.type);
  const body = typeof rebuilt?.body === 'string' ? rebuilt.body : rebuilt && new Uint8Array(rebuilt.body);
  return new Request(url, { ...init, body });
}

/** Writes an answer that is there as a whole. */
function write(outgoing: ServerResponse, { status, headers, cookies, body }: Reply): Response {
  const all: OutgoingHttpHeaders = Object.fromEntries(headers);
  if (cookies.length > 0) all['set-cookie'] = cookies;
  if (typeof body === 'string') all['content-length'] = Buffer.byteLength(body);
  else if (body instanceof Uint8Array) all['content-length'] = body.byteLength;
  outgoing.writeHead(status, all);
  outgoing.end(body);
  return RESPONSE_ALREADY_SENT;
}

/**
 * Makes the function a host adapter calls for each request.
 *
 * @returns resolves once the answer is sent
 */
export function createNodeHandler(
  engine: EngineHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse, host: HostRequest) => Promise<void> {
  const hosts = new WeakMap<IncomingMessage, HostRequest>();
  const answer: Answering<HostEnv> | undefined = answeringOf(engine.fetch);
  const respond = async (request: Request, env: HostEnv & NodeEnv): Promise<Response> => {
    if (answer === undefined) return engine.fetch(request, env);
    const reply = await answer(request, env);
    // What streams goes the way that knows back-pressure.
    return reply.body instanceof ReadableStream ? reply.toResponse() : write(env.outgoing, reply);
  };
  const listener = getRequestListener(
    (request: Request, env) => {
      const { incoming, outgoing } = env as NodeEnv;
      const host = hosts.get(incoming);
      if (host === undefined) throw new TypeError('The request was not handed over by a host adapter');
      return respond(repaired(request, incoming, host), {
        incoming,
        outgoing,
        ...(host.ip !== undefined && { ip: host.ip }),
        ...(host.mountPath !== undefined && { mountPath: host.mountPath }),
        ...(host.hostRequest !== undefined && { hostRequest: host.hostRequest }),
      });
    },
    // The globals belong to the host.
    { overrideGlobalObjects: false, hostname: 'localhost' },
  );
  return async (incoming, outgoing, host) => {
    hosts.set(incoming, host);
    const shortened = incoming.url;
    incoming.url = host.url;
    const answered = listener(incoming, outgoing);
    // The listener reads the URL before it first waits; loggers of the host expect theirs afterwards.
    if (shortened !== undefined) incoming.url = shortened;
    await answered;
  };
}
