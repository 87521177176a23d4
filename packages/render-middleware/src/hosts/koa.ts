import { Readable } from 'node:stream';
import type { Middleware, ParameterizedContext } from 'koa';
import { checkOptions } from '../options/check.ts';
import { dependsOnAgent, shouldRender } from '../decide/decide.ts';
import { fromNode, abortOnClose } from './node-request.ts';
import type { RenderMiddlewareOptions } from '../options/options.ts';
import { proxyRender } from '../renderer/proxy.ts';
import { withAgent } from '../decide/vary.ts';

function send(answer: Response, context: ParameterizedContext): void {
  context.status = answer.status;
  if (answer.body === null) context.response.body = null;
  else context.body = Readable.fromWeb(answer.body);
  // Koa would send 204 for a response without a body.
  context.status = answer.status;
  for (const [name, value] of answer.headers) context.set(name, value);
}

/**
 * Middleware for Koa 2 and 3: bots get the rendered page. Requests of other clients, and of bots if the renderer
 * fails, go to the next middleware. Use it before the middleware that serves pages.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is created.
 * @example
 * app.use(renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' }));
 */
export function renderMiddleware(options: RenderMiddlewareOptions): Middleware {
  checkOptions(options);
  return async (context, next) => {
    const signal = abortOnClose(context.res);
    const { originalUrl: url, protocol, ip: address } = context;
    const request = fromNode(context.req, { url, protocol, address }, signal);
    const answer = shouldRender(request, options) ? await proxyRender(request, options) : undefined;
    if (answer) send(answer, context);
    else await next();
    if (dependsOnAgent(request, options)) context.set('vary', withAgent(context.response.get('vary')));
  };
}
