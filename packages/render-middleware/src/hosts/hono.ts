import type { MiddlewareHandler } from 'hono';
import { checkOptions } from '../options/check.ts';
import { dependsOnAgent, shouldRender } from '../decide/decide.ts';
import type { RenderMiddlewareOptions } from '../options/options.ts';
import { proxyRender } from '../renderer/proxy.ts';
import type { RenderRequest } from '../request/request.ts';
import { withAgent } from '../decide/vary.ts';

/** The objects of `node:http` that `@hono/node-server` provides. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
}

function read(request: Request, bindings: NodeBindings | undefined): RenderRequest {
  const { method, url, headers, signal } = request;
  const address = bindings?.incoming?.socket?.remoteAddress;
  return { method, url, headers, signal, ...(address !== undefined && { address }) };
}

/**
 * Middleware for Hono 4, on each of its runtimes: bots get the rendered page. Requests of other clients, and of bots if the
 * renderer fails, go to the next handler. Use it before the routes that serve pages.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is created.
 * @example
 * app.use(renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' }));
 */
export function renderMiddleware(options: RenderMiddlewareOptions): MiddlewareHandler {
  checkOptions(options);
  return async (context, next) => {
    const request = read(context.req.raw, context.env as NodeBindings | undefined);
    const answer = shouldRender(request, options) ? await proxyRender(request, options) : undefined;
    if (answer) return answer;
    await next();
    if (dependsOnAgent(request, options)) {
      context.header('vary', withAgent(context.res.headers.get('vary') ?? undefined));
    }
    return undefined;
  };
}
