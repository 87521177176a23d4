import type { IncomingMessage } from 'node:http';

/** The parts of a request that identify the client; the context of the web framework has them. */
export interface AccessRequest {
  readonly env?: {
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } };
    readonly isAdminSocket?: boolean;
  };
  readonly req: { readonly method: string; header(name: string): string | undefined };
}

/** The same for a request that the framework has not handled. */
export function accessRequest(incoming: IncomingMessage): AccessRequest {
  const header = (name: string) => {
    const value = incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return { env: { incoming }, req: { method: incoming.method ?? 'GET', header } };
}
