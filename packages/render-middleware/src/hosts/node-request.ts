/** Shared code of the adapters for hosts over `node:http`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RenderRequest } from '../request/request.ts';

/** Information of a framework about a request, in addition to that of `node:http`. */
export interface KnownByHost {
  readonly url: string | undefined;
  readonly protocol: string | undefined;
  readonly address: string | undefined;
}

/** Aborts when the visitor leaves before the end of the response. */
export function abortOnClose(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** The request in the form that the core reads. */
export function fromNode(incoming: IncomingMessage, known: KnownByHost, signal: AbortSignal): RenderRequest {
  const { url, protocol, address } = known;
  return {
    method: incoming.method ?? '',
    url: url ?? incoming.url ?? '',
    headers: incoming.headers,
    signal,
    ...(protocol !== undefined && { protocol }),
    ...(address !== undefined && { address }),
  };
}
