import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { listening } from '../../../../testing/listening.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A site to be rendered: real HTTP on a loopback address, one handler per path. */
export interface Site extends AsyncDisposable {
  url: string;
  port: number;
  /** Paths requested so far, with their query. */
  requests: string[];
  /** Headers of the last request to a path. */
  headersOf(path: string): IncomingMessage['headers'] | undefined;
}

/** Starts a site. Paths without a handler return 404. */
export async function startSite(pages: Record<string, string | Handler>, host = '127.0.0.1'): Promise<Site> {
  const requests: string[] = [];
  const headers = new Map<string, IncomingMessage['headers']>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    requests.push(request.url ?? '');
    headers.set(path, request.headers);
    const page = pages[path] ?? pages['*'];
    if (typeof page === 'function') return void page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
    response.end(page ?? '<h1>Nothing here</h1>');
  });
  const { url, port, [Symbol.asyncDispose]: close } = await listening(server, host);
  return {
    url,
    port,
    requests,
    headersOf: (path) => headers.get(path),
    [Symbol.asyncDispose]: close,
  };
}
