/** Reads protocol, host and path of Node's request if no framework has done so. */
import type { IncomingMessage } from 'node:http';
import { webRequestOf } from './consent-contexts.ts';
import type { Arrival, Received } from './proxies.ts';

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

/** How the request reached this process. */
export function receivedBy({ socket, headers }: IncomingMessage): Received {
  return {
    address: socket.remoteAddress,
    // HTTP/2 has no `Host`.
    header: (name) => [headers[name] ?? (name === 'host' ? headers[':authority'] : undefined)].flat().join(', '),
    protocol: 'encrypted' in socket ? 'https' : 'http',
  };
}

/** As a web-standard `Request`, without its body. */
export function webRequestBy(incoming: IncomingMessage, { protocol, host }: Arrival): Request {
  const { method = 'GET', headers } = incoming;
  return webRequestOf({
    url: originalUrlOf(incoming),
    origin: () => `${protocol}://${host ?? 'localhost'}`,
    method,
    headers,
  });
}
