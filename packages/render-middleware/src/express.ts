import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dependsOnAgent, shouldRender } from './decide.ts';
import { checkOptions, type RenderMiddlewareOptions } from './options.ts';
import { proxyRender } from './proxy.ts';
import type { RenderRequest } from './request.ts';

/** An Express request, or one of anything that speaks the same: `(request, response, next)` over `node:http`. */
export interface ExpressRequest extends IncomingMessage {
  /** The path before a router cut off the part it is mounted at. */
  originalUrl?: string;
  /** Express' own view of the scheme, by its setting `trust proxy`. */
  readonly protocol?: string;
}

/** A middleware for `app.use()`. */
export type RenderMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/** Adds to `Vary` what is not there yet: a cache in front must keep the bots' pages apart from the visitors'. */
function varyByAgent(response: ServerResponse): void {
  const names = [response.getHeader('vary') ?? []].flat().join(', ');
  if (names.split(',').some((name) => ['user-agent', '*'].includes(name.trim().toLowerCase()))) return;
  response.setHeader('vary', names ? `${names}, User-Agent` : 'User-Agent');
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name !== 'vary') response.setHeader(name, value);
  }
  if (answer.body === null) {
    response.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(answer.body), response);
  } catch {
    // The headers are out, so the status can't be changed. `pipeline` has closed the connection instead of ending the
    // answer properly: the bot sees that the page is incomplete and asks again, and does not index half of it.
  }
}

/**
 * Middleware for Express 4 and 5: bots are sent the rendered page, everybody else, and bots whenever the renderer can't
 * help, go on to the next handler. Mount it before the routes that serve pages.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is made.
 * @example
 * app.use(renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' }));
 */
export function renderMiddleware(options: RenderMiddlewareOptions): RenderMiddleware {
  checkOptions(options);
  return async (incoming, response, next) => {
    const gone = new AbortController();
    const request: RenderRequest = {
      method: incoming.method ?? '',
      url: incoming.originalUrl ?? incoming.url ?? '',
      headers: incoming.headers,
      signal: gone.signal,
      ...(incoming.protocol === undefined ? {} : { protocol: incoming.protocol }),
    };
    if (dependsOnAgent(request, options)) varyByAgent(response);
    if (!shouldRender(request, options)) {
      next();
      return;
    }
    const leave = (): void => gone.abort();
    response.once('close', leave);
    try {
      const answer = await proxyRender(request, options);
      if (gone.signal.aborted) return;
      if (answer) await send(answer, response);
      else next();
    } catch (error) {
      // Express 4 does not look at what a handler returns: a rejected promise would end the process.
      next(error);
    } finally {
      response.off('close', leave);
    }
  };
}
