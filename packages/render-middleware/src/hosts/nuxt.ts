import type { IncomingMessage, ServerResponse } from 'node:http';
import * as express from './express.ts';
import type { RenderMiddlewareOptions } from '../options/options.ts';

/** The part of h3's `H3Event` that is needed. */
export interface NuxtEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse };
}

/** An event handler of h3; `defineEventHandler` sets `__is_handler__`. */
export interface RenderMiddleware {
  (event: NuxtEvent): Promise<void>;
  readonly __is_handler__: true;
}

/**
 * Middleware for Nuxt 3 and 4, in `server/middleware/`: bots get the rendered page. Other clients, and bots if the renderer fails,
 * get the response of Nuxt. Pages that Nuxt renders on its server do not need it; it is for pages rendered in the browser
 * (`ssr: false`).
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is created.
 * @example
 * export default renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' });
 */
export function renderMiddleware(options: RenderMiddlewareOptions): RenderMiddleware {
  const middleware = express.renderMiddleware(options);
  const run = ({ node: { req, res } }: NuxtEvent) =>
    new Promise<void>((resolve, reject) => {
      res.once('close', resolve);
      void middleware(req, res, (error) => (error === undefined ? resolve() : reject(error)));
    });
  return Object.assign(run, { __is_handler__: true as const });
}
