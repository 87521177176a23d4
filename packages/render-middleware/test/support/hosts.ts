/** Real apps with the middleware in front of a page, one of each framework. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as ask,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import type { RenderMiddlewareOptions } from 'render-middleware';
import { renderMiddleware as forExpress } from 'render-middleware/express';
import { renderMiddleware as forFastify } from 'render-middleware/fastify';
import { renderMiddleware as forHono } from 'render-middleware/hono';
import { renderMiddleware as forKoa } from 'render-middleware/koa';
import { renderMiddleware as forNext } from 'render-middleware/next';
import { renderMiddleware as forNode } from 'render-middleware/node';
import { renderMiddleware as forNuxt } from 'render-middleware/nuxt';
import { renderMiddleware as forReactRouter } from 'render-middleware/react-router';
import { renderMiddleware as forSvelteKit } from 'render-middleware/sveltekit';

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

/** What the site itself answers; of its page there are parts, of which one is told by another. */
function fromSite(range: string | null | undefined): { status: number; headers: Record<string, string>; body: string } {
  if (typeof range !== 'string') return { status: 200, headers: { vary: 'Accept-Encoding' }, body: ORIGIN_PAGE };
  const headers = { vary: 'Accept-Encoding', 'content-range': `${range.replace('=', ' ')}/${ORIGIN_PAGE.length}` };
  return { status: 206, headers, body: ORIGIN_PAGE.slice(0, 5) };
}

export type StartHost = (options: RenderMiddlewareOptions, mountedAt?: string) => Promise<Host>;

async function listening(server: Server, errors: unknown[] = []): Promise<Host> {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    errors,
    get: (path, headers = {}, method = 'GET') => get(port, path, headers, method),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Express 5. */
export async function startHost(options: RenderMiddlewareOptions, mountedAt = '/'): Promise<Host> {
  const app = express();
  const errors: unknown[] = [];
  app.use(mountedAt, forExpress(options));
  app.use((request, response) => {
    const { status, headers, body } = fromSite(request.headers.range);
    // Sets Vary for itself, over whatever was there.
    response.status(status).set(headers).type('html').send(body);
  });
  app.use((error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
    errors.push(error);
    response.status(500).end();
  });
  return listening(app.listen(0, '127.0.0.1'), errors);
}

async function startFastify(options: RenderMiddlewareOptions): Promise<Host> {
  const app = fastify();
  await app.register(forFastify(options));
  app.all('/*', (request, reply) => {
    const { status, headers, body } = fromSite(request.headers.range);
    return reply.code(status).headers(headers).type('text/html').send(body);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return listening(app.server);
}

async function startKoa(options: RenderMiddlewareOptions): Promise<Host> {
  const app = new Koa();
  // Koa prints what went wrong to standard error otherwise, and a renderer that hangs up is what is tested here.
  app.on('error', () => {});
  app.use(forKoa(options));
  app.use((context) => {
    const { status, headers, body } = fromSite(context.req.headers.range);
    context.set(headers);
    context.status = status;
    context.body = body;
  });
  return listening(app.listen(0, '127.0.0.1'));
}

async function startHono(options: RenderMiddlewareOptions): Promise<Host> {
  const app = new Hono();
  app.use(forHono(options));
  app.all('*', (context) => {
    const { status, headers, body } = fromSite(context.req.header('range'));
    return context.html(body, status === 206 ? 206 : 200, headers);
  });
  return listening(serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server);
}

/**
 * Plays Next's part, since Next takes 340 MB and a build; `compat/next` has an app of its own. `NextResponse.next()` is a
 * response with this header. `Vary` is joined here, which in Next takes `register`.
 */
async function startNext(options: RenderMiddlewareOptions): Promise<Host> {
  const proxy = forNext(options);
  const next = async (request: Request): Promise<Response> => {
    const answer = await proxy(request);
    if (answer && answer.headers.get('x-middleware-next') !== '1') return answer;
    const { status, headers, body } = fromSite(request.headers.get('range'));
    const page = new Response(body, { status, headers: { 'content-type': 'text/html', ...headers } });
    const vary = answer?.headers.get('vary');
    if (vary) page.headers.append('vary', vary);
    return page;
  };
  return listening(serve({ fetch: next, port: 0, hostname: '127.0.0.1' }) as Server);
}

/** What the site itself answers over `node:http`; it sets `Vary` for itself. */
function sendFromSite(request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = fromSite(request.headers.range);
  response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
}

async function startNode(options: RenderMiddlewareOptions): Promise<Host> {
  const middleware = forNode(options);
  const errors: unknown[] = [];
  const server = createServer((request, response) => {
    void middleware(request, response, (error) => {
      if (error !== undefined) errors.push(error);
      sendFromSite(request, response);
    });
  });
  return listening(server.listen(0, '127.0.0.1'), errors);
}

/** Plays Nitro's part: `compat/nuxt` has an app of its own. */
async function startNuxt(options: RenderMiddlewareOptions): Promise<Host> {
  const handler = forNuxt(options);
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    await handler({ node: { req, res } });
    if (!res.headersSent && !res.destroyed) sendFromSite(req, res);
  };
  return listening(createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1'));
}

/** What the site itself answers to a request of the platform's. */
async function fetchFromSite(request: Request): Promise<Response> {
  const { status, headers, body } = fromSite(request.headers.get('range'));
  return new Response(body, { status, headers: { 'content-type': 'text/html', ...headers } });
}

const serving = (fetch: (request: Request) => Promise<Response>) =>
  listening(serve({ fetch, port: 0, hostname: '127.0.0.1' }) as Server);

/** Plays SvelteKit's part: `compat/sveltekit` has an app of its own. */
async function startSvelteKit(options: RenderMiddlewareOptions): Promise<Host> {
  const handle = forSvelteKit(options);
  return serving(async (request) => {
    const event = { request, url: new URL(request.url), getClientAddress: () => '127.0.0.1' };
    return handle({ event, resolve: async () => fetchFromSite(request) });
  });
}

/** Plays React Router's part: `compat/react-router` has an app of its own. */
async function startReactRouter(options: RenderMiddlewareOptions): Promise<Host> {
  const middleware = forReactRouter(options);
  return serving(async (request) => middleware({ request }, async () => fetchFromSite(request)));
}

export const HOSTS: readonly (readonly [name: string, start: StartHost])[] = [
  ['Express', startHost],
  ['Fastify', startFastify],
  ['Koa', startKoa],
  ['Hono', startHono],
  ["Next's contract", startNext],
  ['Node', startNode],
  ["Nuxt's contract", startNuxt],
  ["SvelteKit's contract", startSvelteKit],
  ["React Router's contract", startReactRouter],
];

export async function get(
  port: number,
  path: string,
  headers: Record<string, string>,
  method: string,
  body = '',
): Promise<Reply> {
  const question = ask({
    host: '127.0.0.1',
    port,
    path,
    method,
    agent: false,
    headers: { 'user-agent': GOOGLEBOT, ...headers },
  });
  question.end(body);
  const [response] = (await once(question, 'response')) as [IncomingMessage];
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  } catch {
    // Closed in the middle; `complete` says so.
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: text, complete: response.complete };
}
