/** Shared by all hosts with web-standard requests (Fetch): the URL becomes the one that the client used. */
import type { HostEnv } from '../../platform/host-env.ts';
import type { EngineHandler } from './node-handler.ts';
import type { Arrival } from '../../platform/network/proxies.ts';
import { atUrl } from '../../platform/web/request/as-sent.ts';
import { arrivalAt, type TrustingEngine } from './trusted.ts';
import { originOf } from './public-url.ts';

/** A function of the host that takes a web-standard `Request`. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** How a request reached this process. @param address of the peer, if the platform provides it */
export function arrivalOf(
  engine: TrustingEngine,
  { url, headers }: Pick<Request, 'url' | 'headers'>,
  address?: string,
): Arrival {
  return arrivalAt(engine, {
    address,
    protocol: url.startsWith('https:') ? 'https' : 'http',
    host: headers.get('host') ?? undefined,
    header: (name) => headers.get(name),
  });
}

/** What a framework knows about a web-standard `Request`. */
export interface FetchHost {
  /** How the request arrived: frameworks write the URL with a host of their own. */
  readonly arrival: Arrival;
  readonly env?: HostEnv;
  /** The URL as the client sent it, if it differs from the request's. */
  readonly path?: string;
  /** Whether the host drops `Content-Encoding`, so that nothing may be compressed. */
  readonly isPlain?: boolean;
}

/** The request as its client sent it; the same object if nothing has to be corrected. */
export function publicRequest(request: Request, { arrival, path, isPlain = false }: FetchHost): Request {
  const { pathname, search } = new URL(request.url);
  const url = originFor(request, arrival) + (path ?? pathname + search);
  if (url === request.url && !isPlain) return request;
  const headers = new Headers(request.headers);
  if (isPlain) headers.delete('accept-encoding');
  return atUrl(request, url, headers);
}

/** Answers a request to the engine. */
export function answerFetch(engine: EngineHandler, request: Request, host: FetchHost): Promise<Response> {
  const { ip } = host.arrival;
  return engine.fetch(publicRequest(request, host), { ...host.env, ...(ip !== undefined && { ip }) });
}

/** The origin that the client used. */
export function originFor(request: Request, { protocol, host }: Arrival): string {
  return (host === undefined ? null : originOf(`${protocol}://${host}`)) ?? new URL(request.url).origin;
}

/** A response with an absolute URL in `Location`, for frameworks that prepend a base path to paths. */
export function withWholeLocation(response: Response, origin: string): Response {
  const location = response.headers.get('location');
  if (location === null) return response;
  const headers = new Headers(response.headers);
  headers.set('location', new URL(location, origin).href);
  return new Response(response.body, { status: response.status, headers });
}

/** The path without its last `depth` segments; empty segments are ignored. */
export function pathAbove(pathname: string, depth: number): string {
  const segments = segmentsOf(pathname);
  return segments
    .slice(0, segments.length - depth)
    .map((segment) => `/${segment}`)
    .join('');
}

/** How many segments at the end of a path a router has matched. @param matched decoded, or as in the path */
export function depthOf(pathname: string, matched: string): number {
  const segments = segmentsOf(pathname);
  for (let depth = 0; depth <= segments.length; depth += 1) {
    const end = segments.slice(segments.length - depth).join('/');
    if (end === matched || decoded(end) === matched) return depth;
  }
  return segments.length;
}

function segmentsOf(pathname: string): string[] {
  return pathname.split('/').filter((segment) => segment !== '');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
