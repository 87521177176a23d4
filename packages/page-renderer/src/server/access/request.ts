import type { IncomingMessage } from 'node:http';

/** What is looked at of a request to tell who makes it; the web framework's context is one. */
export interface AccessRequest {
  readonly env?: {
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } };
    readonly isAdminSocket?: boolean;
  };
  readonly req: { readonly method: string; header(name: string): string | undefined };
}

/** The same of a request that the framework has not seen. */
export function accessRequest(incoming: IncomingMessage): AccessRequest {
  const header = (name: string) => {
    const value = incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return { env: { incoming }, req: { method: incoming.method ?? 'GET', header } };
}
