import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { RenderMiddlewareOptions } from 'render-middleware';
import { renderMiddleware } from 'render-middleware/express';

export const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
export const ORIGIN_PAGE = '<!doctype html><title>the page itself</title>';

/** What came back, read to its end; `complete` is false when the connection closed in the middle. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly complete: boolean;
}

export interface Host extends AsyncDisposable {
  readonly url: string;
  readonly errors: unknown[];
  /** Asks over `node:http`, so that `Host` and the first line of the request can be anything. */
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Reply>;
}

/** A real Express 5 app with the middleware in front of a page. */
export async function startHost(options: RenderMiddlewareOptions, mountedAt = '/'): Promise<Host> {
  const app = express();
  const errors: unknown[] = [];
  app.use(mountedAt, renderMiddleware(options));
  app.use((_request, response) => {
    response.vary('Accept-Encoding').type('html').send(ORIGIN_PAGE);
  });
  app.use((error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    errors.push(error);
    response.status(500).end();
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    errors,
    get: (path, headers = {}, method = 'GET') => get(port, path, headers, method),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function get(port: number, path: string, headers: Record<string, string>, method: string): Promise<Reply> {
  const question = ask({
    host: '127.0.0.1',
    port,
    path,
    method,
    agent: false,
    headers: { 'user-agent': GOOGLEBOT, ...headers },
  });
  question.end();
  const [response] = (await once(question, 'response')) as [IncomingMessage];
  let body = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) body += chunk as string;
  } catch {
    // Closed in the middle; `complete` says so.
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body, complete: response.complete };
}
