/** A request as its client sent it: the URL that the browser shows, and the client's address. */
import type { HostEnv } from '../../host-env.ts';
import { Proxies } from '../../network/proxies.ts';
import type { TrustProxy } from '../../network/trust-proxy.ts';

/** Address of the peer of a request that contains no environment, set by host adapters. */
export const PEER: unique symbol = Symbol('address of the peer');

/** A request and its environment, as the client sent it. */
export interface SentRequest {
  readonly request: Request;
  readonly env: HostEnv;
}

/** Derives both from what reached this process. */
export type AsSent = (request: Request, env?: HostEnv) => SentRequest;

/**
 * For requests from any host: proxies that the engine's option trusts are followed from `env.ip`, the address of the
 * peer. A host or adapter that has followed them already gets the same result.
 *
 * @param trust unset: the host has decided
 */
export function asSentBehind(trust: TrustProxy | undefined): AsSent {
  if (trust === undefined || trust === false) return (request, env = {}) => ({ request, env });
  const proxies = new Proxies(trust);
  return (request, env = {}) => {
    const address = env.ip ?? env.incoming?.socket.remoteAddress ?? peerOf(request);
    const { origin, protocol, host } = new URL(request.url);
    const header = (name: string) => request.headers.get(name);
    const arrival = proxies.arrival({ address, protocol: protocol.slice(0, -1), host, header });
    const sent = new URL(`${arrival.protocol}://${arrival.host}`).origin;
    return {
      request: sent === origin ? request : atUrl(request, sent + request.url.slice(origin.length)),
      env: arrival.ip === env.ip ? env : { ...env, ip: arrival.ip },
    };
  };
}

function peerOf(request: Request & { readonly [PEER]?: string | undefined }): string | undefined {
  return request[PEER];
}

/**
 * The same request at another URL. A host that asks who sent a form may have read it: then it has no body.
 *
 * @param headers Default: its own
 */
export function atUrl(request: Request, url: string, headers: Headers = request.headers): Request {
  const { method, signal, body } = request;
  const init = { method, headers: [...headers] as Array<[string, string]>, signal };
  const isThere = body !== null && !request.bodyUsed && !body.locked;
  return new Request(url, isThere ? { ...init, body, duplex: 'half' } : init);
}
