import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkOptions } from '../options/check.ts';
import { dependsOnAgent, shouldRender } from '../decide/decide.ts';
import { fromNode, abortOnClose } from './node-request.ts';
import type { RenderMiddlewareOptions } from '../options/options.ts';
import { proxyRender } from '../renderer/proxy.ts';
import { withAgent } from '../decide/vary.ts';

/** An Express request, or that of a compatible server: `(request, response, next)` over `node:http`. */
export interface ExpressRequest extends IncomingMessage {
  /** The path before a router removed its mount path. */
  originalUrl?: string;
  /** The scheme as determined by Express with its setting `trust proxy`. */
  readonly protocol?: string;
  /** The client's address as determined by Express with its setting `trust proxy`. */
  readonly ip?: string | undefined;
}

/** A middleware for `app.use()`. */
export type RenderMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/** Adds to `Vary` when the headers are sent, so that a route that sets the header itself does not remove it. */
function varyByAgent(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.writeHead = (...parts: unknown[]): ServerResponse => {
    const given = parts.find((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
    const own = given as Record<string, string | string[] | undefined> | undefined;
    const name = own && Object.keys(own).find((key) => key.toLowerCase() === 'vary');
    const merged = withAgent([(own && name && own[name]) ?? response.getHeader('vary') ?? []].flat().join(', '));
    if (own && name) own[name] = merged;
    else response.setHeader('vary', merged);
    return writeHead(...parts);
  };
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (answer.body === null) {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(answer.body), response);
  } catch {
    // The headers have been sent, so the status can no longer change. `pipeline` has closed the connection without a proper end
    // of the response: the bot sees that the page is incomplete and requests it again, and does not index half of it.
  }
}

/**
 * Middleware for Express 4 and 5: bots get the rendered page. Requests of other clients, and of bots if the renderer
 * fails, go to the next handler. Mount it before the routes that serve pages.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is created.
 * @example
 * app.use(renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' }));
 */
export function renderMiddleware(options: RenderMiddlewareOptions): RenderMiddleware {
  checkOptions(options);
  return async (incoming, response, next) => {
    const signal = abortOnClose(response);
    const { originalUrl: url, protocol, ip: address = incoming.socket.remoteAddress } = incoming;
    const request = fromNode(incoming, { url, protocol, address }, signal);
    if (dependsOnAgent(request, options)) varyByAgent(response);
    try {
      const answer = shouldRender(request, options) ? await proxyRender(request, options) : undefined;
      if (signal.aborted) return;
      if (answer) await send(answer, response);
      else next();
    } catch (error) {
      // Express 4 ignores what a handler returns: a rejected promise would end the process.
      next(error);
    }
  };
}
