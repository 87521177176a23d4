/** Reads protocol, host and path of Node's request if no framework has done so. */
import type { IncomingMessage } from 'node:http';
import type { Arrival, Received } from '../../platform/network/proxies.ts';
import { arrivalAt, type TrustingEngine } from './trusted.ts';

/** What connect and similar frameworks set on a request when they shorten its URL. */
interface Shortened {
  readonly originalUrl?: string;
}

/** The URL as the client sent it. */
export function originalUrlOf(incoming: IncomingMessage & Shortened): string {
  return incoming.originalUrl ?? incoming.url ?? '/';
}

/** What connect has removed from the URL; undefined if it has removed nothing. */
export function connectMount(incoming: IncomingMessage & Shortened): string | undefined {
  const whole = pathOf(originalUrlOf(incoming));
  const rest = pathOf(incoming.url ?? '/');
  if (whole === rest) return undefined;
  return whole.endsWith(rest) ? whole.slice(0, -rest.length) : rest === '/' ? whole : undefined;
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

function receivedBy({ socket, headers }: IncomingMessage): Received {
  return {
    address: socket.remoteAddress,
    protocol: 'encrypted' in socket ? 'https' : 'http',
    // HTTP/2 has no `Host`.
    host: headers.host ?? [headers[':authority']].flat()[0],
    header: (name) => [headers[name]].flat().join(', '),
  };
}

/** How a request arrived. */
export function arrivalBy(engine: TrustingEngine, incoming: IncomingMessage): Arrival {
  return arrivalAt(engine, receivedBy(incoming));
}

/** The same for hosts with a setting of their own, which counts unless the engine's option is set. */
export function arrivalOr(engine: TrustingEngine, incoming: IncomingMessage, byHost: () => Arrival): Arrival {
  return engine.trustProxy === undefined ? byHost() : arrivalBy(engine, incoming);
}

/** Who knows the client's address. @param request the framework's, which determines it when it is read */
export function clientIn(engine: TrustingEngine, incoming: IncomingMessage, request: Client): Client {
  return engine.trustProxy === undefined ? request : arrivalBy(engine, incoming);
}

type Client = Partial<Pick<Arrival, 'ip'>>;

/** Protocol and host of an arrival. */
export function originBy({ protocol, host }: Arrival): string {
  // Frameworks have an empty one for a request without `Host`.
  return `${protocol}://${host || 'localhost'}`;
}
